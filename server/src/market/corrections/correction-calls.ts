// Corrections as calls: anyone reads them.
import { coinOfCode, correctionsPageMax, getCorrections } from '@candor/wire';
import { bind } from '../../kit/feature.ts';
import type { BoundCall } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { readCorrections } from './correction-store.ts';

export const correctionCalls = (pool: Pool): BoundCall[] => [
  bind(getCorrections, async ({ coin: code, from: fromMs, to: toMs, after: afterId }) => {
    const coin = code === undefined ? undefined : (coinOfCode(code)?.code ?? refuse('unknown-coin'));
    const limit = correctionsPageMax + 1;
    const read = await readCorrections(pool, { coin, fromMs, toMs, afterId, limit });
    const corrections = read.slice(0, correctionsPageMax);
    return { corrections, ...(read.length === limit && { next_after: corrections.at(-1)!.id }) };
  }),
];
