// Tools of the demo mode on the wire; in production they do not exist.
import { z } from 'zod';
import { user } from './accounts.ts';
import { amountText, defineEndpoint, instant, text } from './endpoint.ts';
import { defineMovements } from './product-parts.ts';

/** Test USDT that one account gets from the faucet in 24 hours. */
export const faucetDailyLimit = '10000';
/** Bonus USDT that an experience account starts with. */
export const experienceBonus = '10000';

export const demoMovements = defineMovements({ 'test-money': 'entry' });

export const takeTestMoney = defineEndpoint({
  method: 'POST',
  path: '/dev/faucet',
  summary: 'Test USDT into your available balance, up to 10,000 a day.',
  who: 'self',
  isDemoOnly: true,
  movesMoney: true,
  payload: z.strictObject({ coin: text(1, 10), amount: amountText }),
  reply: z.object({ coin: z.string(), amount: z.string(), balance: z.string() }),
  refusals: [
    'amount-malformed',
    'too-many-decimals',
    'unknown-coin',
    'faucet-limit',
    'busy',
    'key-malformed',
    'key-reused',
    'demo-only',
  ],
});

export const verifyMe = defineEndpoint({
  method: 'POST',
  path: '/dev/verify-me',
  summary: 'Mark your account as verified without documents; the user record says that it was the demo.',
  who: 'self',
  isDemoOnly: true,
  payload: z.strictObject({}),
  reply: user,
  refusals: ['demo-only'],
});

export const openExperienceAccount = defineEndpoint({
  method: 'POST',
  path: '/dev/experience-account',
  summary:
    'Open your one experience account with 10,000 bonus USDT; it logs in by its number. This session becomes its.',
  who: 'self',
  isDemoOnly: true,
  payload: z.strictObject({ user_password: text(1, 128) }),
  reply: user,
  refusals: ['password-length', 'password-weak', 'experience-exists', 'bonuses-off', 'busy', 'demo-only'],
});

export const sentMessage = z.object({
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  /** What it is about, e.g. `register-code`. */
  kind: z.string(),
  /** Empty for an SMS. */
  subject: z.string(),
  text: z.string(),
  /** The code in it, if it carries one. */
  code: z.string().nullable(),
  at: instant,
});
export type SentMessage = z.infer<typeof sentMessage>;

export const listOutbox = defineEndpoint({
  method: 'GET',
  path: '/dev/outbox',
  summary: 'Mails and SMS that the demo did not really send, the latest 100 first; recipient "" for all.',
  who: 'anyone',
  isDemoOnly: true,
  payload: z.strictObject({
    recipient: z
      .string()
      .max(128)
      .regex(/^[ -~\u00a0-\uffff]*$/)
      .default(''),
  }),
  reply: z.object({ messages: z.array(sentMessage) }),
  refusals: ['demo-only'],
});
