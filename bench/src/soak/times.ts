// Durations summed up.

/** Milliseconds. */
export interface Times {
  median: number;
  p99: number;
  max: number;
}

export function summarize(durations: readonly number[]): Times {
  const sorted = durations.toSorted((left, right) => left - right);
  const at = (part: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}
