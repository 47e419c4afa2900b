// A good that was won: its winner says where it goes, or takes its worth; an operator sends it.
import { zero, type ShopTicket, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import type { Sealed } from '../kit/sealing.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState } from '../ledger/command.ts';
import { prizeMessage, shopAddresses, shopPrizes, type Prize } from './ticket.ts';

type PrizeReply = NonNullable<ShopTicket['prize']>;
interface OfPrize {
  prizeId: Uuid;
}
const rows = ({ prizeId }: OfPrize) => [{ table: shopPrizes, id: prizeId }];

export const givePrizeAddressTo: Command<OfPrize & { sealed: Sealed }, PrizeReply> = {
  name: 'give-prize-address',
  onlyIn: 'real',
  refusals: ['prize-settled'],
  coins: () => [],
  house: [],
  rows,
  decide({ prizeId, sealed }, state) {
    const prize = prizeIn(state, prizeId);
    if (prize.state !== 'open') return settled(prize);
    const addressed: Prize = { ...prize, state: 'addressed', changedAt: state.now };
    return {
      objectId: prizeId,
      moves: [],
      writes: [
        updateRow(shopPrizes, addressed),
        insertRow(shopAddresses, { prizeId, keyId: sealed.keyId, sealed: sealed.bytes }),
      ],
      reply: prizeMessage(addressed),
      events: [changedPrize(addressed)],
    };
  },
};

/** Also after an address was given, until it is sent. */
export const takeWorth: Command<OfPrize, PrizeReply> = {
  name: 'take-prize-worth',
  onlyIn: 'real',
  refusals: ['prize-settled', 'busy'],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'shop'],
  rows,
  decide({ prizeId }, state) {
    const prize = prizeIn(state, prizeId);
    if (prize.state !== 'open' && prize.state !== 'addressed') return settled(prize);
    const { worth: amount } = prize;
    if (state.house('shop', 'USDT') < amount) return stillGathering(amount);
    const taken: Prize = { ...prize, state: 'taken', changedAt: state.now };
    return {
      objectId: prizeId,
      moves: [{ kind: 'ticket-prize', coin: 'USDT', from: 'shop', to: 'available', amount }],
      writes: [updateRow(shopPrizes, taken)],
      reply: prizeMessage(taken),
      events: [changedPrize(taken)],
    };
  },
};

/**
 * Notes that the good was handed to a carrier. The worth that was reserved for it returns to the shop's funds.
 * Refuses with `prize-settled` if the prize was sent or taken before, or has no address.
 */
export const sendPrizeTo: Command<OfPrize & { sending: NonNullable<Prize['sending']> }, PrizeReply> = {
  name: 'send-prize',
  onlyIn: 'real',
  refusals: ['prize-settled', 'busy', 'own-account', 'day-sum-reached'],
  coins: () => ['USDT'],
  house: ['shop', 'shop-funds'],
  rows,
  decide({ prizeId, sending }, state) {
    const prize = prizeIn(state, prizeId);
    if (prize.state !== 'addressed') return settled(prize);
    const { worth: amount } = prize;
    assert(amount > zero, `the prize ${prizeId} is worth nothing`);
    if (state.house('shop', 'USDT') < amount) return stillGathering(amount);
    const sent: Prize = { ...prize, state: 'sent', changedAt: state.now, sending };
    return {
      objectId: prizeId,
      moves: [{ kind: 'shop-released', coin: 'USDT', from: 'shop', to: 'shop-funds', amount }],
      writes: [updateRow(shopPrizes, sent)],
      reply: prizeMessage(sent),
      events: [changedPrize(sent)],
    };
  },
};

function prizeIn(state: CommandState, prizeId: Uuid): Prize {
  const prize = state.row(shopPrizes, prizeId);
  assert(prize, `no prize ${prizeId}`);
  return prize;
}

const settled = ({ state }: Prize): Refusal => new Refusal('prize-settled', { state });

/** It is reserved, and lies in other slices while the house owes something: it comes when that is paid. */
const stillGathering = (amount: Prize['worth']) =>
  new InsufficientHouseFunds<PrizeReply>({ bucket: 'shop', coin: 'USDT', amount, otherwise: new Refusal('busy') });

const changedPrize = ({ accountId, prizeId, periodId }: Prize) => ({
  name: 'tickets.changed' as const,
  payload: { accountId, ticketId: prizeId, periodId, state: 'winning' as const, paid: null },
});
