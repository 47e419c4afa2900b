// What a connection refused because of itself is run again on another one: nothing was done, as after a fail-over, when connections
// that were opened before reach a server that takes no writes any more.
import { setTimeout as sleep } from 'node:timers/promises';
import { isForAnother, isReadOnly } from './faults.ts';

/** Longer than a name leads to the old server after most fail-overs is too long for somebody who waits. */
const patienceMs = 5_000;
const [pauseMs, pauseMaxMs] = [50, 500];

interface Terms {
  /** Whether nothing was done; of what a connection refused because of itself this is so. */
  isUndone?: (error: unknown) => boolean;
}

/** Runs `run` until it succeeds, fails otherwise, or time is up: at once on a new connection, and with pauses while no server takes writes. */
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
