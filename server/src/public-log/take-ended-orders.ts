// What ended is taken into the public log, as a digest of digests: nobody learns what it was, and nobody rewrites it unseen.
import { columns, safeInteger } from '../kit/columns.ts';
import type { Pool } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';

/** An order is committed that long after the time that it says it was settled, at most. */
export const lateMaxMinutes = 10;
const takenAtOnce = 20_000;
const taken = columns({ count: safeInteger });

/** All that has ended and was not taken in yet; of a server that was down for long, what ended since the last time. */
export async function takeEndedOrders(pool: Pool): Promise<void> {
  for (let count = takenAtOnce; count === takenAtOnce;) {
    const row = await selectOne(
      pool,
      taken,
      `select public_log_take_ended(coalesce((
         select to_timestamp((leaf::json ->> 'at_ms')::bigint / 1000.0) - $1 * interval '1 minute'
         from public_log where seq = (select max(seq) from ended_orders)), '-infinity'), $2) as count`,
      [lateMaxMinutes, takenAtOnce],
    );
    count = row!.count;
  }
}
