// Placing: what is given is reserved, and with it the most that the house would pay.
import { formatAmount, one, zero, type SwapOrderMessage, type Uuid, type Wad } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { countPromise, namePromises, openOrdersOf, promiseRoom, promiseWholes, type PromisesOf } from '../ledger/account-promises.ts'; // oxfmt-ignore
import { InsufficientHouseFunds, insertRow, type Command, type CommandState, type RowName, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { orderMessage } from './order-message.ts';
import { swapOrders, type SwapOrder } from './order.ts';
import { countSwap, dayRefusal, nameSwapDay, roomIn } from './swap-days.ts';
import type { SwapTerms } from './terms.ts';

export interface PlaceSwap {
  order: SwapOrder;
  /** As they are in force when it is asked for. */
  terms: SwapTerms;
  /** How many a day an account places at the smallest value, as it is in force then. */
  swapsOfDay: number;
  isVerified: boolean;
  /** What the market, the time or what the account has open says against it. */
  refusal: Refusal | undefined;
}

declare module '../kit/bus.ts' {
  interface Events {
    /** A swap was placed, its cancel was asked for, or it ended. */
    'swap.changed': SwapOrder;
  }
}

/**
 * Refuses with `verification-required`, with what is against it, and with `quote-used`, `swap-day-limit`, `insufficient-balance`, of a limit
 * with `open-orders-limit`, and with `swap-house-short` where the house does not hold what it would pay, or too much of it is promised already.
 */
export const placeSwap: Command<PlaceSwap, SwapOrderMessage> = {
  name: 'place-swap',
  refusals: [
    'verification-required',
    'market-halted',
    'market-degraded',
    'swap-too-small',
    'swap-day-limit',
    'quote-expired',
    'quote-moved',
    'quote-used',
    'limit-price-crossed',
    'limit-price-too-far',
    'open-orders-limit',
    'insufficient-balance',
    'swap-house-short',
  ],
  coins: ({ order }) => [order.fromCoin, order.toCoin],
  house: ['bankroll', 'swaps-reserve'],
  rows: ({ order }) => [{ table: swapOrders, id: order.orderId }, nameSwapDay, ...limitRows(order)],
  wholes: ({ order }) => (order.kind === 'limit' ? promiseWholes('swaps-reserve', order.toCoin) : []),
  decide({ order, terms, swapsOfDay, isVerified, refusal }, state) {
    if (!isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
    if (state.row(swapOrders, order.orderId)) return new Refusal('quote-used');
    if (refusal) return refusal;
    const { orderId, accountId, fromCoin, toCoin, fromAmount, promised, quotedFrom, receivedAt } = order;
    const room = roomIn(state, receivedAt, { minValue: terms.minValue, swaps: swapsOfDay });
    const full = dayRefusal(room, ((fromAmount * quotedFrom) / one) as Wad, fromCoin);
    if (full) return full;
    const { available } = state.balance(fromCoin);
    if (available < fromAmount) {
      return new Refusal('insufficient-balance', { available: formatAmount(available), coin: fromCoin });
    }
    const tooMuch = order.kind === 'limit' && limitsRefusal(order, terms, state);
    if (tooMuch) return tooMuch;
    if (state.house('bankroll', toCoin) < promised) {
      const otherwise = new Refusal('swap-house-short', { coin: toCoin });
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin: toCoin, amount: promised, otherwise });
    }
    return {
      objectId: orderId,
      moves: [
        { kind: 'swap-placed', coin: fromCoin, from: 'available', to: 'reserved', amount: fromAmount },
        { kind: 'swap-promised', coin: toCoin, from: 'bankroll', to: 'swaps-reserve', amount: promised },
      ],
      writes: [
        insertRow(swapOrders, order),
        countSwap(state, accountId, receivedAt),
        ...countLimit(order, state, { before: zero, after: promised }),
      ],
      reply: orderMessage(order),
      events: [{ name: 'swap.changed', payload: order }],
    };
  },
};

const promisesOf = ({ toCoin: coin }: Pick<SwapOrder, 'toCoin'>): PromisesOf => ({ product: 'swap', coin });

/** What an account's limits may hold of the house: a limit costs nothing to place, to keep and to take back. */
function limitsRefusal(order: SwapOrder, terms: SwapTerms, state: CommandState): Refusal | undefined {
  const { limitsMax, accountShareMax, allShareMax } = terms;
  const of = promisesOf(order);
  if (openOrdersOf(state, of) >= limitsMax) return new Refusal('open-orders-limit', { max: String(limitsMax) });
  const room = promiseRoom(state, of, { reserve: 'swaps-reserve', accountShareMax, allShareMax });
  return order.promised > room ? new Refusal('swap-house-short', { coin: order.toCoin }) : undefined;
}

export const limitRows = ({ kind, toCoin }: Pick<SwapOrder, 'kind' | 'toCoin'>): RowName[] =>
  kind === 'limit' ? namePromises(promisesOf({ toCoin })) : [];

/** Of a limit: what it holds of the house is counted for its account. */
export const countLimit = (order: SwapOrder, state: CommandState, change: { before: Wad; after: Wad }): RowWrite[] =>
  order.kind === 'limit' ? countPromise(state, { accountId: order.accountId, ...promisesOf(order) }, change) : [];

/** An order before anything has happened to it. */
export const newOrder = (
  agreed: Omit<SwapOrder, 'cancel' | 'fromTick' | 'toTick' | 'ending'> & { orderId: Uuid },
): SwapOrder => ({ ...agreed, cancel: null, fromTick: null, toTick: null, ending: null });
