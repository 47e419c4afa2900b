// The SQL of the archive by day.
import type { ArchiveMinute, CoinCode } from '@candor/wire';
import type { Pool } from '../../kit/postgres.ts';

interface Span {
  coin: CoinCode;
  fromMs: number;
  toMs: number;
}

export interface NewestMinute {
  minuteMs: number;
  hash: string;
  /** A minute after the span is sealed, so that none can come into it any more. */
  isFollowed: boolean;
}

/** The newest sealed minute that begins in a span, its end not included. */
export async function newestMinuteBetween(pool: Pool, { coin, fromMs, toMs }: Span): Promise<NewestMinute | undefined> {
  const { rows } = await pool.query<{ minute_ms: number; hash: string; is_followed: boolean }>(
    `select minute_ms, encode(hash, 'hex') as hash,
            exists (select from market_minutes later where later.coin = $1 and later.minute_ms >= $3) as is_followed
     from market_minutes where coin = $1 and minute_ms >= $2 and minute_ms < $3 order by minute_ms desc limit 1`,
    [coin, fromMs, toMs],
  );
  const row = rows[0];
  return row && { minuteMs: row.minute_ms, hash: row.hash, isFollowed: row.is_followed };
}

/** Sealed minutes as they are stored, those that begin at both ends included. */
export async function packedMinutes(pool: Pool, span: Span & { limit: number }): Promise<ArchiveMinute[]> {
  const { rows } = await pool.query<Omit<ArchiveMinute, 'ticks' | 'sources'> & Packed>(
    `select coin, minute_ms, first_sequence, last_sequence, count, encode(previous_hash, 'hex') as previous_hash,
            encode(hash, 'hex') as hash, ticks, sources
     from market_minutes where coin = $1 and minute_ms >= $2 and minute_ms <= $3 order by minute_ms limit $4`,
    [span.coin, span.fromMs, span.toMs, span.limit],
  );
  return rows.map(({ ticks, sources, ...head }) => ({
    ...head,
    ticks: ticks.toString('base64'),
    sources: sources?.toString('base64') ?? null,
  }));
}
interface Packed {
  ticks: Buffer;
  sources: Buffer | null;
}
