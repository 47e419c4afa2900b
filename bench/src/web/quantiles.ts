// Quantiles of sorted figures.

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * The median of figures that were rounded to whole steps: half of them lie below it when those of one step are spread evenly
 * over it. At 60 frames a second the browser says 16.7 ms two times of three and 16.6 once; the truth lies between.
 */
export function medianInSteps(sorted: readonly number[], step: number): number {
  const place = (value: number): number => Math.round(value / step);
  const middle = place(quantile(sorted, 0.5));
  const below = sorted.filter((value) => place(value) < middle).length;
  const within = sorted.filter((value) => place(value) === middle).length;
  return within === 0 ? 0 : (middle - 0.5 + (sorted.length / 2 - below) / within) * step;
}
