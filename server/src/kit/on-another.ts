// Retries on a new connection if the old connection was the reason for an error and nothing was executed. After a fail-over, for example,
// older connections lead to a server that no longer accepts writes.
import { setTimeout as sleep } from 'node:timers/promises';
import { isForAnother, isReadOnly } from './faults.ts';

/** Maximum time for retries. After most fail-overs the host name leads to the new server by then, and users should not wait longer. */
const patienceMs = 5_000;
const [pauseMs, pauseMaxMs] = [50, 500];

interface Terms {
  /** Returns whether nothing was executed, so that a retry is safe; default `isForAnother`. */
  isUndone?: (error: unknown) => boolean;
}

/** Retries `run` once at once, then with pauses while no server accepts writes. Rejects on any other error or when the time is up. */
export async function onAnother<Result>(
  run: () => Promise<Result>,
  { isUndone = isForAnother }: Terms = {},
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      const isWorthIt = isUndone(error) && (tries === 1 || isReadOnly(error));
      if (!isWorthIt || performance.now() > deadline) throw error;
    }
    if (tries > 1) await sleep(Math.min(pauseMaxMs, pauseMs * 2 ** (tries - 2)));
  }
}
