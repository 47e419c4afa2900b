// Keys that were used lately: the likeliest to come again.
import type { Uuid } from '@candor/wire';

export interface RecentKeys {
  has(key: Uuid): boolean;
  add(key: Uuid): void;
}

/** Remembers at least the last `count` keys, and never more than twice as many. */
export function rememberKeys(count: number): RecentKeys {
  let [newer, older] = [new Set<Uuid>(), new Set<Uuid>()];
  return {
    has: (key) => newer.has(key) || older.has(key),
    add(key) {
      if (newer.size >= count) [newer, older] = [new Set(), newer];
      newer.add(key);
    },
  };
}
