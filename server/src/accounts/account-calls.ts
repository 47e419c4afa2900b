// The table of accounts' calls: what each field of the wire means inside.
import type { Uuid } from '@candor/wire';
import {
  checkSms,
  countInvited,
  getUser,
  listSessions,
  logOut,
  parseWireId,
  queryLogin,
  register,
  revokeSessions,
  sendEmailCode,
  sendSms,
  toInstant,
  updateUser,
  wireId,
} from '@candor/wire';
import type { BoundCall, SelfContext } from '../kit/feature.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { AccountFacts } from './account-facts.ts';
import type { createChangePassword } from './passwords/change-password.ts';
import type { Codes } from './codes/codes.ts';
import type { createLogIn } from './log-in.ts';
import { emailAddress, phoneAddress, requireReachable } from './register.ts';
import type { createRegister } from './register.ts';
import type { StoredSession } from './sessions/session-store.ts';
import type { Sessions } from './sessions/sessions.ts';

interface AccountUses {
  logIn: ReturnType<typeof createLogIn>;
  codes: Codes;
  registerAccount: ReturnType<typeof createRegister>;
  changePassword: ReturnType<typeof createChangePassword>;
  sessions: Sessions;
  facts: AccountFacts;
}

export function bindAccountCalls(uses: AccountUses): BoundCall[] {
  const { logIn, codes, registerAccount, changePassword, sessions, facts } = uses;
  return [
    bind(queryLogin, async ({ user_name, user_password, area_code: areaCode, code }, context) => {
      const user = await logIn({ name: user_name, areaCode, password: user_password, code }, context);
      return { TOTAL: 1, RESULT_LIST: [user] };
    }),
    bind(sendSms, async ({ mobile, language }, { ip }) => {
      await codes.send({ purpose: 'register', address: phoneAddress(mobile), language, ip });
      return 1 as const;
    }),
    bind(checkSms, async ({ mobile, code }, { ip }) => {
      const address = phoneAddress(mobile);
      await codes.admit(ip);
      const { verdict } = await codes.use({ purpose: 'register', address, code, use: 'check', ip });
      return ({ right: 1, expired: 2, invalid: 3 } as const)[verdict];
    }),
    bind(sendEmailCode, async ({ email, language }, { ip }) => {
      await codes.send({ purpose: 'register', address: requireReachable(emailAddress(email)), language, ip });
      return {};
    }),
    bind(register, async ({ user_phone, user_name, user_password, referral_code, authCode }, context) => {
      const registration = { phone: user_phone, email: user_name, inviteCode: referral_code, code: authCode };
      await registerAccount({ ...registration, password: user_password }, context);
      return {};
    }),
    bindSelf(updateUser, ({ user_password, user_paypass, original, code }, context) => {
      if ((user_password === '') === (user_paypass === '')) refuse('malformed', { field: 'user_password' });
      return user_password === ''
        ? changePassword.trade({ original, next: user_paypass, code }, context)
        : changePassword.login({ original, next: user_password, code }, context);
    }),
    bindSelf(getUser, async (_payload, { session }) => {
      return (await facts.userOf(session.accountId)) ?? refuse('login-required');
    }),
    bindSelf(countInvited, async (_payload, { session }) => ({ count: await facts.countInvited(session.accountId) })),
    bind(logOut, async (_payload, context) => {
      if (context.session) await sessions.end(context.session.accountId, [context.session.sessionId]);
      context.endSession();
      return {};
    }),
    bindSelf(listSessions, async (_payload, { session }) => {
      const open = await sessions.list(session.accountId);
      const rows = open.map((row) => toOpenSession(row, session.sessionId));
      return { TOTAL: rows.length, RESULT_LIST: rows };
    }),
    bindSelf(revokeSessions, ({ session_id }, context) => revoke({ sessions, named: session_id, context })),
  ];
}

async function revoke({
  sessions,
  named,
  context,
}: {
  sessions: Sessions;
  named: string;
  context: SelfContext;
}): Promise<{ ended: number }> {
  const { accountId, sessionId } = context.session;
  const open = (await sessions.list(accountId)).map((row) => row.sessionId);
  if (named === 'others')
    return {
      ended: await sessions.end(
        accountId,
        open.filter((id) => id !== sessionId),
      ),
    };
  const wanted = parseWireId('session', named);
  if (wanted === undefined || !open.includes(wanted)) refuse('not-found');
  if (wanted === sessionId) context.endSession();
  return { ended: await sessions.end(accountId, [wanted]) };
}

const toOpenSession = (row: StoredSession, currentId: Uuid) => ({
  session_id: wireId('session', row.sessionId),
  created_at: toInstant(row.createdAt),
  last_seen_at: toInstant(row.lastSeenAt),
  ip: row.ip,
  user_agent: row.userAgent,
  is_current: row.sessionId === currentId,
});
