// A forgotten login password: a code to the address of the account, and a new one with it. Nobody learns here who has an account.
import { addressKey } from '../../kit/address-key.ts';
import type { Clock } from '../../kit/clock.ts';
import type { CallContext } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Passwords } from '../../kit/passwords/passwords.ts';
import { requireGoodPassword } from '../../kit/passwords/weak-passwords.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { networkAsker } from '../../kit/throttle/fair-turns.ts';
import type { Address, Codes } from '../codes/codes.ts';
import type { Notices } from '../codes/notices.ts';
import type { Digests } from '../digests.ts';
import { knownFrom } from '../origins.ts';
import { emailOrPhone, requireRight } from '../register.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lockAccount, readAccountByName, readCredential, replaceCredential, type Account } from '../store.ts';
import type { AccountLimits } from '../throttle/limits.ts';
import { ownWords } from './own-words.ts';
import { nobody } from './prove-password.ts';

export interface ResetOptions {
  pool: Pool;
  clock: Clock;
  codes: Codes;
  passwords: Passwords;
  sessions: Sessions;
  notices: Notices;
  securityLog: SecurityLog;
  limits: AccountLimits;
  digests: Digests;
}

export function createResetPassword(options: ResetOptions) {
  const { pool, codes, passwords, sessions, notices, limits, digests } = options;
  return {
    /** Answers the same, and does the same work before it answers, whether or not somebody has the address. */
    async send({ typed, language }: { typed: string; language: string }, { ip }: CallContext): Promise<void> {
      const address = emailOrPhone(typed);
      const account = await accountAt(pool, address);
      const { site: isKnown } = await knownFrom(pool, digests, { accountId: account?.accountId ?? nobody, ip });
      await codes.send({ purpose: 'reset', address, language, ip, quietly: account ? 'sent' : 'not-sent', isKnown });
    },

    /** Refuses as `requireGoodPassword` does, and with `code-invalid` or `code-expired`. */
    async set(
      { typed, code, next }: { typed: string; code: string; next: string },
      context: CallContext,
    ): Promise<void> {
      const address = emailOrPhone(typed);
      const attempt = { purpose: 'reset', address, code, ip: context.ip } as const;
      requireGoodPassword(next, { min: limits.passwordLengthMin, own: [address.value] });
      const owner = await accountAt(pool, address);
      // A site that is full would tell whom it does not refuse; each code is good for few tries anyway.
      await codes.admit(context.ip, { isKnown: true });
      requireRight(await codes.use({ ...attempt, use: 'look' }));
      // What else is known of the account is told by a refusal only to who has its code.
      requireGoodPassword(next, { min: limits.passwordLengthMin, own: ownWords(owner) });
      const hashed = await passwords.hash(next, networkAsker(addressKey(context.ip)));
      const { accountId, ended, eventId } = await inTransaction(pool, async (database) => {
        requireRight(await codes.use({ ...attempt, use: 'spend', database }));
        const account = (await accountAt(database, address)) ?? refuse('code-invalid');
        return replace(options, database, { account, hashed, context });
      });
      sessions.announceEnded(accountId, ended);
      notices.tell(accountId, 'password-reset', { eventId, origin: context.origin });
    },
  };
}

async function replace(
  { clock, sessions, securityLog }: ResetOptions,
  database: Database,
  change: { account: Account; hashed: Awaited<ReturnType<Passwords['hash']>>; context: CallContext },
) {
  const { accountId } = change.account;
  await lockAccount(database, accountId);
  const credential = await readCredential(database, { accountId, kind: 'login', lock: true });
  const { version } = credential ?? refuse('code-invalid');
  await replaceCredential(database, { accountId, kind: 'login', ...change.hashed, at: clock.now(), version });
  const happened = { accountId, kind: 'password-reset', context: change.context, hold: 'login-password' } as const;
  const eventId = await securityLog.record(database, happened);
  return { accountId, eventId, ended: await sessions.endAllWithin(database, accountId) };
}

const accountAt = (database: Database, { channel, value }: Address): Promise<Account | undefined> =>
  readAccountByName(database, { column: channel === 'email' ? 'email' : 'phone', value });
