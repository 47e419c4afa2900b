/** Whether a list that was asked for by pair holds orders of this one: both the spec's ways to write a pair count, and '' is all. */
export const isOfPair = (asked: unknown, pair: string): boolean =>
  typeof asked !== 'string' || asked === '' || asked.toLowerCase().startsWith(pair.toLowerCase().replace(/[/_-]?usdt$/, '')); // oxfmt-ignore
