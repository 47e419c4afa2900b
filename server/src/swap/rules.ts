// What decides a swap: which ticks count, and what they pay. No clock, no SQL.
import {
  hasSwapMoved,
  isSwapRateReached,
  one,
  swapGiven,
  swapReceived,
  swapTerms,
  zero,
  type SwapPrices,
  type SwapReturnReason,
  type Wad,
} from '@candor/wire';
import type { TickPoint } from '../market/archive/tick-point.ts';
import { quotedPrices, sidesOf, type SwapOrder } from './order.ts';

/** What was found of the ticks that decide; null on the side of USDT, or where there is none. */
export interface DecidingTicks {
  from: TickPoint | null;
  to: TickPoint | null;
}

/** What an order comes to by them. */
export interface SwapOutcome {
  reason: SwapReturnReason | null;
  given: Wad;
  received: Wad;
}

/** From when on ticks count: no one who asks knows them yet. */
export const fillFrom = ({ receivedAt }: Pick<SwapOrder, 'receivedAt'>): number => receivedAt + swapTerms.fillDelayMs;

/** When a cancel counts: ticks up to then may still fill. */
export const cancelAt = (receivedAt: number): number => receivedAt + swapTerms.fillDelayMs;

/** In the time in which a tick can decide the order. */
export const isInTime = (order: SwapOrder, tick: Pick<TickPoint, 'publishedAt'>): boolean =>
  tick.publishedAt >= fillFrom(order) && tick.publishedAt <= order.expiresAt;

export function pricesBy(order: SwapOrder, { from, to }: DecidingTicks): SwapPrices {
  return { from: order.fromCoin === 'USDT' ? one : from!.price, to: order.toCoin === 'USDT' ? one : to!.price };
}

/** A tick of its one coin that has a price, at or through the rate of a limit. */
export function reachesLimit(order: SwapOrder, tick: TickPoint): boolean {
  return isInTime(order, tick) && isSwapRateReached(pricesBy(order, { from: tick, to: tick }), order.rate);
}

/** Ticks that are missing are missing for good. A limit gives no more than it needs for what it buys. */
export function outcomeOf(order: SwapOrder, ticks: DecidingTicks): SwapOutcome {
  const isComplete = sidesOf(order).every(({ side }) => ticks[side] !== null && isInTime(order, ticks[side]));
  if (!isComplete) return nothing(unfilledReason(order));
  const prices = pricesBy(order, ticks);
  if (order.kind === 'limit') {
    if (!isSwapRateReached(prices, order.rate)) return nothing(unfilledReason(order));
    return { reason: null, given: swapGiven(order.toAmount, prices, order.fromCoin), received: order.toAmount };
  }
  if (hasSwapMoved(quotedPrices(order), prices, swapTerms.moveMaxBp)) return nothing('price-moved');
  return { reason: null, given: order.fromAmount, received: swapReceived(order.fromAmount, prices, order.toCoin) };
}

const nothing = (reason: SwapReturnReason): SwapOutcome => ({ reason, given: zero, received: zero });

function unfilledReason(order: SwapOrder): SwapReturnReason {
  if (order.kind === 'quote') return 'no-tick';
  return order.cancel ? 'cancelled' : 'expired';
}
