// The experience account: a person's second account, with bonus money that is traded and never withdrawn.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';
import { defineMovements } from './product-parts.ts';

export const experienceMovements = defineMovements({ 'experience-bonus': 'entry' });

/** off: none are offered here. not-invited: only whoever was invited, or was offered one by the platform, opens one. own: this is one. */
export const experienceStates = ['off', 'not-invited', 'unverified', 'ready', 'opened', 'own'] as const;

export const queryExperience = defineEndpoint({
  method: 'GET',
  path: '/api/experience-account',
  summary: 'Whether you can open an experience account, what it begins with, and the number of the one that you have.',
  who: 'self',
  payload: z.strictObject({}),
  reply: z.object({
    state: z.enum(experienceStates),
    coin: z.string(),
    /** Bonus money that one begins with. */
    amount: z.string(),
    /** What it logs in with; null until it is opened. */
    user_number: z.string().nullable(),
  }),
  refusals: [],
});

export const openExperience = defineEndpoint({
  method: 'POST',
  path: '/api/experience-account/open',
  leaves: 'own-limit',
  summary:
    'Open your one experience account, which logs in by its number and this password: of whoever was invited or offered one, where conduct offers bonuses. Its money is paid in the same moment.', // oxfmt-ignore
  who: 'self',
  movesMoney: true,
  payload: z.strictObject({ user_password: text(1, 128) }),
  reply: z.object({ account_id: z.string(), user_number: z.string(), coin: z.string(), amount: z.string() }),
  refusals: [
    'password-length',
    'password-weak',
    'bonuses-off',
    'experience-exists',
    'experience-not-invited',
    'experience-none-left',
    'verification-required',
    'key-malformed',
    'key-reused',
    'busy',
  ],
});
