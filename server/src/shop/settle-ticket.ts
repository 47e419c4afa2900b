// What the end of a period does to a ticket, once: its price is spent and a prize or rebate comes, or the price comes back.
import assert from 'node:assert/strict';
import { zero, type Uuid } from '@candor/wire';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type Decision, type Move } from '../ledger/command.ts'; // oxfmt-ignore
import type { Period } from './period.ts';
import { changedTicket, shopPrizes, shopTickets, type Prize, type Ticket } from './ticket.ts';

export interface EndedTicket {
  ticketId: Uuid;
  /** Ended: drawn or void. */
  period: Pick<Period, 'state' | 'prize' | 'prizeKind' | 'rebate'>;
  hasWon: boolean;
}
type Done = { isDone: boolean };

export const settleTicket: Command<EndedTicket, Done> = {
  name: 'settle-ticket',
  onlyIn: 'real',
  refusals: [],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'shop', 'shop-funds'],
  rows: ({ ticketId }) => [{ table: shopTickets, id: ticketId }],
  decide({ ticketId, period, hasWon }, state) {
    const ticket = state.row(shopTickets, ticketId);
    assert(ticket, `no ticket ${ticketId}`);
    if (ticket.ending) return nothing(ticketId);
    const { price, accountId, periodId } = ticket;
    if (period.state === 'void') {
      const back: Move = { kind: 'ticket-refunded', coin: 'USDT', from: 'reserved', to: 'available', amount: price };
      return ending(ticket, { outcome: 'refunded', paid: price, endedAt: state.now }, [back]);
    }
    assert(period.state === 'drawn', `the period of ${ticketId} goes on`);
    const isGood = hasWon && period.prizeKind === 'good';
    const paid = isGood ? zero : hasWon ? period.prize : period.rebate;
    if (state.house('shop', 'USDT') < paid)
      return new InsufficientHouseFunds({ bucket: 'shop', coin: 'USDT', amount: paid, otherwise: nothing(ticketId) });
    const spent: Move = { kind: 'ticket-spent', coin: 'USDT', from: 'reserved', to: 'shop-funds', amount: price };
    const kind = hasWon ? 'ticket-prize' : 'ticket-rebate';
    const moves: Move[] = paid > zero ? [spent, { kind, coin: 'USDT', from: 'shop', to: 'available', amount: paid }] : [spent]; // oxfmt-ignore
    const decided = ending(ticket, { outcome: hasWon ? 'won' : 'lost', paid, endedAt: state.now }, moves);
    if (!isGood) return decided;
    const won: Prize = { prizeId: ticketId, accountId, periodId, worth: period.prize, wonAt: state.now, state: 'open', changedAt: state.now, sending: null }; // oxfmt-ignore
    return { ...decided, writes: [...decided.writes!, insertRow(shopPrizes, won)] };
  },
};

const nothing = (objectId: Uuid): Decision<Done> => ({ objectId, moves: [], reply: { isDone: false } });

function ending(ticket: Ticket, end: NonNullable<Ticket['ending']>, moves: Move[]): Decision<Done> {
  const ended: Ticket = { ...ticket, ending: end };
  return {
    objectId: ticket.ticketId,
    moves,
    writes: [updateRow(shopTickets, ended)],
    reply: { isDone: true },
    events: [changedTicket(ended)],
  };
}
