// Approving a document that certifies another account already.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { text } from './endpoint.ts';

export const approveSharedIdentity = defineAct({
  kind: 'approve-identity',
  concernsAccount: true,
  summary: 'A document or a picture that certifies another account certifies this one too.',
  body: z.strictObject({ case_id: text(1, 40) }),
  proposers: ['identity-reviewer'],
  approvers: ['identity-reviewer', 'administrator'],
  lifeMs: 7 * 24 * 3_600_000,
  needsClaim: true,
  refusals: ['not-found', 'claim-first', 'case-decided', 'under-age', 'second-person-not-needed'],
});
