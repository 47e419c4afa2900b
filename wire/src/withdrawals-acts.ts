// Acts on withdrawals, each by two operators.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { text } from './endpoint.ts';

export const approveWithdrawalAct = defineAct({
  kind: 'approve-withdrawal',
  concernsAccount: true,
  summary: 'A withdrawal above the limit of one operator is approved, and is sent.',
  body: z.strictObject({ withdraw_id: text(1, 40) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 7 * 24 * 3_600_000,
  refusals: ['not-found', 'withdrawal-not-open', 'frozen-already', 'passkey-needed'],
});

export const giveBackPayment = defineAct({
  kind: 'give-back-payment',
  concernsAccount: true,
  summary:
    "A payment that was not made and can't be made any more is given back to its customer, once the engine has verified it.",
  body: z.strictObject({ withdraw_id: text(1, 40) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['not-found', 'withdrawal-not-open'],
});
