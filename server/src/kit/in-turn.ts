// Work on one thing at a time: calls with the same key run one after the other, others side by side.
import { refuse } from './refuse.ts';

export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** A flood on one key waits here and not on a database row, where it would take the connections from everyone else. */
export function createInTurn(waitingMax = 2_000): InTurn {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= waitingMax) refuse('busy');
    const mine = line.last.then(work);
    line.last = mine.catch(() => undefined);
    line.length++;
    lines.set(key, line);
    try {
      return await mine;
    } finally {
      if (--line.length === 0) lines.delete(key);
    }
  };
}
