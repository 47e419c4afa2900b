// Customer accounts of operators on the wire: nobody decides on an account of their own, so each operator declares it.
import { z } from 'zod';
import { defineEndpoint, instant, text } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';

const own = { who: { operator: operatorRoles } } as const;

/** What ties an account to an operator: declared, or found by one of these. */
export const operatorTies = ['declared', 'email', 'phone', 'document', 'address', 'device'] as const;
export type OperatorTie = (typeof operatorTies)[number];

export const listDeclaredAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/operators/own-accounts',
  summary:
    'Customer accounts, e-mail addresses and phone numbers that you declared as your own; administrators and auditors see those of all operators.',
  ...own,
  payload: z.strictObject({}),
  reply: z.object({
    accounts: z.array(
      z.object({ operator: z.string(), account_id: z.string(), number: z.string(), declared_at: instant }),
    ),
    contacts: z.array(
      z.object({
        operator: z.string(),
        kind: z.enum(['email', 'phone']),
        value: z.string(),
        declared_at: instant,
      }),
    ),
  }),
  refusals: [],
});

export const declareOwnAccount = defineEndpoint({
  method: 'POST',
  path: '/api/operators/own-accounts/declare',
  summary:
    'Declare a customer account as your own, by the number that its owner sees. From then on you decide on nothing that concerns it; two administrators end an entry that was a mistake.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({ number: text(8, 8) }),
  reply: z.object({}),
  refusals: ['account-unknown'],
});

export const declareOwnContact = defineEndpoint({
  method: 'POST',
  path: '/api/operators/own-contacts/declare',
  summary: 'Declare an e-mail address or a phone number of yours: an account with it counts as your own.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({ contact: text(3, 254) }),
  reply: z.object({}),
  refusals: ['contact-malformed', 'contacts-full'],
});
