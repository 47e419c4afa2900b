// Another e-mail address or phone number: proven at the old one and at the new one, and told to the old one, which can freeze.
import type { User, Uuid } from '@candor/wire';
import type { Bus } from '../../kit/bus.ts';
import type { CallContext, SelfContext } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Address, Codes } from '../codes/codes.ts';
import type { Notices } from '../codes/notices.ts';
import type { Digests } from '../digests.ts';
import { emailOrPhone, requireReachable, requireRight } from '../register.ts';
import { lockAccount, readAccount, storeAddress, type Account } from '../store.ts';
import { toUser } from '../user.ts';
import type { Proof, ProveOwner } from './prove-owner.ts';
import type { SecurityLog } from './security-log.ts';

export interface ContactOptions {
  pool: Pool;
  bus: Bus;
  codes: Codes;
  owner: ProveOwner;
  notices: Notices;
  securityLog: SecurityLog;
  digests: Digests;
}

export function createChangeContact(options: ContactOptions) {
  const { pool, bus, codes, owner, notices, digests } = options;
  return {
    /**
     * Whoever has the new address learns here alone whether another account has it: behind the code. It may be anybody's, so it counts as
     * one that a stranger asks for.
     */
    async sendCode({ typed, language }: { typed: string; language: string }, { ip }: CallContext): Promise<void> {
      await codes.send({ purpose: 'contact', address: requireReachable(emailOrPhone(typed)), language, ip });
    },

    /** Refuses with `account-frozen`, `address-taken`, `login-required` when the account is gone, and as `ProveOwner.whole` does. */
    async change(
      { typed, addressCode, proof }: { typed: string; addressCode: string; proof: Proof },
      context: SelfContext,
    ): Promise<User> {
      const { accountId, isFrozen } = context.session;
      if (isFrozen) refuse('account-frozen');
      const address = requireReachable(emailOrPhone(typed));
      const attempt = { purpose: 'contact', address, code: addressCode, ip: context.ip } as const;
      await codes.admit(context.ip, { isKnown: true });
      // Looked at first: whoever mistypes it uses up no code of a second factor.
      requireRight(await codes.use({ ...attempt, use: 'look' }));
      await owner.whole('contact', proof, context);
      const { before, kind, eventId } = await inTransaction(pool, async (database) => {
        requireRight(await codes.use({ ...attempt, use: 'spend', database }));
        return replace(options, database, { accountId, address, context });
      });
      bus.emit('account.changed', { accountId });
      notices.tell(accountId, kind, { eventId, origin: context.origin }, before);
      return toUser((await readAccount(pool, accountId)) ?? refuse('login-required'), digests);
    },
  };
}

async function replace(
  { securityLog }: ContactOptions,
  database: Database,
  { accountId, address, context }: { accountId: Uuid; address: Address; context: SelfContext },
) {
  await lockAccount(database, accountId);
  const before = (await readAccount(database, accountId)) ?? refuse('login-required');
  const column = address.channel === 'email' ? 'email' : 'phone';
  if (isSame(before[column], address.value)) refuse('address-taken');
  if (!(await storeAddress(database, { accountId, column, value: address.value }))) refuse('address-taken');
  const kind = `${column}-changed` as const;
  return { before, kind, eventId: await securityLog.record(database, { accountId, kind, context, hold: 'contact' }) };
}

const isSame = (before: Account['email'], next: string): boolean => before?.toLowerCase() === next.toLowerCase();
