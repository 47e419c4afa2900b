// Placing: what is given is reserved, and with it the most that the house would pay.
import { formatAmount, type SwapOrderMessage, type Uuid } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, type Command } from '../ledger/command.ts';
import { orderMessage } from './order-message.ts';
import { swapOrders, type SwapOrder } from './order.ts';

export interface PlaceSwap {
  order: SwapOrder;
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
 * Refuses with `verification-required`, with what is against it, and with `quote-used`, `insufficient-balance`, and with
 * `swap-house-short` where the house does not hold what it would pay.
 */
export const placeSwap: Command<PlaceSwap, SwapOrderMessage> = {
  name: 'place-swap',
  refusals: [
    'verification-required',
    'market-halted',
    'market-degraded',
    'swap-too-small',
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
  rows: ({ order }) => [{ table: swapOrders, id: order.orderId }],
  decide({ order, isVerified, refusal }, state) {
    if (!isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
    if (state.row(swapOrders, order.orderId)) return new Refusal('quote-used');
    if (refusal) return refusal;
    const { orderId, fromCoin, toCoin, fromAmount, promised } = order;
    const { available } = state.balance(fromCoin);
    if (available < fromAmount) {
      return new Refusal('insufficient-balance', { available: formatAmount(available), coin: fromCoin });
    }
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
      writes: [insertRow(swapOrders, order)],
      reply: orderMessage(order),
      events: [{ name: 'swap.changed', payload: order }],
    };
  },
};

/** An order before anything has happened to it. */
export const newOrder = (
  agreed: Omit<SwapOrder, 'cancel' | 'fromTick' | 'toTick' | 'ending'> & { orderId: Uuid },
): SwapOrder => ({ ...agreed, cancel: null, fromTick: null, toTick: null, ending: null });
