// A ticket, of which a person has one a period, and the good that it may have won.
import { formatAmount, toInstant, wireId, type PrizeState, type ShopTicket, type TicketState, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { amount, group, instant, integer, oneOfEnum, text, uuid, bytes } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { appendOnlyTable, table, type Row } from '../kit/table.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import type { Period } from './period.ts';

type TicketOutcome = 'won' | 'lost' | 'refunded';

export const shopTickets = table('shop_tickets', {
  key: { accountId: uuid, ticketId: uuid },
  fixed: { book: oneOfEnum<Book>('ledger_book'), periodId: uuid, number: integer, price: amount, boughtAt: instant },
  later: {
    /** Final. */
    ending: group('', { outcome: text<TicketOutcome>(), paid: amount, endedAt: instant }).orNull,
  },
});
export type Ticket = Row<typeof shopTickets>;

/** A good that was won: sent, or taken in USDT; its id is the ticket's. */
export const shopPrizes = table('shop_prizes', {
  key: { prizeId: uuid },
  fixed: { accountId: uuid, periodId: uuid, worth: amount, wonAt: instant },
  changing: { state: text<PrizeState>(), changedAt: instant },
  later: {
    sending: group('', {
      carrier: text(),
      tracking: text(),
      /** The name of one operator, or of two as `name, name`. */
      sentBy: text(),
      /** One operator, or two in a proposal; both are null of what was sent before they were stored. */
      decidedBy: uuid.orNull,
      proposalId: uuid.orNull,
    }).orNull,
  },
});
export type Prize = Row<typeof shopPrizes>;

/** Where it goes, sealed. */
export const shopAddresses = appendOnlyTable('shop_addresses', {
  key: { prizeId: uuid },
  fixed: { keyId: text(), sealed: bytes },
});

declare module '../kit/bus.ts' {
  interface Events {
    /** A ticket was bought or has ended, or its prize has changed. */
    'tickets.changed': {
      accountId: Uuid;
      ticketId: Uuid;
      periodId: Uuid;
      state: TicketState;
      paid: Ticket['price'] | null;
    };
  }
}

/** Made from both, so that there can't be a second one. */
export const ticketIdOf = (periodId: Uuid, accountId: Uuid): Uuid =>
  uuidOfWords(`shop ticket ${periodId} ${accountId}`);

/** A ticket's number says how many were sold before it: it is null while that is not public. */
export const numberShown = (
  { number }: Pick<Ticket, 'number'>,
  period: Pick<Period, 'state' | 'soldShown'>,
): number | null => (period.state === 'open' && number > period.soldShown ? null : number);

const stateOf = { won: 'winning', lost: 'revealed', refunded: 'refunded' } as const;
export const ticketState = ({ ending }: Pick<Ticket, 'ending'>): TicketState =>
  ending === null ? 'progress' : stateOf[ending.outcome];

export const changedTicket = (ticket: Ticket) => ({
  name: 'tickets.changed' as const,
  payload: {
    accountId: ticket.accountId,
    ticketId: ticket.ticketId,
    periodId: ticket.periodId,
    state: ticketState(ticket),
    paid: ticket.ending?.paid ?? null,
  },
});

export const prizeMessage = ({ state, sending, changedAt }: Prize): NonNullable<ShopTicket['prize']> => ({
  state,
  carrier: sending?.carrier ?? null,
  tracking: sending?.tracking ?? null,
  changed_at: toInstant(changedAt),
});

/** Besides its period and good. */
export const ticketMessage = (
  ticket: Ticket,
  { period, prize }: { period: Period; prize: Prize | null },
): Omit<ShopTicket, 'period' | 'good'> => ({
  order_id: wireId('ticket', ticket.ticketId),
  user_id: wireId('account', ticket.accountId),
  number: numberShown(ticket, period),
  state: ticketState(ticket),
  paid: ticket.ending && formatAmount(ticket.ending.paid),
  bought_at: toInstant(ticket.boughtAt),
  ended_at: ticket.ending && toInstant(ticket.ending.endedAt),
  prize: prize && prizeMessage(prize),
});

export const ticketKind: OrderKind = {
  kind: 'ticket',
  table: 'shop_tickets',
  id: 'ticket_id',
  // Its id is a digest.
  byTime: `(lpad(to_hex(floor(extract(epoch from bought_at) * 1000)::bigint), 12, '0') || right(replace(ticket_id::text, '-', ''), 20))::uuid`,
  endedAt: 'ended_at',
  // As numberShown has it.
  heldAs: {
    number: `case when not exists (select from shop_periods p where p.period_id = shop_tickets.period_id
      and p.state = 'open' and shop_tickets.number > p.sold_shown) then number end`,
  },
  shown: {
    coin: "'USDT'",
    side: "'#' || number",
    amount: 'price',
    amountCoin: "'USDT'",
    state: "coalesce(outcome, 'running')",
    paid: 'paid',
    paidCoin: "'USDT'",
    receivedAt: 'bought_at',
  },
};

/**
 * What a ticket of a drawn period cost on average: its price less an equal part of all prizes and rebates. Tickets that were worth more than
 * their price cost nothing, and a refunded one does not count. Rounded down, so that all together cost no more than the period keeps.
 */
export const ticketCosts = sql`select t.account_id, t.ended_at as at,
    trunc(greatest(p.sold * (t.price - p.rebate) - least(p.winners, p.sold) * (p.prize - p.rebate), 0) / p.sold, 18) as amount
  from shop_tickets t join shop_periods p using (period_id)
  where t.book = 'real' and t.outcome in ('won', 'lost')`;
