// A short line for costly work in which everybody has a turn: whoever asks for much waits behind those who ask for little.
import type { Uuid } from '@candor/wire';
import { refuse, Refusal } from '../refuse.ts';

/** Whose turn it is, and how many of theirs may wait. */
export interface Asker {
  key: string;
  waitingMax: number;
}

/** Nobody types two passwords of one account at a time. */
export const accountAsker = (accountId: Uuid): Asker => ({ key: accountId, waitingMax: 2 });
/** Many people may share one. */
export const networkAsker = (network: string): Asker => ({ key: network, waitingMax: 16 });

type FairTurns = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;

interface Waiter {
  start: () => void;
  giveUp: (refusal: Refusal) => void;
}

/** `atOnce` at a time; the askers who wait are served in turn. Past `waitingMax` the longest line gives up its last place. */
export function createFairTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairTurns {
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  function makeRoom(line: readonly Waiter[]): void {
    if (waiting < waitingMax) return;
    const longest = [...lines.values()].reduce((most, other) => (other.length > most.length ? other : most));
    // Those with as many places as the longest line has would only push each other out.
    if (longest.length <= line.length + 1) refuse('busy');
    longest.pop()!.giveUp(new Refusal('busy'));
    waiting--;
  }

  function wait({ key, waitingMax: ownMax }: Asker): Promise<void> {
    const line = lines.get(key) ?? [];
    if (line.length >= ownMax) refuse('busy');
    makeRoom(line);
    waiting++;
    lines.set(key, line);
    return new Promise((start, giveUp) => line.push({ start, giveUp }));
  }

  /** The first of the line that was not served for longest; the line goes to the end. */
  function next(): Waiter | undefined {
    for (const [key, line] of lines) {
      lines.delete(key);
      const waiter = line.shift();
      if (line.length > 0) lines.set(key, line);
      if (!waiter) continue;
      waiting--;
      return waiter;
    }
    return undefined;
  }

  return async (asker, work) => {
    // Whoever finishes hands the turn over, so `running` stays as it is.
    if (running >= atOnce) await wait(asker);
    else running++;
    try {
      return await work();
    } finally {
      const waiter = next();
      if (waiter) waiter.start();
      else running--;
    }
  };
}
