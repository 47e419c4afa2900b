// The shop at the console: all periods with what came of them, and prizes that are to be sent.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { addressLines, periodStates, prizeKinds, prizeStates } from './shop.ts';
import type { AddressLine } from './shop.ts';

const readers = { operator: ['editor', 'treasurer', 'risk', 'auditor', 'administrator'] } as const;
const senders = { operator: ['support', 'editor', 'administrator'] } as const;

export const payings = ['no', 'approved', 'not-approved'] as const;
const listedPeriod = z.object({
  periods_id: z.string(),
  good_id: z.string(),
  number: z.number().int(),
  state: z.enum(periodStates),
  price: z.string(),
  tickets: z.number().int(),
  tickets_min: z.number().int(),
  sold: z.number().int(),
  winners: z.number().int(),
  prize_kind: z.enum(prizeKinds),
  prize: z.string(),
  rebate: z.string(),
  /** How many follow. */
  series: z.number().int(),
  opened_at: instant,
  closes_at: instant,
  /** Whether buyers can get more than they pay. not-approved: opened before that needed an approval, so that its series ends with it. */
  pays_buyers: z.enum(payings),
  /** Of the platform, with the fewest tickets that are drawn. */
  result_at_minimum: z.string(),
  /** The smallest minimum of tickets with which the same terms would not pay their buyers; null if there is none. */
  fair_tickets_min: z.number().int().nullable(),
  /** Of the house: what tickets brought, less prizes and rebates; null until all of it is paid. */
  result: z.string().nullable(),
});
export type ListedPeriod = z.infer<typeof listedPeriod>;

const periodFilters = { state: z.enum(periodStates).optional(), good_id: z.string().max(20).optional() };
const periodSorts = ['opened_at', 'closes_at'] as const;

export const listShopPeriods = defineEndpoint({
  method: 'GET',
  path: '/api/shop/periods',
  summary: 'Periods of the shop: the latest first.',
  who: readers,
  payload: z.strictObject({ ...periodFilters, ...listPage(...periodSorts) }),
  reply: listOf(listedPeriod),
  refusals: [],
});

export const exportShopPeriods = defineEndpoint({
  method: 'GET',
  path: '/api/shop/periods/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: readers,
  weight: 10,
  form: 'csv',
  payload: z.strictObject({ ...periodFilters, sort: sortedBy(...periodSorts) }),
  reply: z.string(),
  refusals: [],
});

export const getShopPeriod = defineEndpoint({
  method: 'GET',
  path: '/api/shop/periods/:periods_id',
  summary: 'One period.',
  who: readers,
  payload: z.strictObject({ periods_id: text(1, 40) }),
  reply: listedPeriod,
  refusals: ['not-found'],
});

const listedPrize = z.object({
  order_id: z.string(),
  account_id: z.string(),
  good_id: z.string(),
  worth: z.string(),
  state: z.enum(prizeStates),
  won_at: instant,
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  sent_by: z.string().nullable(),
});
export type ListedPrize = z.infer<typeof listedPrize>;

const prizeFilters = { state: z.enum(prizeStates).optional() };
const prizeSorts = ['won_at'] as const;

export const listPrizes = defineEndpoint({
  method: 'GET',
  path: '/api/shop/prizes',
  summary: 'Goods that were won: those that wait the oldest first.',
  who: senders,
  looksAt: 'prizes-listed',
  payload: z.strictObject({ ...prizeFilters, ...listPage(...prizeSorts) }),
  reply: listOf(listedPrize),
  refusals: [],
});

export const exportPrizes = defineEndpoint({
  method: 'GET',
  path: '/api/shop/prizes/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows, without addresses.`,
  who: senders,
  weight: 10,
  form: 'csv',
  looksAt: 'prizes-listed',
  payload: z.strictObject({ ...prizeFilters, sort: sortedBy(...prizeSorts) }),
  reply: z.string(),
  refusals: [],
});

const addressShape = Object.fromEntries(Object.keys(addressLines).map((line) => [line, z.string()])) as Record<
  AddressLine,
  z.ZodString
>;

export const getPrize = defineEndpoint({
  method: 'GET',
  path: '/api/shop/prizes/:order_id',
  summary: 'One prize with where it goes; that look is in the audit log.',
  who: senders,
  looksAt: 'prize-viewed',
  payload: z.strictObject({ order_id: text(1, 40) }),
  reply: listedPrize.extend({ address: z.object(addressShape).nullable() }),
  refusals: ['not-found'],
});
export type OpenedPrize = z.infer<typeof getPrize.reply>;

const parcel = { order_id: text(1, 40), carrier: text(1, 60), tracking: text(1, 60) };

export const sendPrize = defineEndpoint({
  method: 'POST',
  path: '/api/shop/prizes/send',
  summary:
    'Says that a good was handed to a carrier; what was reserved for its worth is free again. The worth counts towards what one operator decides alone in a day; above it two do it as an act.',
  who: senders,
  needsStepUp: true,
  takesKey: true,
  looksAt: 'prize-viewed',
  payload: z.strictObject(parcel),
  reply: listedPrize,
  refusals: ['not-found', 'prize-settled', 'own-account', 'day-sum-reached', 'key-malformed', 'key-reused', 'busy'],
});

export const sendPrizeAct = defineAct({
  kind: 'send-prize',
  concernsAccount: true,
  summary: 'A good was handed to a carrier, and its worth is more than one operator decides alone in a day.',
  body: z.strictObject(parcel),
  proposers: senders.operator,
  approvers: ['treasurer', 'risk'],
  lifeMs: 7 * 24 * 3_600_000,
  refusals: ['not-found', 'prize-settled', 'busy'],
});
