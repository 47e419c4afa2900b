// The ledger where ticks and time decide: what customers' commands did is known there, however their events got lost.
import type { Bus } from '../kit/bus.ts';
import { createJob } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { followOutbox } from './follow-outbox.ts';
import { pruneOutbox } from './outbox-store.ts';

const pruneEveryMs = 10_000;
/** Nobody who follows the outbox from memory is ever so far behind, and nobody at all by so much more. */
const outboxKept = { olderThanMs: 3_600_000, everyoneAfterMs: 7 * 24 * 3_600_000 };

/** It starts before the products, which read what is live when they start. */
export function ledgerEngine({ pool, bus }: { pool: Pool; bus: Bus }): EnginePart {
  const outbox = followOutbox({
    pool,
    bus,
    role: 'engine',
    missed(happenings) {
      const accountIds = new Set(happenings.map(({ accountId }) => accountId));
      for (const accountId of accountIds) bus.emit('ledger.unheard', { accountId });
    },
  });
  const pruning = createJob({
    name: 'prune-outbox',
    role: 'engine',
    every: pruneEveryMs,
    run: async () => void (await pruneOutbox(pool, outboxKept)),
  });
  return { jobs: [pruning], start: outbox.start, stop: outbox.stop };
}
