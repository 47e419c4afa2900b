// Logging in, and entering an account that was just opened.
import type { User, Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { CallContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Digests } from './digests.ts';
import { originsOf } from './origins.ts';
import type { ProvePassword } from './passwords/prove-password.ts';
import { loginNamesIn } from './rules.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { CustomerFactor } from './security/customer-factor.ts';
import type { SecurityLog } from './security/security-log.ts';
import { readAccount, readAccountByNames, rememberOrigins } from './store.ts';
import { toUser } from './user.ts';

interface LogInOptions {
  pool: Pool;
  clock: Clock;
  provePassword: ProvePassword;
  sessions: Sessions;
  digests: Digests;
  factor: Pick<CustomerFactor, 'require'>;
  securityLog: SecurityLog;
}

interface Attempt {
  name: string;
  /** Of a phone number without one. */
  areaCode: string;
  password: string;
  code: string;
}

interface Proven {
  accountId: Uuid;
  loginVersion: number;
  context: CallContext;
  /** What is said where the password was changed meanwhile. */
  otherwise?: 'login-failed' | 'passkey-refused';
}

export function createLogIn(options: LogInOptions) {
  const { pool, provePassword, factor, securityLog } = options;
  const wantedBy = async ({ name, areaCode, password, code }: Attempt, context: CallContext) => {
    const names = loginNamesIn(name, areaCode);
    const account = await readAccountByNames(pool, names);
    const loginVersion = await provePassword({
      accountId: account?.accountId,
      name: names[0]?.value ?? name.trim().toLowerCase(),
      password,
      ip: context.ip,
    });
    if (!account || loginVersion === undefined) {
      if (account) securityLog.note({ accountId: account.accountId, kind: 'login-refused', context });
      return refuse('login-failed');
    }
    await factor.require({ accountId: account.accountId, act: 'log-in', code }, context);
    return { accountId: account.accountId, loginVersion };
  };
  return async (attempt: Attempt, context: CallContext): Promise<User> =>
    logInto(options, { ...(await wantedBy(attempt, context)), context });
}

/** Enters for the owner, who has shown all that is asked for: from here network and site are the account's. */
export async function logInto(
  options: Pick<LogInOptions, 'pool' | 'clock' | 'sessions' | 'digests' | 'securityLog'>,
  proven: Proven,
): Promise<User> {
  const { pool, clock, digests, securityLog } = options;
  const { accountId, context } = proven;
  const user = await enter(options, proven);
  await rememberOrigins(pool, { accountId, origins: originsOf(digests, context.ip), at: clock.now() });
  securityLog.note({ accountId, kind: 'login', context });
  return user;
}

/** Starts a session in place of the one that the caller may have, so that no id from before the login lives on. */
export async function enter(
  { pool, sessions, digests }: Pick<LogInOptions, 'pool' | 'sessions' | 'digests'>,
  { context, otherwise = 'login-failed', ...proven }: Proven,
): Promise<User> {
  const token = await sessions.start(proven, context);
  const account = await readAccount(pool, proven.accountId);
  if (token === undefined || !account) refuse(otherwise);
  if (context.session) await sessions.end(context.session.accountId, [context.session.sessionId]);
  context.startSession(token);
  return toUser(account, digests);
}
