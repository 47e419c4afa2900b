// Logging in, and entering an account that was just opened.
import type { User, Uuid } from '@candor/wire';
import type { CallContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Digests } from './digests.ts';
import type { ProvePassword } from './prove-password.ts';
import { parseLoginName } from './rules.ts';
import type { Sessions } from './sessions.ts';
import { readAccount, readAccountByName } from './store.ts';
import { toUser } from './user.ts';

interface LogInOptions {
  pool: Pool;
  provePassword: ProvePassword;
  sessions: Sessions;
  digests: Digests;
}

export function createLogIn(options: LogInOptions) {
  const { pool, provePassword } = options;
  return async ({ name, password }: { name: string; password: string }, context: CallContext): Promise<User> => {
    const loginName = parseLoginName(name);
    const account = await readAccountByName(pool, loginName);
    const loginVersion = await provePassword({
      accountId: account?.accountId,
      name: loginName?.value ?? name.trim().toLowerCase(),
      password,
      ip: context.ip,
    });
    if (!account || loginVersion === undefined) refuse('login-failed');
    return enter(options, { accountId: account.accountId, loginVersion, context });
  };
}

/** Starts a session in place of the one that the caller may have, so that no id from before the login lives on. */
export async function enter(
  { pool, sessions, digests }: Omit<LogInOptions, 'provePassword'>,
  { context, ...proven }: { accountId: Uuid; loginVersion: number; context: CallContext },
): Promise<User> {
  const token = await sessions.start(proven, context);
  const account = await readAccount(pool, proven.accountId);
  if (token === undefined || !account) refuse('login-failed');
  if (context.session) await sessions.end(context.session.accountId, [context.session.sessionId]);
  context.startSession(token);
  return toUser(account, digests);
}
