// What operators do about an account.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { accountId } from './endpoint.ts';

const proposers = ['support', 'identity-reviewer', 'risk'] as const;
const approvers = ['risk', 'administrator'] as const;
const lifeMs = 24 * 3_600_000;
const body = z.strictObject({ account_id: accountId });

export const freezeAccount = defineAct({
  kind: 'freeze-account',
  concernsAccount: true,
  summary: 'The customer looks and closes what is open, but begins nothing new and moves no money.',
  body,
  proposers,
  approvers,
  lifeMs,
  refusals: ['account-unknown', 'frozen-already'],
});

export const releaseAccount = defineAct({
  kind: 'release-account',
  concernsAccount: true,
  summary: 'A frozen account is as any other again.',
  body,
  proposers,
  approvers,
  lifeMs,
  refusals: ['account-unknown', 'not-frozen'],
});
