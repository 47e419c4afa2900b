// Buying: one ticket for each person, numbered in the order of the sales; its price is set aside until the draw.
import { countHiddenFrom, formatAmount, limitRefusalCodes, wireId, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { insertRow, updateRow, type Command } from '../ledger/command.ts';
import { shopPeriods } from './period.ts';
import { changedTicket, numberShown, shopTickets, ticketIdOf, type Ticket } from './ticket.ts';

interface BuyTicket {
  accountId: Uuid;
  periodId: Uuid;
  /** That the good asks for, and the customer's own. */
  level: number;
  vip: number;
}

export const buyTicket: Command<BuyTicket, { orderId: string; number: number | null }> = {
  name: 'buy-ticket',
  onlyIn: 'real',
  refusals: [
    'already-bought',
    'vip-required',
    'tickets-sold-out',
    'period-closed',
    'insufficient-balance',
    ...limitRefusalCodes,
  ],
  risksMoney: true,
  coins: () => ['USDT'],
  // Its lock keeps what the customer's own limits count right.
  house: ['bankroll'],
  rows: ({ accountId, periodId }) => [
    { table: shopPeriods, id: periodId },
    { table: shopTickets, id: ticketIdOf(periodId, accountId) },
  ],
  decide({ accountId, periodId, level, vip }, state) {
    const period = state.row(shopPeriods, periodId);
    assert(period, `no period ${periodId}`);
    const ticketId = ticketIdOf(periodId, accountId);
    if (state.row(shopTickets, ticketId)) return new Refusal('already-bought');
    if (vip < level) return new Refusal('vip-required', { level: String(level), own: String(vip) });
    if (period.state !== 'open' || state.now >= period.closesAt) return new Refusal('period-closed');
    if (period.sold >= period.tickets) return new Refusal('tickets-sold-out');
    const { available } = state.balance('USDT');
    const { price } = period;
    if (available < price) return new Refusal('insufficient-balance', { available: formatAmount(available) });
    const number = period.sold + 1;
    const soldShown = state.now < countHiddenFrom(period) ? number : period.soldShown;
    const ticket: Ticket = { accountId, ticketId, book: 'real', periodId, number, price, boughtAt: state.now, ending: null }; // oxfmt-ignore
    return {
      objectId: ticketId,
      moves: [{ kind: 'ticket-bought', coin: 'USDT', from: 'available', to: 'reserved', amount: price }],
      writes: [insertRow(shopTickets, ticket), updateRow(shopPeriods, { ...period, sold: number, soldShown })],
      reply: { orderId: wireId('ticket', ticketId), number: numberShown(ticket, { ...period, soldShown }) },
      events: [changedTicket(ticket)],
    };
  },
};
