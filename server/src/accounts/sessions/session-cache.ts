// Sessions found lately, so that not every request asks the database. What ends here is forgotten here at once; what
// another process ends is noticed within the time that an entry is trusted.
import { LRUCache } from 'lru-cache';
import type { Uuid } from '@candor/wire';
import type { Bus } from '../../kit/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Session } from '../../kit/feature.ts';
import type { FoundSession } from './session-store.ts';

export interface Entry {
  found: FoundSession;
  session: Session;
}

/** The age up to which one is trusted, so that what another process did holds from 2 s on. */
const trustMs = 1_999;
const entriesMax = 10_000;

interface SessionCacheOptions {
  clock: Clock;
  bus: Bus;
  read: (key: string) => Promise<Entry | undefined>;
}

export interface SessionCache {
  get: (key: string) => Promise<Entry | undefined>;
  /** Without asking the database. */
  peek: (key: string) => Entry | undefined;
}

export function createSessionCache({ clock, bus, read }: SessionCacheOptions): SessionCache {
  const keyOfSession = new Map<Uuid, string>();
  const entries = new LRUCache<string, Entry>({
    max: entriesMax,
    ttl: trustMs,
    ttlResolution: 0,
    perf: clock,
    dispose: ({ found }) => keyOfSession.delete(found.sessionId),
  });
  // Counts what ended or changed: a row read before that must not be kept after it.
  let changes = 0;

  bus.on('session.ended', ({ sessionId }) => {
    changes++;
    entries.delete(keyOfSession.get(sessionId) ?? '');
  });
  bus.on('account.changed', ({ accountId }) => {
    changes++;
    const changed = [...entries].filter(([, { found }]) => found.accountId === accountId);
    for (const [key] of changed) entries.delete(key);
  });

  function peek(key: string): Entry | undefined {
    // It lasts longer than that when the clock was set back.
    if (entries.getRemainingTTL(key) > trustMs) entries.delete(key);
    return entries.get(key);
  }

  return {
    peek,
    async get(key) {
      const kept = peek(key);
      if (kept) return kept;
      const changesBefore = changes;
      const entry = await read(key);
      if (!entry || changes !== changesBefore) return entry;
      entries.set(key, entry);
      keyOfSession.set(entry.found.sessionId, key);
      return entry;
    },
  };
}
