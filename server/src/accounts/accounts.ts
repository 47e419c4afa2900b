// Accounts: who a customer is, and from where they are logged in.
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  changeContact,
  checkSms,
  confirmAuthenticator,
  countInvited,
  freezeAccount,
  freezeByLink,
  freezeOwnAccount,
  getSecurity,
  getUser,
  listPasskeys,
  listSecurityEvents,
  listSessions,
  logInWithPasskey,
  logOut,
  queryLogin,
  register,
  releaseAccount,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  renamePasskey,
  resetPassword,
  revokeSessions,
  sendContactCode,
  sendEmailCode,
  sendProofCode,
  sendResetCode,
  sendSms,
  setMailPhrase,
  updateUser,
} from '@candor/wire';
import { startPart, stopPart } from '../kit/part.ts';
import { product } from '../kit/product.ts';
import { accountActs } from './account-acts.ts';
import type { Accounts } from './create-accounts.ts';
import { securityNotices } from './security/notices.ts';
import { followSessions, type FollowOptions } from './sessions/follow-sessions.ts';

export const accounts = product({
  name: 'accounts',
  calls: [
    {
      title: 'Accounts',
      text: 'Registration, login, sessions, passwords and the account itself.',
      anyone: [
        queryLogin,
        sendSms,
        checkSms,
        sendEmailCode,
        register,
        logOut,
        sendResetCode,
        resetPassword,
        freezeByLink,
        beginPasskeyLogin,
        logInWithPasskey,
      ],
      self: [updateUser, getUser, countInvited, listSessions, revokeSessions],
    },
    {
      title: 'Security',
      text: 'What protects an account beyond its passwords, and what happened to it.',
      self: [
        getSecurity,
        listSecurityEvents,
        sendProofCode,
        beginAuthenticator,
        confirmAuthenticator,
        removeAuthenticator,
        renewRecoveryCodes,
        listPasskeys,
        beginPasskey,
        addPasskey,
        renamePasskey,
        removePasskey,
        beginPasskeyProof,
        setMailPhrase,
        sendContactCode,
        changeContact,
        freezeOwnAccount,
      ],
    },
  ],
  acts: [freezeAccount, releaseAccount],
  notices: [securityNotices],
  bridged: { betweenWebs: ['session.ended', 'account.changed'] },
  web(parts: FollowOptions & { accounts: Accounts }) {
    const { web } = parts.accounts;
    const following = followSessions(parts);
    return {
      calls: web.calls,
      acts: accountActs,
      start: () => startPart(following),
      async stop() {
        await stopPart(following);
        await web.stop?.();
      },
      jobs: web.jobs ?? [],
    };
  },
});
