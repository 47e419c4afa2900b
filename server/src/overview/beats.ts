// Each process says every ten seconds that it lives, how busy it is, what it holds and which of its jobs fail.
import { hostname } from 'node:os';
import { memoryUsage, pid } from 'node:process';
import { performance } from 'node:perf_hooks';
import { newUuid, type Uuid } from '@candor/wire';
import { createJob, failingJobs, type Role } from '../kit/jobs.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { deleteProcess, storeBeat } from './health-store.ts';

const everyMs = 10_000;
const megabyte = 1_048_576;

export function beats(pool: Pool, role: Role & ('web' | 'engine')): Required<Pick<Part, 'jobs' | 'stop'>> {
  const processId: Uuid = newUuid();
  let before = performance.eventLoopUtilization();
  const beat = (): Promise<void> => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return storeBeat(pool, {
      processId,
      role,
      host: hostname().slice(0, 255),
      pid,
      busyPermille: Math.min(1000, Math.max(0, Math.round(utilization * 1000))),
      memoryMb: Math.round(memoryUsage.rss() / megabyte),
      failing: failingJobs(),
    });
  };
  return {
    jobs: [createJob({ name: 'process-beat', role, every: everyMs, runsAtStart: true, run: beat })],
    stop: () => deleteProcess(pool, processId),
  };
}
