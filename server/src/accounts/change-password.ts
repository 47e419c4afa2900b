// Changing the login password, which ends every session, and setting or changing the trade password.
import type { User } from '@candor/wire';
import { toInstant, tradePasswordForm } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Digests } from './digests.ts';
import type { Notices } from './notices.ts';
import type { Passwords } from './passwords.ts';
import type { ProvePassword } from './prove-password.ts';
import { requirePasswordLength } from './register.ts';
import type { Sessions } from './sessions.ts';
import { insertCredential, lockAccount, readAccount, replaceCredential } from './store.ts';
import type { CheckTradePassword, TradePasswordVerdict } from './trade-password.ts';
import { toUser } from './user.ts';

interface ChangePasswordOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  provePassword: ProvePassword;
  checkTradePassword: CheckTradePassword;
  sessions: Sessions;
  notices: Notices;
  digests: Digests;
}

interface PasswordChange {
  original: string;
  next: string;
}

export function createChangePassword(options: ChangePasswordOptions) {
  const { pool, digests } = options;
  const userNow = async (context: SelfContext): Promise<User> => {
    const account = await readAccount(pool, context.session.accountId);
    return account ? toUser(account, digests) : refuse('login-required');
  };
  return {
    async login(change: PasswordChange, context: SelfContext): Promise<User> {
      await changeLoginPassword(options, { ...change, context });
      return userNow(context);
    },
    async trade(change: PasswordChange, context: SelfContext): Promise<User> {
      await changeTradePassword(options, { ...change, context });
      return userNow(context);
    },
  };
}

async function changeLoginPassword(
  { pool, clock, passwords, provePassword, sessions, notices }: ChangePasswordOptions,
  { original, next, context }: PasswordChange & { context: SelfContext },
): Promise<void> {
  const { accountId } = context.session;
  requirePasswordLength(next);
  const version = await provePassword({ accountId, name: '', password: original, ip: context.ip });
  if (version === undefined) refuse('password-wrong');
  if (next === original) refuse('password-same');
  const hashed = await passwords.hash(next);
  const ended = await inTransaction(pool, async (database) => {
    await lockAccount(database, accountId);
    const at = clock.now();
    if (!(await replaceCredential(database, { accountId, kind: 'login', ...hashed, at, version }))) refuse('busy');
    return sessions.endAllWithin(database, accountId);
  });
  sessions.announceEnded(accountId, ended);
  context.endSession();
  notices.tell(accountId, 'password-changed');
}

async function changeTradePassword(
  { pool, clock, passwords, checkTradePassword }: ChangePasswordOptions,
  { original, next, context }: PasswordChange & { context: SelfContext },
): Promise<void> {
  const { accountId } = context.session;
  if (!tradePasswordForm.test(next)) refuse('trade-password-form');
  const verdict = await checkTradePassword(accountId, original);
  const version = verdict.kind === 'none' ? undefined : versionIfRight(verdict, clock.now());
  if (version !== undefined && next === original) refuse('password-same');
  const hashed = await passwords.hash(next);
  const change = { accountId, kind: 'trade', ...hashed, at: clock.now() } as const;
  const isDone =
    version === undefined
      ? await insertCredential(pool, change)
      : await replaceCredential(pool, { ...change, version });
  // Another change came in between: the one who typed should see it and type again.
  if (!isDone) refuse('busy');
}

function versionIfRight(verdict: Exclude<TradePasswordVerdict, { kind: 'none' }>, now: number): number {
  if (verdict.kind === 'wrong') refuse('password-wrong');
  if (verdict.kind === 'right') return verdict.version;
  const seconds = String(Math.ceil((verdict.until - now) / 1000));
  return refuse('trade-password-locked', { until: toInstant(verdict.until), seconds });
}
