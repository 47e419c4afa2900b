// What a withdrawal costs and what arrives, as the app shows it before and the server fixes it. Pure.
import { assetDecimals, type AssetCode } from './coins.ts';
import { multiplyUp, subtract, wad, type Wad } from './money.ts';

/** Of the amount. */
export const withdrawalFeeShare = wad('0.03');

/** Rounded up once, in the digits that amounts of the coin have: what arrives has no more of them than the network knows. */
export function withdrawalParts(amount: Wad, asset: AssetCode): { fee: Wad; net: Wad } {
  const fee = multiplyUp(amount, withdrawalFeeShare, assetDecimals(asset));
  return { fee, net: subtract(amount, fee) };
}
