// What decides a contract: which ticks count, what opens a position and what ends it. No clock, no SQL.
import { coinAmount, contractTiming, isAtLimit, liquidationPriceOf, wrongStop, zero, type ContractResult, type ContractSide, type Wad, one } from '@candor/wire'; // oxfmt-ignore
import type { TickPoint } from '../market/archive/tick-point.ts';
import type { Asked, ContractOrder } from './order.ts';

/** What it costs and pays is computed by the same code in the customer's browser. */
export {
  coinAmount,
  feeOf,
  isAtLimit,
  limitRangeOf,
  liquidationPriceOf,
  marginOf,
  orderValue,
  payoutOf,
  pnlOf,
  shareOf,
  wrongStop,
} from '@candor/wire';

/** A tick fills a request, or closes what was asked to be closed, when it was published after that was committed. */
export const isFillingTick = (asked: Asked, tick: { sequence: number; publishedAt: number }): boolean =>
  tick.sequence > asked.acceptedSequence && tick.publishedAt >= asked.receivedAt + contractTiming.entryDelayMs;

/** Up to when a market order waits for its tick. */
export const entryDeadline = (asked: Asked): number => asked.receivedAt + contractTiming.entryWindowMs;

/** Up to when an order waits: a market order for its tick, a limit order for its price; null for ever. */
export const waitsUntil = (order: Asked & Pick<ContractOrder, 'orderType' | 'expiresAt'>): number | null =>
  order.orderType === 'market' ? entryDeadline(order) : order.expiresAt;

/** Worse than the price that the customer saw by more than the slippage that was agreed. */
export function isTooMuchWorse(fill: { side: ContractSide; price: Wad; tradePrice: Wad; slippageMax: Wad }): boolean {
  const { side, price, tradePrice, slippageMax } = fill;
  return side === 'long'
    ? price * one > tradePrice * (one + slippageMax)
    : price * one < tradePrice * (one - slippageMax);
}

/** Farther from what the customer saw than the slippage, to either side: the margin would not be the agreed share any more. */
export const isOutdated = (seen: { price: Wad; tradePrice: Wad; slippageMax: Wad }): boolean =>
  isTooMuchWorse({ side: 'long', ...seen }) || isTooMuchWorse({ side: 'short', ...seen });

/** The prices at or beyond which a position ends, from above (falling) and from below (rising). */
export function triggersOf(order: Pick<ContractOrder, 'side' | 'liquidationPrice' | 'takeProfit' | 'stopLoss'>) {
  const { side, takeProfit, stopLoss } = order;
  const liquidation = order.liquidationPrice!;
  const isStopNearer = stopLoss !== null && (side === 'long' ? stopLoss > liquidation : stopLoss < liquidation);
  const guard = isStopNearer ? stopLoss : liquidation;
  return side === 'long' ? { falling: guard, rising: takeProfit } : { falling: takeProfit, rising: guard };
}

/** What this tick does to an open position, if anything; where several things meet, the first in this order. */
export function endCause(
  order: ContractOrder,
  tick: TickPoint,
): Extract<ContractResult, 'liquidated' | 'stop-loss' | 'take-profit' | 'closed'> | undefined {
  const { side, takeProfit, stopLoss, entry, liquidationPrice, termsSequence, closing } = order;
  if (tick.sequence > Math.max(entry!.sequence, termsSequence)) {
    const isLost = (limit: Wad): boolean => (side === 'long' ? tick.price <= limit : tick.price >= limit);
    const isWon = (limit: Wad): boolean => (side === 'long' ? tick.price >= limit : tick.price <= limit);
    if (isLost(liquidationPrice!)) return 'liquidated';
    if (stopLoss !== null && isLost(stopLoss)) return 'stop-loss';
    if (takeProfit !== null && isWon(takeProfit)) return 'take-profit';
  }
  return closing && isFillingTick(closing, tick) ? 'closed' : undefined;
}

/** What a tick makes of an order that waits: it opens, or is given up with a reason, or goes on waiting. */
export function judgeFill(
  order: ContractOrder,
  tick: TickPoint,
  config: { slippageMax: Wad; maintenanceRate: Wad },
): { liquidationPrice: Wad } | 'price-moved' | 'no-entry-tick' | 'expired' | 'waits' {
  const { side, tradePrice, lever, orderType } = order;
  const { price } = tick;
  if (!isFillingTick(order, tick)) return 'waits';
  const until = waitsUntil(order);
  if (until !== null && tick.publishedAt > until) return orderType === 'market' ? 'no-entry-tick' : 'expired';
  if (orderType === 'limit' && !isAtLimit(side, price, tradePrice)) return 'waits';
  if (orderType === 'market') {
    if (isTooMuchWorse({ side, price, tradePrice, slippageMax: config.slippageMax })) return 'price-moved';
  }
  const amount = coinAmount(order.sheets, order.sheetSize);
  const { maintenanceRate } = config;
  const liquidationPrice = liquidationPriceOf({ side, entryPrice: price, lever, maintenanceRate, added: zero, amount });
  return wrongStop(side, price, order) === undefined ? { liquidationPrice } : 'price-moved';
}
