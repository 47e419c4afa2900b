// What administrators do about operators.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { operatorRoles } from './operator-roles.ts';
import { operatorNameForm } from './operators.ts';

const proposers = ['administrator'] as const;
const approvers = ['administrator'] as const;
const lifeMs = 24 * 3_600_000;
const name = z.string().regex(operatorNameForm);

export const setRoles = defineAct({
  kind: 'set-roles',
  summary: 'The roles that an operator has from then on, all of them. Compare the fingerprint with the person before.',
  body: z.strictObject({ name, roles: z.array(z.enum(operatorRoles)).max(operatorRoles.length) }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['operator-unknown', 'fingerprint-changed'],
});

export const renewOperator = defineAct({
  kind: 'renew-operator',
  summary:
    'A link for an operator who has lost everything, to set all proofs anew; never for oneself. Roles end when it is followed, as somebody else may have followed it: give them again once the fingerprint was compared.',
  body: z.strictObject({ name }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['operator-unknown', 'own-renewal'],
});

export const endDeclaredAccount = defineAct({
  kind: 'end-declared-account',
  summary:
    'A customer account that an operator declared by mistake is not the operator’s; never proposed or approved by that operator.',
  body: z.strictObject({ name, number: z.string().regex(/^[1-9][0-9]{7}$/) }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['operator-unknown', 'account-unknown', 'own-account'],
});

export const closeOperator = defineAct({
  kind: 'close-operator',
  summary: 'An operator who does not come in again; the name is not given to anybody else.',
  body: z.strictObject({ name }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['operator-unknown'],
});
