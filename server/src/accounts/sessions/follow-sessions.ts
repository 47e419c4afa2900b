// Sessions that ended elsewhere: by another process, by an operator's statement, or because their time ran out. Their sockets here
// end too, at once where the news comes through, and within seconds where it does not.
import { isUuid, type Uuid } from '@candor/wire';
import { z } from 'zod';
import type { Bus } from '../../kit/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import { createJob } from '../../kit/jobs.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { Part } from '../../kit/part.ts';
import { defineChannel, type PostgresChannels } from '../../kit/postgres-channel.ts';
import { isSessionOver } from '../rules.ts';
import { readSessionsById } from './session-store.ts';

const uuid = z.custom<Uuid>((text) => typeof text === 'string' && isUuid(text));
/** Told by the database itself, as all channels here. */
const sessionEnded = defineChannel('session_ended', z.object({ sessionId: uuid, accountId: uuid }));
const accountChanged = defineChannel('account_changed', z.object({ accountId: uuid }));

const lookEveryMs = 3_000;

export interface FollowOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  channels: PostgresChannels;
  /** Sessions with a socket to this process. */
  openSessions: () => { sessionId: Uuid; accountId: Uuid }[];
  everyMs?: number;
}

export function followSessions({
  pool,
  clock,
  bus,
  channels,
  openSessions,
  everyMs = lookEveryMs,
}: FollowOptions): Part {
  async function lookAtAll(): Promise<void> {
    const open = openSessions();
    if (open.length === 0) return;
    const stored = await readSessionsById(pool, open.map(({ sessionId }) => sessionId)); // oxfmt-ignore
    const now = clock.now();
    const alive = new Set(stored.flatMap((session) => (isSessionOver(session, now) ? [] : session.sessionId)));
    for (const session of open) if (!alive.has(session.sessionId)) bus.emit('session.ended', session);
  }

  const look = createJob({ name: 'follow-sessions', role: 'web', every: everyMs, isShared: true, run: lookAtAll });
  channels.listen(sessionEnded, (session) => bus.emit('session.ended', session));
  channels.listen(accountChanged, (changed) => bus.emit('account.changed', changed));
  channels.onListening(() => look.wake());
  return {
    jobs: [look],
    start: () => channels.start(),
    stop: () => channels.stop(),
  };
}
