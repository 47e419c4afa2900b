// The SQL of gaps in the ticks.
import type { CoinCode } from '@candor/wire';
import { arrayOf } from '../../kit/postgres.ts';
import type { Connection, Pool } from '../../kit/postgres.ts';
import type { TickGap } from './tick-gaps.ts';

/** Those that are there already stay as they are. */
export async function insertGaps(connection: Connection, gaps: readonly TickGap[]): Promise<void> {
  await connection.query(
    `insert into market_gaps (coin, sequence, from_ms, to_ms, excused_ms)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
     on conflict do nothing`,
    [
      arrayOf(gaps, ({ coin }) => coin),
      arrayOf(gaps, ({ sequence }) => sequence),
      arrayOf(gaps, ({ fromMs }) => fromMs),
      arrayOf(gaps, ({ toMs }) => toMs),
      arrayOf(gaps, ({ excusedMs }) => excusedMs),
    ],
  );
}

export interface GapsOfCoin {
  coin: CoinCode;
  count: number;
  largestMs: number;
  lastAtMs: number;
}

/** Of each coin that had any which ended after an instant. */
export async function gapsSince(pool: Pool, sinceMs: number): Promise<GapsOfCoin[]> {
  const { rows } = await pool.query<{ coin: CoinCode; count: number; largest_ms: number; last_ms: number }>(
    `select coin, count(*) as count, max(to_ms - from_ms) as largest_ms, max(to_ms) as last_ms
     from market_gaps where to_ms > $1 group by coin`,
    [sinceMs],
  );
  return rows.map(({ coin, count, largest_ms: largestMs, last_ms: lastAtMs }) => ({
    coin,
    count,
    largestMs,
    lastAtMs,
  }));
}
