// What a withdrawal costs and what arrives, as the app shows it before and the server fixes it. Pure.
import { assetDecimals, type AssetCode } from './coins.ts';
import { multiplyUp, subtract, type Wad } from './money.ts';

/** `feeRate` is a share of the amount. Rounded up once, in the digits of the coin: what arrives has no more of them than the network knows. */
export function withdrawalParts(amount: Wad, asset: AssetCode, feeRate: Wad): { fee: Wad; net: Wad } {
  const fee = multiplyUp(amount, feeRate, assetDecimals(asset));
  return { fee, net: subtract(amount, fee) };
}
