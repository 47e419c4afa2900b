// Approving a loan above the amount that one operator may approve alone.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { text } from './endpoint.ts';

export const approveLoanAct = defineAct({
  kind: 'approve-loan',
  concernsAccount: true,
  summary: 'An application above the limit of one operator is approved, and its amount is paid out.',
  body: z.strictObject({ loan_id: text(1, 40) }),
  proposers: ['treasurer', 'risk'],
  approvers: ['risk', 'administrator'],
  lifeMs: 7 * 24 * 3_600_000,
  refusals: ['not-found', 'loan-decided'],
});
