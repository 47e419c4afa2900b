// Staking on the wire: USDT set aside for some days for a fixed income, which the house reserves when it is promised.
import { z } from 'zod';
import { accountId, amountText, defineAction, defineEndpoint, instant, pagedBy, pagedListOf, text, wholeNumber } from './endpoint.ts'; // oxfmt-ignore
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

const pledgeProduct = z.object({
  pledge_product_id: z.string(),
  config_version: z.number().int(),
  days: z.number().int(),
  /** Income of a day, as a share of the principal. */
  daily_rate: z.string(),
  min: z.string(),
  max: z.string(),
  /** Of all customers together. */
  quota: z.string(),
  quota_left: z.string(),
});
export type PledgeProduct = z.infer<typeof pledgeProduct>;

export const pledgeOutcomes = ['completed', 'closed'] as const;
export type PledgeOutcome = (typeof pledgeOutcomes)[number];

export const pledgeOrder = z.object({
  pledge_order_id: z.string(),
  account_id: z.string(),
  pledge_product_id: z.string(),
  config_version: z.number().int(),
  amount: z.string(),
  days: z.number().int(),
  daily_rate: z.string(),
  /** Of the whole term, reserved from the start. */
  income: z.string(),
  days_posted: z.number().int(),
  posted: z.string(),
  started_at: instant,
  ends_at: instant,
  /** Of the next day's income; null when none follows. */
  next_at: instant.nullable(),
  next_amount: z.string().nullable(),
  auto_renew: z.boolean(),
  /** The pledge that it goes on from. */
  renews: z.string().nullable(),
  /** Null while it runs; closed: before its end. */
  outcome: z.enum(pledgeOutcomes).nullable(),
  forfeited: z.string().nullable(),
  ended_at: instant.nullable(),
});
export type PledgeOrder = z.infer<typeof pledgeOrder>;

export const pledgeEvent = defineEvent({ action: 'pledge', notify: pledgeOrder });

export const pledgeOrders = defineOrders('pledge');
export const stakingMovements = defineMovements({
  'pledge-opened': 'pledge',
  'pledge-income': 'pledge',
  'pledge-returned': 'pledge',
});

export const queryPledgeProducts = defineAction({
  name: 'queryPledgeProducts',
  summary: 'Staking terms on offer, and what the house holds for their income: still free, and promised already.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({
    TOTAL: z.number().int(),
    RESULT_LIST: z.array(pledgeProduct),
    rewards_free: z.string(),
    rewards_promised: z.string(),
  }),
  refusals: [],
});

const own = { who: 'self', selfIds: ['account_id'], refusals: [] } as const;

export const getPledgeOrder = defineAction({
  ...own,
  name: 'getPledgeOrder',
  summary:
    'Own pledges, newest first: pledge_type 1 in progress, 0 complete. One that was closed early is in neither, and found by its id.',
  payload: z.strictObject({
    account_id: accountId,
    pledge_order_id: z.string().max(40).default(''),
    pledge_type: wholeNumber(0, 1).default(1),
    ...pagedBy,
  }),
  refusals: ['not-found'],
  reply: pagedListOf(pledgeOrder),
});

const pledgeIncome = z.object({
  pledge_order_id: z.string(),
  /** Of the term, counted from 1. */
  day: z.number().int(),
  amount: z.string(),
  at: instant,
  is_posted: z.boolean(),
});
export type PledgeIncome = z.infer<typeof pledgeIncome>;

export const getPledgeOrderByDivideInto = defineAction({
  ...own,
  name: 'getPledgeOrderByDivideInto',
  summary: 'Income day by day, posted and to come, by its time: of one pledge, or with pledge_order_id "" of all.',
  payload: z.strictObject({ account_id: accountId, pledge_order_id: z.string().max(40).default(''), ...pagedBy }),
  reply: pagedListOf(pledgeIncome),
  refusals: ['not-found'],
});

const pledgeMovement = z.object({
  entry_id: z.string(),
  leg: z.number().int(),
  pledge_order_id: z.string(),
  kind: z.enum(['pledge-opened', 'pledge-income', 'pledge-returned']),
  amount: z.string(),
  at: instant,
});
export type PledgeMovement = z.infer<typeof pledgeMovement>;

export const getPledgeOrderMx = defineAction({
  ...own,
  name: 'getPledgeOrderMx',
  summary: 'Every movement of money of own pledges, newest first.',
  payload: z.strictObject({ account_id: accountId, ...pagedBy }),
  reply: pagedListOf(pledgeMovement),
});

export const queryPledgeSummary = defineAction({
  ...own,
  name: 'queryPledgeSummary',
  summary: 'What is staked, earned and still to come, and the income of the last 30 days, day by day in UTC.',
  payload: z.strictObject({ account_id: accountId }),
  reply: z.object({
    staked: z.string(),
    earned: z.string(),
    coming: z.string(),
    days: z.array(z.object({ day: z.string(), amount: z.string() })),
  }),
});

export const openPledge = defineEndpoint({
  method: 'POST',
  path: '/api/pledge/open',
  leaves: 'taken-back',
  summary:
    'Stake USDT for the term of a product; the income of the whole term is reserved for it. One account holds a share of a product’s ' +
    'quota, or one pledge of the most that it takes, and a share of the income that can still be reserved. Which shares these are, and ' +
    'how many pledges of an account run at once, says the setting pledge-limits.',
  who: 'self',
  movesMoney: true,
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    pledge_product_id: text(1, 20),
    /** Of the terms that were shown. */
    config_version: wholeNumber(1, 1_000_000),
    amount: amountText,
    auto_renew: z.boolean().default(false),
  }),
  reply: pledgeOrder,
  refusals: [
    'amount-malformed',
    'too-many-decimals',
    'pledge-terms-changed',
    'stake-out-of-range',
    'insufficient-balance',
    'pledge-debt',
    'pledge-sold-out',
    'pledge-share-reached',
    'open-orders-limit',
    'key-malformed',
    'key-reused',
    'busy',
  ],
  statusOf: { 'insufficient-balance': 2 },
});

const ofOne = { who: 'self', movesMoney: true, selfIds: ['account_id'] } as const;
const one = { account_id: accountId, pledge_order_id: text(1, 40) };

export const closePledge = defineEndpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/pledge/close',
  leaves: 'taken-back',
  summary: 'End a pledge before its time: the principal comes back, posted income stays, the rest is given up.',
  isForFrozen: true,
  payload: z.strictObject(one),
  reply: pledgeOrder,
  refusals: ['not-found', 'order-changed', 'key-malformed', 'key-reused', 'busy'],
});

export const changePledgeRenewal = defineEndpoint({
  ...ofOne,
  method: 'POST',
  path: '/api/pledge/renewal',
  leaves: 'taken-back',
  summary: 'Whether a pledge goes on for another term when it ends; of what is owed, nothing does.',
  mayBeLate: true,
  payload: z.strictObject({ ...one, auto_renew: z.boolean() }),
  reply: pledgeOrder,
  refusals: ['not-found', 'order-changed', 'pledge-debt', 'key-malformed', 'key-reused', 'busy'],
});
