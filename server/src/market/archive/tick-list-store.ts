// Reads and packs the lists of sources that stand beside the ticks of the archive.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { unpackInputLines } from '@candor/proof';
import type { CoinCode } from '@candor/wire';
import type { Database, Pool } from '../../kit/postgres.ts';

export interface TickListSpan {
  coin: CoinCode;
  afterSequence: number;
  lastSequence: number;
}
/** A tick of a single source has none. */
export type TickList = [sequence: number, list: string];

/** The lists of a span, from raw rows and sealed minutes as one run. */
export async function readTickLists(pool: Pool, span: TickListSpan): Promise<TickList[]> {
  const raw = await rawTickLists(pool, span);
  const [{ oldest }] = (
    await pool.query<{ oldest: number | null }>('select min(sequence) as oldest from market_ticks where coin = $1', [
      span.coin,
    ])
  ).rows as [{ oldest: number | null }];
  const lastSealed = Math.min(span.lastSequence, (oldest ?? Number.MAX_SAFE_INTEGER) - 1);
  if (lastSealed <= span.afterSequence) return raw;
  const sealed = await sealedTickLists(pool, { ...span, lastSequence: lastSealed });
  return [...sealed, ...raw.filter(([sequence]) => sequence > lastSealed)];
}

export async function rawTickLists(
  database: Database,
  { coin, afterSequence, lastSequence }: TickListSpan,
): Promise<TickList[]> {
  const { rows } = await database.query<{ sequence: number; sources: string }>(
    `select sequence, sources from market_ticks
     where coin = $1 and sequence > $2 and sequence <= $3 and sources is not null order by sequence`,
    [coin, afterSequence, lastSequence],
  );
  return rows.map(({ sequence, sources }) => [sequence, sources]);
}

async function sealedTickLists(
  database: Database,
  { coin, afterSequence, lastSequence }: TickListSpan,
): Promise<TickList[]> {
  const { rows } = await database.query<{ first_sequence: number; sources: Buffer }>(
    `select first_sequence, sources from market_minutes
     where coin = $1 and last_sequence > $2 and first_sequence <= $3 and first_sequence > $2::bigint - 1000
       and sources is not null order by first_sequence`,
    [coin, afterSequence, lastSequence],
  );
  return rows
    .flatMap((row) => unpackLists(row.first_sequence, row.sources))
    .filter(([sequence]) => sequence > afterSequence && sequence <= lastSequence);
}

/** The lists of a minute whose first tick has this sequence; undefined when there are none. */
export function packLists(firstSequence: number, lists: readonly TickList[]): Buffer | undefined {
  if (lists.length === 0) return undefined;
  const lines: string[] = [];
  for (const [sequence, list] of lists) lines[sequence - firstSequence] = list;
  return deflateRawSync(Array.from(lines, (line) => line ?? '').join('\n'), { level: 9 });
}

export const unpackLists = (firstSequence: number, packed: Buffer): TickList[] =>
  unpackInputLines(firstSequence, inflateRawSync(packed).toString('utf8'));
