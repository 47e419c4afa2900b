// A job that delivers the messages of one channel. It claims rows under a lease and limits the deliveries in progress per receiving host.
import type { Clock } from './clock.ts';
import { HostTurns } from './host-turns.ts';
import { createJob, type Job } from './jobs.ts';

export interface DeliveryLane {
  /** Time after which the job starts the next deliveries while a slow one continues. */
  patienceMs: number;
  /** Number of rows per claim. As many slow deliveries of earlier claims may still be running. */
  batchMax: number;
  /** Number of deliveries to one host at the same time. */
  mostPerHost: number;
  /** Lease of a claim, longer than a delivery takes. After it another process delivers the rows that a dead process had claimed. */
  leaseMs: number;
}

export interface DueClaim {
  now: number;
  leaseUntil: number;
  limit: number;
  /** Hosts whose deliveries are not claimed. */
  busy: readonly string[];
}

interface DeliveryJob<Delivery> {
  name: string;
  clock: Clock;
  lane: DeliveryLane;
  /** Claims rows that are due and whose host is not among the busy ones. */
  claim(which: DueClaim): Promise<readonly Delivery[]>;
  /** Returns the earliest due time of the rows whose host is not busy; undefined if there are none. */
  nextDueAt(busy: readonly string[]): Promise<number | undefined>;
  /** Tries a delivery and stores how the try ended. */
  deliver(delivery: Delivery, turns: HostTurns): Promise<void>;
}

/** A host without a free turn is tried again after this pause. */
export const hostPauseMs = 5_000;
const [pollMs, waitMinMs] = [5_000, 50];

/** Makes the job. The caller wakes it when there are new deliveries. */
export function createDeliveryJob<Delivery>(parts: DeliveryJob<Delivery>): Job {
  const { name, clock, lane } = parts;
  const { patienceMs, batchMax, mostPerHost, leaseMs } = lane;
  const turns = new HostTurns({ clock, patienceMs, most: mostPerHost });
  const job = createJob({
    name,
    role: 'web',
    every: pollMs,
    isShared: true,
    runsAtStart: true,
    patienceMs,
    besideMax: batchMax,
    due: {
      take() {
        const now = clock.now();
        return parts.claim({ now, leaseUntil: now + leaseMs, limit: batchMax, busy: turns.busy() });
      },
      async carryOut(delivery) {
        await parts.deliver(delivery, turns);
        return 'done';
      },
      async restMs() {
        const dueAt = await parts.nextDueAt(turns.busy());
        return dueAt === undefined ? undefined : Math.max(waitMinMs, dueAt - clock.now());
      },
    },
  });
  turns.onFree(() => job.wake());
  return job;
}
