// A swap as the server holds it: a quote that was accepted, or a limit that waits for its rate.
import type { AssetCode, CoinCode, SwapKind, SwapPrices, SwapResult, SwapReturnReason } from '@candor/wire';
import { amount, group, instant, oneOfEnum, safeInteger, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { table, type Row } from '../kit/table.ts';
import { tickPoint } from '../market/archive/tick-point.ts';

/** Placed once, ended once. */
export const swapOrders = table('swap_orders', {
  key: { accountId: uuid, orderId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    kind: text<SwapKind>(),
    fromCoin: text<AssetCode>(),
    toCoin: text<AssetCode>(),
    /** Reserved of the customer's. */
    fromAmount: amount,
    /** As quoted, or what a limit buys. */
    toAmount: amount,
    /** The most that it can pay, reserved by the house from the start. */
    promised: amount,
    /** As quoted, or at least. */
    rate: amount,
    /** Prices that it was quoted by, or when a limit was placed; a USDT is one. */
    quotedFrom: amount,
    quotedTo: amount,
    receivedAt: instant,
    /** Last sequences of the coins' ticks that were public when it was received; 0 for USDT. */
    acceptedFrom: safeInteger,
    acceptedTo: safeInteger,
  },
  changing: {
    /** Ticks after this decide nothing; a cancel brings it forward. */
    expiresAt: instant,
    cancel: group('cancel_', { receivedAt: instant, sequence: safeInteger }).orNull,
  },
  later: {
    fromTick: tickPoint('from_tick_').orNull,
    toTick: tickPoint('to_tick_').orNull,
    /** How it ended; final. */
    ending: group('', {
      result: text<SwapResult>(),
      reason: text<SwapReturnReason>().orNull,
      given: amount,
      received: amount,
      settledAt: instant,
    }).orNull,
  },
});
export type SwapOrder = Row<typeof swapOrders>;

export const quotedPrices = ({ quotedFrom: from, quotedTo: to }: SwapOrder): SwapPrices => ({ from, to });

/** The coins of a pair that have a price of their own, with the side that they are on. */
export const sidesOf = ({ fromCoin, toCoin }: { fromCoin: AssetCode; toCoin: AssetCode }) =>
  [
    { side: 'from', coin: fromCoin },
    { side: 'to', coin: toCoin },
  ].filter((each): each is { side: 'from' | 'to'; coin: CoinCode } => each.coin !== 'USDT');

export const acceptedOn = (order: SwapOrder, side: 'from' | 'to'): number =>
  side === 'from' ? order.acceptedFrom : order.acceptedTo;

export const swapOrderKind: OrderKind = {
  kind: 'swap',
  table: 'swap_orders',
  id: 'order_id',
  endedAt: 'settled_at',
  isOpen: 'result is null',
  shown: {
    coin: 'from_coin',
    side: "'to ' || to_coin",
    amount: 'from_amount',
    amountCoin: 'from_coin',
    state: "coalesce(reason, result, 'waiting')",
    paid: 'received',
    paidCoin: 'to_coin',
    receivedAt: 'received_at',
  },
};
