// When a minute's candle is wrong, and what it should be: never more than what the archive's ticks make.
import { multiplyDown, wad, subtract, add } from '@candor/wire';
import type { ArchivedTick, Wad } from '@candor/wire';
import type { Candle } from '../sources/source.ts';

export type Prices = Pick<Candle, 'open' | 'high' | 'low' | 'close'>;

export interface MinuteTicks {
  startMs: number;
  ticks: readonly ArchivedTick[];
}

/** A live market has a tick a second; a minute with a longer pause can't tell all that happened in it. */
const pauseMaxMs = 3_000;
const minuteMs = 60_000;

/** The prices that the ticks of a minute make; undefined when they do not cover it. */
export function pricesOfTicks({ startMs, ticks }: MinuteTicks): Prices | undefined {
  let before = startMs;
  for (const tick of ticks) {
    if (tick[3] - before > pauseMaxMs) return undefined;
    before = tick[3];
  }
  if (ticks.length === 0 || startMs + minuteMs - before > pauseMaxMs) return undefined;
  const prices = ticks.map((tick) => wad(tick[1]));
  const high = prices.reduce((left, right) => (left > right ? left : right));
  const low = prices.reduce((left, right) => (left < right ? left : right));
  return { open: prices[0]!, high, low, close: prices.at(-1)! };
}

/** Whether a candle reaches further than the index did by more than a source may be off. */
export function isBadPrint(candle: Prices, ofTicks: Prices, bound: Wad): boolean {
  const above = add(ofTicks.high, multiplyDown(ofTicks.high, bound, 18));
  const below = subtract(ofTicks.low, multiplyDown(ofTicks.low, bound, 18));
  return candle.high > above || candle.low < below;
}

export const isSame = (left: Prices, right: Prices): boolean =>
  left.open === right.open && left.high === right.high && left.low === right.low && left.close === right.close;

/** Takes over new prices for one part of a longer candle; `parts` are the shorter candles that it consists of now. */
export function correctLonger(
  longer: Candle,
  {
    before,
    after,
    parts,
    isFirst,
    isLast,
  }: {
    before: Prices;
    after: Prices;
    parts: readonly Candle[];
    /** Whether the part stands at the beginning or the end of the longer candle. */
    isFirst: boolean;
    isLast: boolean;
  },
): void {
  const all: readonly Prices[] = [after, ...parts];
  if (longer.high === before.high)
    longer.high = all.map(({ high }) => high).reduce((one, two) => (one > two ? one : two));
  if (longer.low === before.low) longer.low = all.map(({ low }) => low).reduce((one, two) => (one < two ? one : two));
  if (isFirst && longer.open === before.open) longer.open = after.open;
  if (isLast && longer.close === before.close) longer.close = after.close;
}
