// Lets few do dear work at once. Others wait for their turn, not too many and not for long.
import { refuse } from './refuse.ts';

export interface GateOptions {
  atOnce: number;
  waitingMax: number;
  waitMaxMs: number;
}

/** Runs the work in its turn; refuses as `busy` when too much waits already, or when the turn does not come. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate({ atOnce, waitingMax, waitMaxMs }: GateOptions): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;

  async function enter(): Promise<void> {
    if (inside < atOnce) return void inside++;
    if (waiting.length >= waitingMax) refuse('busy');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const admit = (): void => resolve(true);
    waiting.push(admit);
    const late = setTimeout(resolve, waitMaxMs, false);
    const isIn = await promise;
    clearTimeout(late);
    if (isIn) return;
    waiting.splice(waiting.indexOf(admit), 1);
    refuse('busy');
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inside--;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
