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
/** One that is asked for at this age is read again ahead of need, together with all that fall due within the pause. */
const renewAfterMs = 1_000;
const renewPauseMs = 100;
const entriesMax = 10_000;

interface SessionCacheOptions {
  clock: Clock;
  bus: Bus;
  read: (key: string) => Promise<Entry | undefined>;
}

export function createSessionCache({ clock, bus, read }: SessionCacheOptions) {
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

  async function load(key: string): Promise<Entry | undefined> {
    const now = clock.now();
    const changesBefore = changes;
    const entry = await read(key);
    remove(key);
    if (!entry || changes !== changesBefore) return entry;
    const oldest = entries.size >= entriesMax ? entries.keys().next().value : undefined;
    if (oldest !== undefined) remove(oldest);
    entries.set(key, { ...entry, readAt: now });
    keyOfSession.set(entry.found.sessionId, key);
    return entry;
  }

  const due = new Set<string>();

  function renewSoon(key: string): void {
    if (due.size === 0) setTimeout(renew, renewPauseMs).unref();
    due.add(key);
  }

  function renew(): void {
    // One that fails grows too old, and whoever asks for it then hears why.
    for (const key of due) load(key).catch(() => undefined);
    due.clear();
  }

  return {
    /** At once, as most requests find theirs; a promise when it must be read. */
    get(key: string): Entry | Promise<Entry | undefined> {
      const kept = entries.get(key);
      const age = kept ? clock.now() - kept.readAt : trustMs;
      if (!kept || age < 0 || age >= trustMs) return load(key);
      if (age >= renewAfterMs) renewSoon(key);
      return kept;
    },
  };
}
