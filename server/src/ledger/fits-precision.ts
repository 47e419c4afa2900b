import { assetDecimals, fitsDecimals, type AssetCode, type Wad } from '@candor/wire';

/** True if the amount has no more decimals than the coin allows. */
export const fitsPrecision = (amount: Wad, asset: AssetCode): boolean => fitsDecimals(amount, assetDecimals(asset));
