// What happened to an account: kept in its history, and where it binds with a hold on withdrawals and word to its owner.
import { holdMs, type HoldReason, type SecurityEventKind, type Uuid } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { CallContext } from '../../kit/feature.ts';
import { keepHappening } from '../../kit/keep-happening.ts';
import { log } from '../../kit/log.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { reasonOf } from '../../kit/reason-of.ts';
import { printable } from '../sessions/printable.ts';
import { isTold } from './notices.ts';
import { deleteOldEvents, insertEvent, insertHold } from './security-store.ts';

export interface Happened {
  accountId: Uuid;
  kind: SecurityEventKind;
  context: Pick<CallContext, 'ip' | 'userAgent'>;
  /** What nothing may be withdrawn for, for a day. */
  hold?: HoldReason;
}

export interface SecurityLog {
  /** What changes nothing: nobody waits for it. */
  note(happened: Happened): void;
  /** Waits for what is noted. */
  settled(): Promise<void>;
  /** Within the transaction that does it; answers the event's id, for the notice once that is committed. */
  record(database: Database, happened: Happened): Promise<Uuid>;
  /** Forgets what is older than two years. */
  prune(database: Database): Promise<void>;
}

const keptMs = 2 * 365 * 24 * 3_600_000;

export function createSecurityLog({
  pool,
  clock,
  newId,
}: {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
}): SecurityLog {
  const underWay = new Set<Promise<unknown>>();
  const self: SecurityLog = {
    note(happened) {
      const noting = self
        .record(pool, happened)
        .catch((error: unknown) =>
          log.warn('security event not kept', { kind: happened.kind, reason: reasonOf(error) }),
        )
        .finally(() => underWay.delete(noting));
      underWay.add(noting);
    },
    async settled() {
      await Promise.all(underWay);
    },
    async record(database, { accountId, kind, context, hold }) {
      const [eventId, at] = [newId(), clock.now()];
      const [ip, userAgent] = [printable(context.ip, 45), printable(context.userAgent, 200)];
      await insertEvent(database, { eventId, accountId, kind, at, ip, userAgent });
      if (isTold(kind))
        await keepHappening(database, { id: newId(), name: 'account.secured', accountId, objectId: eventId });
      if (hold) await insertHold(database, { accountId, reason: hold, begunAt: at, endsAt: at + holdMs });
      return eventId;
    },
    prune: (database) => deleteOldEvents(database, clock.now() - keptMs),
  };
  return self;
}
