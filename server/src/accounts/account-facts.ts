// What the rest of the server may know of an account.
import type { AccountType, User, Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Book } from '../kit/feature.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import type { Digests } from './digests.ts';
import { countAccounts, countReferred, readAccount, readCredential, readExperienceStanding, setVerified } from './store.ts'; // oxfmt-ignore
import { toUser } from './user.ts';

export interface AccountFact {
  accountId: Uuid;
  /** Eight digits. */
  number: string;
  accountType: AccountType;
  book: Book;
  isVerified: boolean;
  language: string;
  /** Null for who registered by phone, and for experience accounts. */
  email: string | null;
  createdAt: number;
}

export interface AccountFacts {
  find: (accountId: Uuid) => Promise<AccountFact | undefined>;
  /** The record as the wire shows it. */
  userOf(accountId: Uuid): Promise<User | undefined>;
  /** Real accounts; up to ten seconds old. */
  countUsers: () => Promise<number>;
  /** Who has opened an account with its invite code. */
  countInvited: (accountId: Uuid) => Promise<number>;
  /** Whether somebody invited this customer, and the number of the experience account that there is; undefined of any other account. */
  experienceStanding(accountId: Uuid): Promise<{ isInvited: boolean; number: string | null } | undefined>;
  /** When a password was last set or changed; undefined for a trade password that was never set. */
  passwordChangedAt(accountId: Uuid, kind: 'login' | 'trade'): Promise<number | undefined>;
  /**
   * Marks the account as verified, with the way that it came about; once verified it stays as it is. Within a transaction, whoever
   * has committed it says that the account has changed.
   */
  markVerified(accountId: Uuid, by: 'identity' | 'demo', database?: Database): Promise<void>;
}

interface AccountFactsOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  digests: Digests;
}

const countTrustMs = 10_000;

export function createAccountFacts({ pool, clock, bus, digests }: AccountFactsOptions): AccountFacts {
  let counted: { count: number; at: number } | undefined;
  return {
    async find(accountId) {
      const account = await readAccount(pool, accountId);
      return (
        account && {
          accountId,
          number: account.number,
          accountType: account.accountType,
          book: account.accountType === '0' ? 'bonus' : 'real',
          isVerified: account.verifiedBy !== null,
          language: account.language,
          email: account.email,
          createdAt: account.createdAt,
        }
      );
    },
    async userOf(accountId) {
      const account = await readAccount(pool, accountId);
      return account && toUser(account, digests);
    },
    async countUsers() {
      const now = clock.now();
      if (!counted || now >= counted.at + countTrustMs) counted = { count: await countAccounts(pool, '1'), at: now };
      return counted.count;
    },
    countInvited: (accountId) => countReferred(pool, accountId),
    experienceStanding: (accountId) => readExperienceStanding(pool, accountId),
    async passwordChangedAt(accountId, kind) {
      return (await readCredential(pool, { accountId, kind }))?.changedAt;
    },
    async markVerified(accountId, by, database) {
      await setVerified(database ?? pool, { accountId, by, at: clock.now() });
      if (!database) bus.emit('account.changed', { accountId });
    },
  };
}
