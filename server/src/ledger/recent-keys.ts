// Keys that were used lately: the likeliest to come again.
import type { Uuid } from '@candor/wire';

export interface RecentKeys {
  /** Now and then true of a key that was never added, which costs its caller a look-up and nothing else. */
  has(key: Uuid): boolean;
  add(key: Uuid): void;
}

/**
 * Remembers at least the last `count` keys, and never more than twice as many: their hashes, in flat tables, since tens of thousands
 * of texts would keep the garbage collector busy.
 */
export function rememberKeys(count: number): RecentKeys {
  let [newer, older] = [createTable(count), createTable(count)];
  let added = 0;
  return {
    has(key) {
      const hash = hashOf(key);
      return newer[placeOf(newer, hash)] === hash || older[placeOf(older, hash)] === hash;
    },
    add(key) {
      if (added >= count) {
        [newer, older] = [older.fill(0), newer];
        added = 0;
      }
      const hash = hashOf(key);
      const place = placeOf(newer, hash);
      if (newer[place] === 0) added++;
      newer[place] = hash;
    },
  };
}

/** Four times as long as it needs, so that a hash is found after a step or two. */
const createTable = (count: number): Uint32Array => new Uint32Array(2 ** Math.ceil(Math.log2(4 * count)));

/** Where the hash is, or the free place where it would be. */
function placeOf(table: Uint32Array, hash: number): number {
  const mask = table.length - 1;
  let place = hash & mask;
  while (table[place] !== 0 && table[place] !== hash) place = (place + 1) & mask;
  return place;
}

/** Customers choose their keys; they can't tell which of them begin at the same place. */
const seed = Math.floor(Math.random() * 2 ** 32);

/** 32 bits and never 0, which is a free place. */
function hashOf(key: Uuid): number {
  let hash = seed;
  for (let place = 0; place < key.length; place++) {
    hash = Math.imul(hash ^ key.charCodeAt(place), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0 || 1;
}
