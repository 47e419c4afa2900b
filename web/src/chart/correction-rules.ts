import type { CandleCorrection } from '@candor/wire';

/** Corrections in their order, with one more. A list that does not reach up to it is read again: nothing may be missing in it. */
export function withCorrection(
  list: readonly CandleCorrection[],
  correction: CandleCorrection,
  coin: string | undefined,
): readonly CandleCorrection[] | undefined {
  if (coin !== undefined && coin !== correction.coin) return list;
  const lastId = list.at(-1)?.id ?? 0;
  if (correction.id <= lastId) return list;
  return coin !== undefined || correction.id === lastId + 1 ? [...list, correction] : undefined;
}
