// Changing the login password, which ends every session, and setting or changing the trade password.
import type { User } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { SelfContext } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Digests } from '../digests.ts';
import { accountAsker } from '../../kit/throttle/fair-turns.ts';
import type { AccountLimits } from '../throttle/limits.ts';
import type { Notices } from '../codes/notices.ts';
import type { Passwords } from '../../kit/passwords/passwords.ts';
import { ownWords } from './own-words.ts';
import type { ProvePassword } from './prove-password.ts';
import type { ProveOwner } from '../security/prove-owner.ts';
import type { SecurityLog } from '../security/security-log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { insertCredential, lockAccount, readAccount, replaceCredential } from '../store.ts';
import { isThrottled, secondsOf } from '../../kit/throttle/throttle.ts';
import type { Throttle } from '../../kit/throttle/throttle.ts';
import type { CheckTradePassword, TradePasswordVerdict } from './trade-password.ts';
import { toUser } from '../user.ts';
import { requireGoodPassword, requireGoodTradePassword } from '../../kit/passwords/weak-passwords.ts';

const changesPerHour = 20;

interface ChangePasswordOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  provePassword: ProvePassword;
  checkTradePassword: CheckTradePassword;
  sessions: Sessions;
  notices: Notices;
  securityLog: SecurityLog;
  owner: ProveOwner;
  digests: Digests;
  throttle: Throttle;
  limits: AccountLimits;
}

interface PasswordChange {
  original: string;
  next: string;
  /** Of the second factor, where one is on; for a first trade password else of a message. */
  code: string;
}

/**
 * Either change refuses with `password-same`, `too-many-requests`, `password-wrong`, `trade-password-locked`, `busy` when another
 * change came first, `login-required` when the account is gone, and as `requireGoodPassword` and `ProveOwner` do.
 */
export function createChangePassword(options: ChangePasswordOptions) {
  const { pool, digests } = options;
  const userNow = async (context: SelfContext): Promise<User> => {
    const account = await readAccount(pool, context.session.accountId);
    return account ? toUser(account, digests) : refuse('login-required');
  };
  return {
    async login(change: PasswordChange, context: SelfContext): Promise<User> {
      requireOther(change);
      await limited(options, context, () => changeLoginPassword(options, { ...change, context }));
      return userNow(context);
    },
    async trade(change: PasswordChange, context: SelfContext): Promise<User> {
      requireOther(change);
      await limited(options, context, () => changeTradePassword(options, { ...change, context }));
      return userNow(context);
    },
  };
}

/**
 * Said before anything is proven or counted: it tells only what was typed, and costs nothing however often it is sent. As passwords are
 * compared: what another keyboard makes of the same one is no other.
 */
function requireOther({ original, next }: PasswordChange): void {
  if (next.normalize('NFKC') === original.normalize('NFKC')) refuse('password-same');
}

/** Each change costs the work of a proof and of a hash, also with the right password; wrong ones have limits of their own. */
async function limited(
  { throttle, digests }: ChangePasswordOptions,
  { session: { accountId } }: SelfContext,
  change: () => Promise<void>,
): Promise<void> {
  const subject = digests.subject('password-changes', accountId);
  const rule = { kind: 'limit', limit: changesPerHour, windowMs: 3_600_000 } as const;
  const taken = await throttle.take([{ scope: 'password-changes', subject, rule }]);
  if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
  try {
    await change();
  } catch (error) {
    await throttle.giveBack(taken);
    throw error;
  }
}

async function changeLoginPassword(
  { pool, clock, passwords, provePassword, sessions, notices, securityLog, owner, limits }: ChangePasswordOptions,
  { original, next, code, context }: PasswordChange & { context: SelfContext },
): Promise<void> {
  const { accountId } = context.session;
  const account = await readAccount(pool, accountId);
  requireGoodPassword(next, { min: limits.passwordLengthMin, own: ownWords(account) });
  const asker = accountAsker(accountId);
  const version = await provePassword({ accountId, name: '', password: original, ip: context.ip, asker });
  if (version === undefined) refuse('password-wrong');
  await owner.besidesPassword('login-password', { code }, context);
  const hashed = await passwords.hash(next, asker);
  const { ended, eventId } = await inTransaction(pool, async (database) => {
    await lockAccount(database, accountId);
    const at = clock.now();
    if (!(await replaceCredential(database, { accountId, kind: 'login', ...hashed, at, version }))) refuse('busy');
    const happened = { accountId, kind: 'password-changed', context, hold: 'login-password' } as const;
    const event = await securityLog.record(database, happened);
    return { eventId: event, ended: await sessions.endAllWithin(database, accountId) };
  });
  sessions.announceEnded(accountId, ended);
  context.endSession();
  notices.tell(accountId, 'password-changed', { eventId, origin: context.origin });
}

async function changeTradePassword(
  options: ChangePasswordOptions,
  { original, next, code, context }: PasswordChange & { context: SelfContext },
): Promise<void> {
  const { pool, clock, passwords, notices, securityLog } = options;
  const { accountId } = context.session;
  requireGoodTradePassword(next);
  const version = await replacedVersion(options, { original, code, context });
  const hashed = await passwords.hash(next, accountAsker(accountId));
  const eventId = await inTransaction(pool, async (database) => {
    const change = { accountId, kind: 'trade', ...hashed, at: clock.now() } as const;
    const isDone =
      version === undefined
        ? await insertCredential(database, change)
        : await replaceCredential(database, { ...change, version });
    // Another change came in between: the one who typed should see it and type again.
    if (!isDone) refuse('busy');
    return securityLog.record(database, { accountId, kind: 'trade-password-changed', context, hold: 'trade-password' });
  });
  notices.tell(accountId, 'trade-password-changed', { eventId, origin: context.origin });
}

/**
 * Of the trade password that is replaced; undefined where none was set: then it is the login password that is proven, and all that a
 * change of the account's protection asks for, as a trade password opens what a session and a login password do not.
 */
async function replacedVersion(
  { clock, checkTradePassword, owner }: ChangePasswordOptions,
  { original, code, context }: Omit<PasswordChange, 'next'> & { context: SelfContext },
): Promise<number | undefined> {
  const verdict = await checkTradePassword(context.session.accountId, original);
  if (verdict.kind === 'none') {
    await owner.whole('first-trade-password', { password: original, code }, context);
    return undefined;
  }
  const version = versionIfRight(verdict, clock.now());
  await owner.besidesPassword('trade-password', { code }, context);
  return version;
}

function versionIfRight(verdict: Exclude<TradePasswordVerdict, { kind: 'none' }>, now: number): number {
  if (verdict.kind === 'wrong') refuse('password-wrong');
  if (verdict.kind === 'right') return verdict.version;
  const seconds = String(Math.ceil((verdict.until - now) / 1000));
  return refuse('trade-password-locked', { until: toInstant(verdict.until), seconds });
}
