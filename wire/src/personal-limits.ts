// Limits that customers set themselves, on the wire: what may be lost and staked at most, and breaks from trading.
import { z } from 'zod';
import { contractMovements } from './contracts.ts';
import { accountId, amountText, defineAction, defineEndpoint, instant, text, wholeNumber } from './endpoint.ts';
import { optionMovements } from './options.ts';
import { ticketMovements } from './shop.ts';

/** Periods of UTC: a day, a week from Monday, a month. */
export const lossPeriods = ['day', 'week', 'month'] as const;
export type LossPeriod = (typeof lossPeriods)[number];

/** Loosening a limit takes effect after this. */
export const looseningMs = 24 * 3_600_000;
export const timeOutHours = { min: 24, max: 42 * 24 } as const;
export const exclusionMonths = { min: 6, max: 60 } as const;
export const reminderMinutes = { min: 10, max: 480 } as const;

/** What may be lost: all that moves stakes, gains and losses, by the words of the bills. */
export const riskMovements = {
  ...optionMovements.objectOfMovement,
  ...contractMovements.objectOfMovement,
  ...ticketMovements,
};

export const pauseKinds = ['time-out', 'self-exclusion'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/** USDT; null for none. */
const limitsOf = <Amount extends z.ZodType>(amount: Amount) => ({
  loss_day: amount,
  loss_week: amount,
  loss_month: amount,
  /** Of one order: the stake of an option, margin and fee of a contract. */
  stake_max: amount,
});
const limits = z.object(limitsOf(z.string().nullable()));

export const personalLimits = z.object({
  limits,
  /** What was loosened and takes effect then. */
  next: limits.extend({ at: instant }).nullable(),
  /** Minutes of trading after which the app says how long it was; null for never. */
  reminder_minutes: z.number().int().nullable(),
  pause: z.object({ kind: z.enum(pauseKinds), ends_at: instant }).nullable(),
  /** Null before the first limit: nothing is counted without one. */
  counted: z
    .object({
      /** Of orders that run or wait, USDT: what can still be lost. */
      at_risk: z.string(),
      /** Less what was won; below zero for a gain. */
      lost: z.object({ day: z.string(), week: z.string(), month: z.string() }),
      ends_at: z.object({ day: instant, week: instant, month: instant }),
    })
    .nullable(),
});
export type PersonalLimits = z.infer<typeof personalLimits>;

export const queryPersonalLimits = defineAction({
  name: 'queryPersonalLimits',
  summary: 'The limits that you have set yourself, what counts against them so far, and a break that is in force.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId }),
  reply: personalLimits,
  refusals: [],
});

const command = {
  method: 'POST',
  who: 'self',
  takesKey: true,
  selfIds: ['account_id'],
} as const;
const amountRefusals = ['amount-malformed', 'too-many-decimals'] as const;

export const changePersonalLimits = defineEndpoint({
  ...command,
  path: '/api/limits/change',
  leaves: { perDay: 100 },
  summary:
    'Set all limits anew; "" is none. What is tightened holds at once, what is loosened after 24 hours; asking again meanwhile begins the 24 hours anew.',
  payload: z.strictObject({
    account_id: accountId,
    ...limitsOf(amountText),
    reminder_minutes: z.union([z.literal('').transform(() => null), z.null(), wholeNumber(reminderMinutes.min, reminderMinutes.max)]), // oxfmt-ignore
  }),
  reply: personalLimits,
  refusals: [...amountRefusals, 'key-malformed', 'key-reused', 'busy'],
});

export const takeTimeOut = defineEndpoint({
  ...command,
  path: '/api/limits/time-out',
  leaves: { perDay: 100 },
  summary:
    'Refuse to place orders for a time, in hours. It can be made longer and not shorter; closing stays possible.',
  payload: z.strictObject({ account_id: accountId, hours: wholeNumber(timeOutHours.min, timeOutHours.max) }),
  reply: personalLimits,
  refusals: ['key-malformed', 'key-reused', 'busy'],
});

export const excludeMyself = defineEndpoint({
  ...command,
  path: '/api/limits/exclude',
  leaves: { perDay: 100 },
  summary: 'Refuse to place orders for months; nobody can lift it before. Closing and taking money home stay possible.',
  payload: z.strictObject({
    account_id: accountId,
    months: wholeNumber(exclusionMonths.min, exclusionMonths.max),
    user_password: text(1, 128),
  }),
  reply: personalLimits,
  refusals: ['password-wrong', 'login-throttled', 'too-many-requests', 'key-malformed', 'key-reused', 'busy'],
});
