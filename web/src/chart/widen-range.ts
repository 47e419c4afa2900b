// Which prices a chart shows from bottom to top: those of its candles, and one's own lines where they are near or asked for.

/** How far beyond the candles a line may lie, in their height, to be in sight by itself. */
const reach = 0.15;

export interface PriceRange {
  from: number;
  to: number;
}

export interface Candle {
  high: number;
  low: number;
}

/** Of the candles alone: what is computed from them may lie outside. Undefined without candles. */
export function candleRange(candles: readonly Candle[]): PriceRange | undefined {
  if (candles.length === 0) return undefined;
  return { from: Math.min(...candles.map(({ low }) => low)), to: Math.max(...candles.map(({ high }) => high)) };
}

/** Geometry only, so that floats do no harm. */
export function widenRange(range: PriceRange, prices: readonly number[], takesAll: boolean): PriceRange {
  const near = takesAll ? prices : prices.filter((price) => isNear(range, price));
  return { from: Math.min(range.from, ...near), to: Math.max(range.to, ...near) };
}

export const isNear = ({ from, to }: PriceRange, price: number): boolean =>
  price >= from - reach * (to - from) && price <= to + reach * (to - from);
