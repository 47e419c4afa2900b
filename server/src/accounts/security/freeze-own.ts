// The owner freezes the account: from the mail about a change, or in the app. Operators alone release it, who ask whose it is.
import type { Uuid } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { CallContext } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Notices } from '../codes/notices.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lockAccount } from '../store.ts';
import type { FreezeLinks } from './freeze-links.ts';
import type { SecurityLog } from './security-log.ts';
import { disownEvent, freezeOwn } from './security-store.ts';

export interface FreezeOptions {
  pool: Pool;
  clock: Clock;
  sessions: Sessions;
  notices: Notices;
  securityLog: SecurityLog;
  links: FreezeLinks;
}

const linkLifeMs = 7 * 24 * 3_600_000;

export function createFreezeOwn({ pool, clock, sessions, notices, securityLog, links }: FreezeOptions) {
  /** Ends all sessions too: whoever else is in is out. */
  async function freeze(context: CallContext, find: (database: Database) => Promise<Uuid>): Promise<void> {
    const { accountId, ended, isNew } = await inTransaction(pool, async (database) => {
      const id = await find(database);
      await lockAccount(database, id);
      const hasFrozen = await freezeOwn(database, id);
      if (hasFrozen) await securityLog.record(database, { accountId: id, kind: 'account-frozen', context });
      return { accountId: id, isNew: hasFrozen, ended: await sessions.endAllWithin(database, id) };
    });
    sessions.announceEnded(accountId, ended);
    if (isNew) notices.tell(accountId, 'account-frozen');
  }

  return {
    /** Refuses with `link-invalid` what was not signed here, is older than a week, or was used. */
    async byLink(token: string, context: CallContext): Promise<void> {
      const eventId = links.eventOf(token) ?? refuse('link-invalid');
      await freeze(context, async (database) => {
        const now = clock.now();
        return (await disownEvent(database, { eventId, at: now, after: now - linkLifeMs })) ?? refuse('link-invalid');
      });
    },
    async bySession(accountId: Uuid, context: CallContext): Promise<void> {
      await freeze(context, () => Promise.resolve(accountId));
      context.endSession();
    },
  };
}
