// An order as the database holds it beside what its ticks say that it must come to.
import type { ArchivedTick } from '@candor/wire';
import { recomputeOption, units, type Recomputed } from '../recompute-option.ts';
import type { StoredOrder } from './read-orders.ts';

export interface ComparedOrder {
  recomputed: Recomputed;
  differences: { field: string; is: unknown; wanted: unknown }[];
}

/** `ticks` is the coin's whole archive; undefined while it does not reach past the deciding moment. */
export function compareOrder(order: StoredOrder, ticks: readonly ArchivedTick[]): ComparedOrder | undefined {
  const recomputed = recomputeOption(
    {
      side: order.side,
      stake: units(order.stake),
      payoutRate: units(order.payout_rate),
      durationMs: order.duration_ms,
      exitWaitMs: order.exit_wait_ms,
      receivedMs: order.received_at,
      acceptedSequence: order.accepted_sequence,
    },
    ticks,
  );
  if (!recomputed) return undefined;
  const found = {
    entrySequence: order.entry_sequence,
    expiresMs: order.expires_at,
    exitSequence: order.exit_sequence,
    result: order.result,
    paid: order.paid === null ? null : units(order.paid),
  };
  const compared = Object.entries(found).map(([field, is]) => ({ field, is, wanted: recomputed[field as keyof Recomputed] })); // oxfmt-ignore
  return { recomputed, differences: compared.filter(({ is, wanted }) => is !== wanted) };
}
