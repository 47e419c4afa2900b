// Which prices a chart shows from bottom to top: those of its candles, and one's own lines as long as the candles stay readable.

/** How far beyond the candles a line may lie, in their height, to be taken in. */
const reach = 1.25;

export interface PriceRange {
  from: number;
  to: number;
}

/** Geometry only, so that floats do no harm. */
export function widenRange({ from, to }: PriceRange, prices: readonly number[]): PriceRange {
  const span = to - from;
  const near = prices.filter((price) => price >= from - reach * span && price <= to + reach * span);
  return { from: Math.min(from, ...near), to: Math.max(to, ...near) };
}
