// A figure that takes the database a while: what was counted stands for a minute, and whoever asks a little later is answered with it while
// it is counted anew. What is older than that may be of another day: whoever asks then waits for the new one.
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';

const standsMs = 60_000;
const shownMs = 5 * 60_000;

export interface Counted<Value> {
  at: number;
  value: Value;
}

export function countOnce<Value>(count: () => Promise<Value>, clock: Clock): () => Promise<Counted<Value>> {
  let counted: Counted<Value> | undefined;
  let underWay: Promise<Counted<Value>> | undefined;
  async function countNow(): Promise<Counted<Value>> {
    const at = clock.now();
    try {
      return (counted = { at, value: await count() });
    } catch (error) {
      log.warn('a figure was not counted anew', { error: reasonOf(error) });
      throw error;
    }
  }
  const joined = (): Promise<Counted<Value>> => (underWay ??= countNow().finally(() => (underWay = undefined)));
  return async () => {
    const age = counted ? clock.now() - counted.at : Infinity;
    if (counted && age <= standsMs) return counted;
    const fresh = joined();
    if (!counted || age > shownMs) return fresh;
    fresh.catch(() => undefined);
    return counted;
  };
}
