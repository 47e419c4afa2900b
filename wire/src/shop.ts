// The goods shop on the wire: goods, their periods with one ticket for each person, and draws that anyone can recompute.
import { z } from 'zod';
import {
  accountId,
  defineAction,
  defineEndpoint,
  instant,
  listOf,
  pagedBy,
  pagedListOf,
  text,
  wholeNumber,
} from './endpoint.ts';
import { limitRefusalCodes } from './limits-refusals.ts';
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

/** What a good is shown with: the app draws them itself. */
export const goodDrawings = ['coins', 'headphones', 'watch', 'phone', 'key', 'camera'] as const;
export type GoodDrawing = (typeof goodDrawings)[number];

/** open: tickets are sold. closed: the list is final and the round is waited for. drawn, void: ended. */
export const periodStates = ['open', 'closed', 'drawn', 'void'] as const;
export type PeriodState = (typeof periodStates)[number];
/** too-few: below its minimum. list-late: the list was not public before its round. beacon-late: no round within a day. */
export const periodVoidReasons = ['too-few', 'list-late', 'beacon-late'] as const;
export type PeriodVoidReason = (typeof periodVoidReasons)[number];
/** coin: USDT at once. good: sent, or its worth in USDT if the winner prefers that. */
export const prizeKinds = ['coin', 'good'] as const;
export type PrizeKind = (typeof prizeKinds)[number];
/** open: the winner chooses. addressed: to be sent. */
export const prizeStates = ['open', 'addressed', 'sent', 'taken'] as const;
export type PrizeState = (typeof prizeStates)[number];
/** The same of a ticket: in progress, revealed, winning; refunded where the period is void. */
export const ticketStates = ['progress', 'revealed', 'winning', 'refunded'] as const;
export type TicketState = (typeof ticketStates)[number];

/** Where the randomness comes from: agreed when the period opens. */
const beacon = z.object({
  name: z.string(),
  /** Its owner is the platform's demo: nothing is proven about chance, only how a draw is checked. */
  is_demo: z.boolean(),
  public_key: z.string(),
  genesis_ms: z.number().int(),
  period_ms: z.number().int(),
});

export const shopPeriod = z.object({
  periods_id: z.string(),
  good_id: z.string(),
  number: z.number().int(),
  state: z.enum(periodStates),
  price: z.string(),
  tickets: z.number().int(),
  /** Below it at closing, the period is void. */
  tickets_min: z.number().int(),
  winners: z.number().int(),
  /** Of each ticket that does not win. */
  rebate: z.string(),
  prize_kind: z.enum(prizeKinds),
  /** Of each winner: the coins, or what the good is worth. */
  prize: z.string(),
  /** While the period is open: as it was at `sold_hidden_from` from then on. Afterwards all of them. */
  sold: z.number().int(),
  /** From here to the closing sold tickets are not published, so that nobody who buys last knows the odds better. */
  sold_hidden_from: instant,
  opened_at: instant,
  closes_at: instant,
  closed_at: instant.nullable(),
  /** How long after the closing the round is published at the earliest. */
  draw_delay_ms: z.number().int(),
  beacon,
  /** Of the list of tickets, in the public log since before the round. */
  root: z.string().nullable(),
  log_seq: z.number().int().nullable(),
  round: z.number().int().nullable(),
  round_at: instant.nullable(),
  signature: z.string().nullable(),
  /** Numbers of tickets with commas between, in the order of the draw. */
  winning_num: z.string(),
  void_reason: z.enum(periodVoidReasons).nullable(),
});
export type ShopPeriod = z.infer<typeof shopPeriod>;

export const shopGood = z.object({
  good_id: z.string(),
  /** 1 to 3: for customers of this VIP level and above; 0 for everybody. */
  level: z.number().int(),
  drawing: z.enum(goodDrawings),
  name: z.string(),
  text: z.string(),
  /** The newest; null before the first. */
  period: shopPeriod.nullable(),
});
export type ShopGood = z.infer<typeof shopGood>;

export const shopPrize = z.object({
  state: z.enum(prizeStates),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  changed_at: instant,
});

export const shopTicket = z.object({
  order_id: z.string(),
  user_id: z.string(),
  /** In the order in which they were sold, from 1; null until the closing if it was bought while the count is not published. */
  number: z.number().int().nullable(),
  state: z.enum(ticketStates),
  /** What came back: prize, rebate or price. */
  paid: z.string().nullable(),
  bought_at: instant,
  ended_at: instant.nullable(),
  prize: shopPrize.nullable(),
  period: shopPeriod,
  good: z.object({ good_id: z.string(), name: z.string(), drawing: z.enum(goodDrawings) }),
});
export type ShopTicket = z.infer<typeof shopTicket>;

/** A ticket of one's own has ended, or its prize has changed. */
export const ticketEvent = defineEvent({
  action: 'ticket',
  notify: z.object({ order_id: z.string(), periods_id: z.string(), state: z.enum(ticketStates), paid: z.string().nullable() }), // oxfmt-ignore
});

/** Of tickets themselves: stakes, and what becomes of them. */
export const ticketMovements = {
  'ticket-bought': 'ticket',
  'ticket-spent': 'ticket',
  'ticket-refunded': 'ticket',
  'ticket-rebate': 'ticket',
  'ticket-prize': 'ticket',
} as const;
export const ticketOrders = defineOrders('ticket');
export const shopMovements = defineMovements(ticketMovements);

const language = z.string().max(10).default('en');

export const findPeriods = defineAction({
  name: 'findPeriods',
  summary: 'Goods with their newest periods; level -1 for those of all levels.',
  who: 'anyone',
  payload: z.strictObject({ language, level: wholeNumber(-1, 3).default(-1) }),
  reply: listOf(shopGood),
  refusals: [],
});

export const getPeriodByGoodId = defineAction({
  name: 'getPeriodByGoodId',
  summary: 'A good with its newest period.',
  who: 'anyone',
  payload: z.strictObject({ language, good_id: text(1, 20) }),
  reply: shopGood,
  refusals: ['not-found'],
});

export const findPeriodsByComplete = defineAction({
  name: 'findPeriodsByComplete',
  summary: 'Periods that have ended, the latest first: of one good, or with good_id "" of all.',
  who: 'anyone',
  payload: z.strictObject({ good_id: z.string().max(20).default(''), ...pagedBy }),
  reply: pagedListOf(shopPeriod),
  refusals: [],
});

export const getPeriod = defineAction({
  name: 'getPeriod',
  summary: 'One period with its good.',
  who: 'anyone',
  payload: z.strictObject({ language, periods_id: text(1, 40) }),
  reply: shopGood.extend({ period: shopPeriod }),
  refusals: ['not-found'],
});

const own = { who: 'self', selfIds: ['user_id'] } as const;

export const findOrders = defineAction({
  ...own,
  name: 'findOrders',
  summary: 'Own tickets, newest first: order_type 0 all, 1 in progress, 2 revealed, 3 winning.',
  payload: z.strictObject({ user_id: accountId, language, order_type: wholeNumber(0, 3).default(0), ...pagedBy }),
  reply: pagedListOf(shopTicket),
  refusals: [],
});

export const findRebates = defineAction({
  ...own,
  name: 'findRebates',
  summary: 'Own tickets that did not win and were paid a rebate, newest first.',
  payload: z.strictObject({ user_id: accountId, language, ...pagedBy }),
  reply: pagedListOf(shopTicket),
  refusals: [],
});

export const getOrderById = defineAction({
  ...own,
  name: 'getOrderById',
  summary: 'One own ticket.',
  payload: z.strictObject({ user_id: accountId, language, order_id: text(1, 40) }),
  reply: shopTicket,
  refusals: ['not-found'],
});

export const orderTicket = defineEndpoint({
  ...own,
  method: 'POST',
  path: '/api/shop/order',
  leaves: 'own-limit',
  summary: 'Buy the one ticket that a person can have of a period.',
  movesMoney: true,
  spendsUsdt: true,
  payload: z.strictObject({ user_id: accountId, good_id: text(1, 20), periods_id: text(1, 40) }),
  reply: z.object({ orderId: z.string(), number: z.number().int().nullable() }),
  refusals: [
    'loan-overdue',
    'not-found',
    'shop-real-only',
    'already-bought',
    'vip-required',
    'tickets-sold-out',
    'period-closed',
    'insufficient-balance',
    ...limitRefusalCodes,
    'key-malformed',
    'key-reused',
    'busy',
  ],
  statusOf: { 'already-bought': 2, 'insufficient-balance': 3, 'vip-required': 4 },
});

/** Lines of an address, each with the most that it may have. */
export const addressLines = { name: 80, street: 120, postcode: 20, city: 80, country: 60, phone: 30 } as const;
export type AddressLine = keyof typeof addressLines;

const ofPrize = { ...own, method: 'POST', movesMoney: true } as const;
const prizeRefusals = ['not-found', 'prize-settled', 'key-malformed', 'key-reused', 'busy'] as const;

export const givePrizeAddress = defineEndpoint({
  ...ofPrize,
  path: '/api/shop/address',
  leaves: { perDay: 50 },
  summary: 'Where a good that was won is to be sent; kept sealed.',
  mayBeLate: true,
  payload: z.strictObject({
    user_id: accountId,
    order_id: text(1, 40),
    name: z.string().max(200),
    street: z.string().max(200),
    postcode: z.string().max(200),
    city: z.string().max(200),
    country: z.string().max(200),
    phone: z.string().max(200),
  }),
  reply: shopPrize,
  refusals: ['address-malformed', ...prizeRefusals],
});

export const takePrizeWorth = defineEndpoint({
  ...ofPrize,
  path: '/api/shop/worth',
  leaves: 'own-limit',
  summary: 'Take the worth of a good that was won in USDT instead of the good.',
  isForFrozen: true,
  payload: z.strictObject({ user_id: accountId, order_id: text(1, 40) }),
  reply: shopPrize,
  refusals: prizeRefusals,
});
