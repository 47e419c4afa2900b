// Pairs of terms that give customers a certain gain, as the facts of a proposal list them.
export interface GainLine {
  pair: string;
  /** Gain in USDT for each 1,000 USDT. */
  sum: string;
  /** Maximum gain of one account; absent if there is no maximum. */
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
