// The pairs of terms with which a customer gains for certain, as the facts of a proposal list them.
export interface GainLine {
  pair: string;
  /** For each 1,000 USDT. */
  sum: string;
  /** The most that one account gains; absent where nothing bounds it. */
  most?: string;
}

type Facts = Readonly<Record<string, unknown>>;

export function gainLines(facts: Facts, list: 'sure_gains' | 'sure_gains_closed'): GainLine[] {
  const sumsOf = (name: string) => (facts[name] ?? {}) as Readonly<Record<string, string>>;
  const most = sumsOf('sure_gains_most');
  return Object.entries(sumsOf(list)).map(([pair, sum]) => ({
    pair,
    sum,
    ...(most[pair] !== undefined && { most: most[pair] }),
  }));
}
