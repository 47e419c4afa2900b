// Changing the address that an account is reached at: its e-mail address, or its phone number.
import { z } from 'zod';
import { user } from './accounts.ts';
import { defineEndpoint, text } from './endpoint.ts';
import { proof, proofRefusals } from './proof-fields.ts';

const address = text(3, 50);

export const sendContactCode = defineEndpoint({
  method: 'POST',
  path: '/api/security/contact/code',
  leaves: 'own-limit',
  summary:
    'Send a code to the e-mail address or phone number that your account is to have. The answer is the same where another account has it.',
  who: 'self',
  payload: z.strictObject({ address, language: z.string().max(20).default('en') }),
  reply: z.object({}),
  refusals: ['email-malformed', 'phone-malformed', 'code-too-soon', 'code-limit', 'code-not-sent', 'code-late'],
});

export const changeContact = defineEndpoint({
  method: 'POST',
  path: '/api/security/contact',
  leaves: { perDay: 20 },
  summary:
    'Give your account another e-mail address or phone number, with the code that was sent there. Where a second factor is on, `message_code` is that of the message to the address as it was, and asked for too. Withdrawals are on hold for 24 hours, and the old address is written to.',
  who: 'self',
  payload: z.strictObject({
    ...proof,
    message_code: z.string().max(20).default(''),
    address,
    address_code: text(1, 20),
  }),
  reply: user,
  refusals: [
    ...proofRefusals,
    'second-factor-required',
    'email-malformed',
    'phone-malformed',
    'address-taken',
    'code-not-sent',
    'account-frozen',
  ],
});
