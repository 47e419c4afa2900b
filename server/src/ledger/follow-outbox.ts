// What was committed and not told: an event is told by the process that committed it, and is lost with that process, with its
// connection before the answer, or on the way. The outbox has it all the same, and whoever follows it finds out within seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import { createInTurn } from '../kit/in-turn.ts';
import { createJob, type Role } from '../kit/jobs.ts';
import { counter } from '../kit/metrics.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Happening } from './command.ts';
import { endOfAll, newestPlace } from './outbox-store.ts';
import { readOutbox, type OutboxCursor } from './read-outbox.ts';

declare module '../kit/bus.ts' {
  interface Events {
    /** All events of one batch, which has this id in the outbox, have been emitted before. */
    'ledger.told': { id: Uuid };
    /** Something of an account that has sockets here, which no event told. */
    'ledger.missed': Happening;
  }
}

export interface OutboxFollower {
  /** From now on; what was committed before is the caller's to read, after this has resolved. */
  start: () => Promise<void>;
  /** Resolves when all that was under way in the database has ended and was told, here or by `missed`. */
  caughtUp(): Promise<void>;
  stop: () => Promise<void>;
}

export interface OutboxTiming {
  everyMs: number;
  /** What is younger may still be told by whoever committed it. */
  graceMs: number;
}
const standardTiming: OutboxTiming = { everyMs: 500, graceMs: 1_000 };
const rowsAtOnce = 500;
const lookAgainMs = 20;
/** Longer than an event is on its way. */
const toldKeptMs = 60_000;

const missedTotal = counter({ name: 'candor_outbox_missed_total', help: 'Things committed that no event told this process' }); // oxfmt-ignore

/** `missed` is called at least once with each thing that no event told; a second time after it has thrown. */
export function followOutbox(options: {
  pool: Pool;
  bus: Bus;
  role: Role;
  missed: (happenings: readonly Happening[]) => Promise<void> | void;
  timing?: Partial<OutboxTiming>;
}): OutboxFollower {
  const { pool, bus, missed } = options;
  const timing = { ...standardTiming, ...options.timing };
  const inTurn = createInTurn();
  /** When it was told, by the monotonic clock. */
  const told = new Map<Uuid, number>();
  const stopping = new AbortController();
  let cursor: OutboxCursor | undefined;
  const unsubscribe = bus.on('ledger.told', ({ id }) => void told.set(id, performance.now()));

  /** Reads to the end of what has been committed for so long; resolves with the transaction below which nothing can follow. */
  const readOn = (olderThanMs: number): Promise<bigint> =>
    inTurn('outbox', async () => {
      for (;;) {
        const next = { after: cursor!, told: [...told.keys()], olderThanMs, limit: rowsAtOnce };
        const { rows, upTo } = await readOutbox(pool, next);
        const untold = rows.filter(({ id }) => !told.has(id)).flatMap(({ happenings }) => happenings);
        if (untold.length > 0) {
          await missed(untold);
          missedTotal.inc(untold.length);
        }
        for (const { id } of rows) told.delete(id);
        cursor = rows.at(-1) ?? cursor;
        if (rows.length < rowsAtOnce) return BigInt(upTo);
      }
    });

  function forgetTold(): void {
    for (const [id, at] of told) if (at < performance.now() - toldKeptMs) told.delete(id);
  }

  const job = createJob({
    name: 'follow-outbox',
    role: options.role,
    every: timing.everyMs,
    isShared: true,
    async run() {
      await readOn(timing.graceMs);
      forgetTold();
    },
  });

  return {
    async start() {
      cursor = await newestPlace(pool);
      job.start();
    },
    async caughtUp() {
      const end = await endOfAll(pool);
      while (!stopping.signal.aborted && (await readOn(0)) < end) {
        await sleep(lookAgainMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    },
    async stop() {
      stopping.abort();
      unsubscribe();
      await job.stop();
    },
  };
}
