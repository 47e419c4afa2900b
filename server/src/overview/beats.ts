// Every ten seconds each process stores a heartbeat: its load, its memory, its failing jobs, and the clocks that differ from its own.
import { hostname } from 'node:os';
import { memoryUsage, pid } from 'node:process';
import { performance } from 'node:perf_hooks';
import { newUuid, type Uuid } from '@candor/wire';
import { clockFaults, noteClockFault } from '../kit/clock-faults.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, failingJobs, type Role } from '../kit/jobs.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { deleteProcess, storeBeat } from './health-store.ts';

const everyMs = 10_000;
const megabyte = 1_048_576;
/** Tolerance of the comparison with the database's clock, since the answer may be delayed by this much. */
const databaseOffMaxMs = 2_000;

export function beats(
  { pool, clock }: { pool: Pool; clock: Clock },
  role: Role & ('web' | 'engine'),
): Required<Pick<Part, 'jobs' | 'stop'>> {
  const processId: Uuid = newUuid();
  let before = performance.eventLoopUtilization();
  const beat = async (): Promise<void> => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const askedAt = clock.now();
    const databaseMs = await storeBeat(pool, {
      processId,
      role,
      host: hostname().slice(0, 255),
      pid,
      busyPermille: Math.min(1000, Math.max(0, Math.round(utilization * 1000))),
      memoryMb: Math.round(memoryUsage.rss() / megabyte),
      failing: failingJobs(),
      clockFaults: clockFaults(),
    });
    // The database read its clock at some time between the request and now.
    const aheadMs = databaseMs - Math.min(Math.max(databaseMs, askedAt), clock.now());
    noteClockFault('database', Math.abs(aheadMs) > databaseOffMaxMs ? aheadMs : undefined, clock);
  };
  return {
    jobs: [createJob({ name: 'process-beat', role, every: everyMs, runsAtStart: true, run: beat })],
    stop: () => deleteProcess(pool, processId),
  };
}
