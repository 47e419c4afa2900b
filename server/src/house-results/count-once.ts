// A figure that takes the database a while: what was counted stands for a minute, and whoever asks later is answered with it while it is
// counted anew.
import type { Clock } from '../kit/clock.ts';

const standsMs = 60_000;

export interface Counted<Value> {
  at: number;
  value: Value;
}

export function countOnce<Value>(count: () => Promise<Value>, clock: Clock): () => Promise<Counted<Value>> {
  let counted: Counted<Value> | undefined;
  let underWay: Promise<Counted<Value>> | undefined;
  async function countNow(): Promise<Counted<Value>> {
    const at = clock.now();
    return (counted = { at, value: await count() });
  }
  const joined = (): Promise<Counted<Value>> => (underWay ??= countNow().finally(() => (underWay = undefined)));
  return async () => {
    const isOld = !counted || clock.now() - counted.at > standsMs;
    const fresh = isOld ? joined() : undefined;
    // What a count that nobody waits for fails with, the next one meets again.
    if (counted) void fresh?.catch(() => undefined);
    return counted ?? (await fresh!);
  };
}
