// What runs in a process from its start to its end, and the jobs that it has meanwhile.
import { startJobs, stopJobs, type Job } from './jobs.ts';

export interface Part {
  jobs?: readonly Job[];
  start?: () => Promise<void> | void;
  /** Stops taking new work and waits for what is under way; its jobs have been stopped by then. */
  stop?: () => Promise<void> | void;
}

export async function startPart({ jobs = [], start }: Part): Promise<void> {
  await start?.();
  startJobs(jobs);
}

export async function stopPart({ jobs = [], stop }: Part): Promise<void> {
  await stopJobs(jobs);
  await stop?.();
}
