// A list that forgets what was not asked for longest.
import { LRUCache } from 'lru-cache';

/** At most so many entries. By size: a `max` makes room for all of them at once, and most such lists never hold more than a few. */
export const recentEntries = <Entry extends object>(entriesMax: number): LRUCache<string, Entry> =>
  new LRUCache<string, Entry>({ maxSize: entriesMax, sizeCalculation: () => 1 });
