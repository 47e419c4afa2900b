// The calls about an account's security.
import {
  beginAuthenticator,
  confirmAuthenticator,
  freezeByLink,
  freezeOwnAccount,
  getSecurity,
  listSecurityEvents,
  mailPhraseLength,
  removeAuthenticator,
  renewRecoveryCodes,
  resetPassword,
  sendProofCode,
  sendResetCode,
  setMailPhrase,
  toInstant,
  wireId,
} from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { bind, bindSelf, type BoundCall } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import { answerPage } from '../../kit/paged-list.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Notices } from '../codes/notices.ts';
import type { createResetPassword } from '../passwords/reset-password.ts';
import { readAccount, readMailPhrase } from '../store.ts';
import type { ChangeFactor } from './change-factor.ts';
import type { CustomerFactor } from './customer-factor.ts';
import type { createFreezeOwn } from './freeze-own.ts';
import type { ProveOwner } from './prove-owner.ts';
import type { SecurityLog } from './security-log.ts';
import { readEvents, readHolds, storeMailPhrase } from './security-store.ts';

interface SecurityUses {
  pool: Pool;
  clock: Clock;
  reset: ReturnType<typeof createResetPassword>;
  freezeOwn: ReturnType<typeof createFreezeOwn>;
  factor: CustomerFactor;
  changeFactor: ChangeFactor;
  owner: ProveOwner;
  notices: Notices;
  securityLog: SecurityLog;
}

export function bindSecurityCalls(uses: SecurityUses): BoundCall[] {
  return [...resetCalls(uses), ...centreCalls(uses), ...factorCalls(uses), ...freezeCalls(uses)];
}

const resetCalls = ({ reset }: SecurityUses): BoundCall[] => [
  bind(sendResetCode, async ({ account, language }, context) => {
    await reset.send({ typed: account, language }, context);
    return {};
  }),
  bind(resetPassword, async ({ account, code, user_password }, context) => {
    await reset.set({ typed: account, code, next: user_password }, context);
    return {};
  }),
];

const centreCalls = ({ pool, clock, factor, owner, notices, securityLog }: SecurityUses): BoundCall[] => [
  bindSelf(getSecurity, async (_, { session: { accountId, isVerified, isFrozen } }) => {
    const account = (await readAccount(pool, accountId)) ?? refuse('login-required');
    const factors = await factor.factorsOf(accountId);
    const holds = await readHolds(pool, accountId, clock.now());
    return {
      authenticator: factors.hasApp,
      passkeys: factors.passkeys,
      recovery_codes: factors.recoveryCodes,
      mail_phrase: (await readMailPhrase(pool, accountId)) !== null,
      trade_password: account.tradeVersion !== null,
      verified: isVerified,
      frozen: isFrozen,
      holds: holds.map(({ reason, endsAt }) => ({ reason, ends_at: toInstant(endsAt) })),
    };
  }),
  bindSelf(listSecurityEvents, async (page, { session: { accountId } }) => {
    const found = await readEvents(pool, accountId, page);
    const events = found.rows.map(({ eventId, kind, at, ip, userAgent }) => ({
      event_id: wireId('securityEvent', eventId),
      kind,
      at: toInstant(at),
      ip,
      user_agent: userAgent,
    }));
    return answerPage(found, events);
  }),
  bindSelf(setMailPhrase, async ({ phrase: typed, user_password, code }, context) => {
    const { accountId } = context.session;
    const phrase = typed.trim();
    if (phrase !== '' && phrase.length < mailPhraseLength.min) refuse('malformed', { field: 'phrase' });
    await owner.whole('mail-phrase', { password: user_password, code }, context);
    const eventId = await inTransaction(pool, async (database) => {
      await storeMailPhrase(database, accountId, phrase === '' ? null : phrase);
      return securityLog.record(database, { accountId, kind: 'mail-phrase-changed', context });
    });
    notices.tell(accountId, 'mail-phrase-changed', { eventId, origin: context.origin });
    return {};
  }),
];

const factorCalls = ({ pool, changeFactor, owner }: SecurityUses): BoundCall[] => [
  bindSelf(sendProofCode, async (wanted, context) => ({ sent_to: await owner.sendCode(wanted, context) })),
  bindSelf(beginAuthenticator, async (_, { session: { accountId } }) => {
    const account = (await readAccount(pool, accountId)) ?? refuse('login-required');
    return changeFactor.begin(accountId, account.email ?? account.number);
  }),
  bindSelf(confirmAuthenticator, async ({ user_password, code, app_code }, context) => {
    await changeFactor.look(context.session.accountId, app_code);
    await owner.whole('authenticator', { password: user_password, code }, context);
    return { recovery_codes: await changeFactor.confirm(context.session.accountId, app_code, context) };
  }),
  bindSelf(removeAuthenticator, async ({ user_password, code }, context) => {
    await owner.whole('authenticator', { password: user_password, code }, context);
    await changeFactor.remove(context.session.accountId, context);
    return {};
  }),
  bindSelf(renewRecoveryCodes, async ({ user_password, code }, context) => {
    await owner.whole('recovery-codes', { password: user_password, code }, context);
    return { recovery_codes: await changeFactor.renewCodes(context.session.accountId, context) };
  }),
];

const freezeCalls = ({ freezeOwn, owner }: SecurityUses): BoundCall[] => [
  bind(freezeByLink, async ({ token }, context) => {
    await freezeOwn.byLink(token, context);
    return {};
  }),
  bindSelf(freezeOwnAccount, async ({ user_password }, context) => {
    await owner.password(user_password, context);
    await freezeOwn.bySession(context.session.accountId, context);
    return {};
  }),
];
