// The SQL of options that gaps of our own made void or late.
import type { OptionVoidReason, Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';

export type OptionGapKind = OptionVoidReason | 'late-exit';

/** Each order once, however often it is told of. */
export async function keepGap(pool: Pool, gap: { orderId: Uuid; kind: OptionGapKind; at: number }): Promise<void> {
  await pool.query('insert into option_gaps (order_id, kind, at) values ($1, $2, $3) on conflict do nothing', [
    gap.orderId,
    gap.kind,
    new Date(gap.at),
  ]);
}

export async function countGaps(pool: Pool, since: number): Promise<{ voids: number; lateExits: number }> {
  const { rows } = await pool.query<{ voids: number; late_exits: number }>(
    `select count(*) filter (where kind <> 'late-exit') as voids, count(*) filter (where kind = 'late-exit') as late_exits
     from option_gaps where at >= $1`,
    [new Date(since)],
  );
  return { voids: rows[0]!.voids, lateExits: rows[0]!.late_exits };
}
