// What runs in a process from its start to its end, and the jobs that it has meanwhile.
import { startJobs, stopJobs, type Job } from './jobs.ts';
import { log } from './log.ts';

export interface Part {
  jobs?: readonly Job[];
  start?: () => Promise<void> | void;
  /** Stops taking new work and waits for what is under way; its jobs have been stopped by then. Also where its start has failed half-way. */
  stop?: () => Promise<void> | void;
}

export const startPart = (part: Part): Promise<void> => startParts([part]);

/** All of them, one after another, or none: where one fails, those before it are stopped, and what it had begun itself. */
export async function startParts(parts: readonly Part[]): Promise<void> {
  const begun: Part[] = [];
  try {
    for (const part of parts) {
      begun.push(part);
      await part.start?.();
      startJobs(part.jobs ?? []);
    }
  } catch (error) {
    await stopParts(begun).catch(() => undefined);
    throw error;
  }
}

export async function stopPart({ jobs = [], stop }: Part): Promise<void> {
  await stopJobs(jobs);
  await stop?.();
}

/** All of them, the last one first; one that fails keeps none of the others running: each is logged, and the first one thrown in the end. */
export async function stopParts(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) {
    await stopPart(part).catch((error: unknown) => {
      log.warn('a part did not end', { error });
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}
