// Sessions found lately, so that not every request asks the database. What ends here is forgotten here at once; what
// another process ends is noticed within the time that an entry is trusted.
import type { Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Session } from '../kit/feature.ts';
import type { FoundSession } from './session-store.ts';

export interface Entry {
  found: FoundSession;
  session: Session;
}

const trustMs = 2_000;
const entriesMax = 10_000;

export function createSessionCache({ clock, bus }: { clock: Clock; bus: Bus }) {
  const entries = new Map<string, Entry & { readAt: number }>();
  const keyOfSession = new Map<Uuid, string>();
  // Counts what ended or changed: a row read before that must not be kept after it.
  let changes = 0;

  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    keyOfSession.delete(entry.found.sessionId);
  };
  bus.on('session.ended', ({ sessionId }) => {
    changes++;
    const key = keyOfSession.get(sessionId);
    if (key !== undefined) remove(key);
  });
  bus.on('account.changed', ({ accountId }) => {
    changes++;
    for (const [key, { found }] of entries) if (found.accountId === accountId) remove(key);
  });

  return {
    /** At once, as most requests find theirs; undefined when it must be read. */
    get(key: string, now: number): Entry | undefined {
      const kept = entries.get(key);
      return kept && now >= kept.readAt && now < kept.readAt + trustMs ? kept : undefined;
    },
    async read(key: string, read: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
      const now = clock.now();
      const changesBefore = changes;
      const entry = await read();
      remove(key);
      if (!entry || changes !== changesBefore) return entry;
      const oldest = entries.size >= entriesMax ? entries.keys().next().value : undefined;
      if (oldest !== undefined) remove(oldest);
      entries.set(key, { ...entry, readAt: now });
      keyOfSession.set(entry.found.sessionId, key);
      return entry;
    },
  };
}
