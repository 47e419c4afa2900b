// What a swap comes to: one rounding at most, to the last digit of the coin, and never in favour of whoever asks.
import { assetDecimals, type AssetCode } from './coins.ts';
import { one, wadDecimals, type Wad } from './money.ts';

/** A coin in USDT by the index; a USDT is one. */
export interface SwapPrices {
  from: Wad;
  to: Wad;
}

const tenThousand = 10_000n;

const unitOf = (asset: AssetCode): bigint => 10n ** BigInt(wadDecimals - assetDecimals(asset));

/** What a customer receives for what is given: rounded down to the last digit of the coin. */
export function swapReceived(given: Wad, prices: SwapPrices, asset: AssetCode): Wad {
  const unit = unitOf(asset);
  return (((given * prices.from) / prices.to / unit) * unit) as Wad;
}

/** The least that has to be given to receive this much: rounded up to the last digit of the coin. */
export function swapGiven(received: Wad, prices: SwapPrices, asset: AssetCode): Wad {
  const unit = unitOf(asset) * prices.from;
  return (((received * prices.to + unit - 1n) / unit) * unitOf(asset)) as Wad;
}

/** The smallest value of the next swap of a day: it doubles with each `swaps` of them that were placed. */
export const leastSwapValue = (minValue: Wad, { placed, swaps }: { placed: number; swaps: number }): Wad =>
  (minValue << BigInt(Math.min(64, Math.floor(placed / swaps)))) as Wad;

/** How much of `to` one of `from` is worth, with 18 decimals, rounded down. */
export const swapRate = ({ from, to }: SwapPrices): Wad => ((from * one) / to) as Wad;

/** The most that a swap pays when the rate has moved as far as it may: so much is set aside for it. */
export const swapReceivedAtMost = (given: Wad, { from, to }: SwapPrices, moveMaxBp: number, asset: AssetCode): Wad =>
  swapReceived(given, { from: (from * (tenThousand + BigInt(moveMaxBp))) as Wad, to: (to * tenThousand) as Wad }, asset); // oxfmt-ignore

/** Whether the rate has moved further than so many hundredths of a percent, to either side. */
export function hasSwapMoved(before: SwapPrices, now: SwapPrices, moveMaxBp: number): boolean {
  const [left, right] = [now.from * before.to, before.from * now.to];
  const moved = left > right ? left - right : right - left;
  return moved * tenThousand > right * BigInt(moveMaxBp);
}

/** Whether one of `from` is worth the rate of a limit at least. */
export const isSwapRateReached = ({ from, to }: SwapPrices, rate: Wad): boolean => from * one >= rate * to;
