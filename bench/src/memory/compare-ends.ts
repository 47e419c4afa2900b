// Whether something grew: its first readings against its last ones.

export interface Sample {
  /** Since the first reading. */
  atMs: number;
  values: Readonly<Record<string, number>>;
}

export interface Growth {
  first: number;
  last: number;
  ratio: number;
}

/** The mean of each value over the first and over the last sixth of the time: ten minutes of an hour. */
export function compareEnds(samples: readonly Sample[]): Record<string, Growth> {
  const endMs = samples.at(-1)!.atMs;
  const first = samples.filter(({ atMs }) => atMs <= endMs / 6);
  const last = samples.filter(({ atMs }) => atMs >= (endMs * 5) / 6);
  const names = Object.keys(samples[0]!.values);
  return Object.fromEntries(
    names.map((name) => {
      const [before, after] = [meanOf(first, name), meanOf(last, name)];
      return [name, { first: before, last: after, ratio: after / before }];
    }),
  );
}

const meanOf = (samples: readonly Sample[], name: string): number =>
  samples.reduce((sum, { values }) => sum + values[name]!, 0) / samples.length;
