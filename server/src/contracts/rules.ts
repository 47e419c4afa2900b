// What decides a contract: margin, fee, liquidation price, which ticks count, what ends a position, what it pays. No clock, no SQL.
import { contractTiming, multiplyUp, usdtDecimals, zero, type ContractResult, type ContractSide, type Wad } from '@candor/wire'; // prettier-ignore
import type { Asked, ContractOrder, TickPoint } from './order.ts';

const one = 10n ** 18n;
/** The smallest amount of USDT that is paid or taken, 0.0001. */
const usdtUnit = 10n ** BigInt(18 - usdtDecimals);

/** The coin in so many sheets. */
export const coinAmount = (sheets: number, sheetSize: Wad): Wad => (BigInt(sheets) * sheetSize) as Wad;

/** Notional / lever, rounded up: the customer pays it. */
export function marginOf(order: { sheets: number; sheetSize: Wad; price: Wad; lever: number }): Wad {
  const notional = coinAmount(order.sheets, order.sheetSize) * order.price;
  return (ceilDivide(notional, BigInt(order.lever) * one * usdtUnit) * usdtUnit) as Wad;
}

/** A share of the margin, rounded up. */
export const feeOf = (margin: Wad, feeRate: Wad): Wad => multiplyUp(margin, feeRate, usdtDecimals);

/**
 * Long: entry × (1 − 1/lever + maintenance) − added / coin amount; short: entry × (1 + 1/lever − maintenance) + added / amount.
 * Rounded once, at the last of 18 decimals, away from the price; never below zero.
 */
export function liquidationPriceOf(position: {
  side: ContractSide;
  entryPrice: Wad;
  lever: number;
  maintenanceRate: Wad;
  added: Wad;
  amount: Wad;
}): Wad {
  const { side, entryPrice, maintenanceRate, added, amount } = position;
  const lever = BigInt(position.lever);
  const divisor = lever * one * amount;
  const moved = added * lever * one * one;
  if (side === 'short') {
    return ceilDivide(entryPrice * (lever * (one - maintenanceRate) + one) * amount + moved, divisor) as Wad;
  }
  const price = floorDivide(entryPrice * (lever * (one + maintenanceRate) - one) * amount - moved, divisor);
  return (price > 0n ? price : 0n) as Wad;
}

/** side × (price − entry) × coin amount, rounded down: a gain to less, a loss to more. Negative for a loss. */
export function pnlOf(position: { side: ContractSide; entryPrice: Wad; price: Wad; amount: Wad }): Wad {
  const { side, entryPrice, price, amount } = position;
  const change = side === 'long' ? price - entryPrice : entryPrice - price;
  return (floorDivide(change * amount, one * usdtUnit) * usdtUnit) as Wad;
}

/** What comes back: never less than nothing, whatever was lost. */
export const payoutOf = (margin: Wad, pnl: Wad): Wad => (margin + pnl > 0n ? margin + pnl : 0n) as Wad;

/** What of a margin belongs to some of the sheets, rounded down; all of it to all of them. */
export const shareOf = (margin: Wad, sheets: number, openSheets: number): Wad =>
  sheets === openSheets ? margin : ((((margin * BigInt(sheets)) / BigInt(openSheets)) / usdtUnit) * usdtUnit as Wad); // prettier-ignore

/** A tick fills a request, or closes what was asked to be closed, when it was published after that was committed. */
export const isFillingTick = (asked: Asked, tick: { sequence: number; publishedAt: number }): boolean =>
  tick.sequence > asked.acceptedSequence && tick.publishedAt >= asked.receivedAt + contractTiming.entryDelayMs;

/** Up to when a market order waits for its tick. */
export const entryDeadline = (asked: Asked): number => asked.receivedAt + contractTiming.entryWindowMs;

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

export const isAtLimit = (side: ContractSide, price: Wad, limit: Wad): boolean =>
  side === 'long' ? price <= limit : price >= limit;

/** The stop that lies on the wrong side of a price, if one does. */
export function wrongStop(
  side: ContractSide,
  price: Wad,
  stops: { takeProfit: Wad | null; stopLoss: Wad | null },
): 'take_profit' | 'stop_loss' | undefined {
  const [above, below] = side === 'long' ? [stops.takeProfit, stops.stopLoss] : [stops.stopLoss, stops.takeProfit];
  if (above !== null && above <= price) return side === 'long' ? 'take_profit' : 'stop_loss';
  if (below !== null && below >= price) return side === 'long' ? 'stop_loss' : 'take_profit';
  return undefined;
}

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
): { liquidationPrice: Wad } | 'price-moved' | 'no-entry-tick' | 'waits' {
  const { side, tradePrice, lever, orderType } = order;
  const { price } = tick;
  if (!isFillingTick(order, tick)) return 'waits';
  if (orderType === 'limit' && !isAtLimit(side, price, tradePrice)) return 'waits';
  if (orderType === 'market') {
    if (tick.publishedAt > entryDeadline(order)) return 'no-entry-tick';
    if (isTooMuchWorse({ side, price, tradePrice, slippageMax: config.slippageMax })) return 'price-moved';
  }
  const amount = coinAmount(order.sheets, order.sheetSize);
  const { maintenanceRate } = config;
  const liquidationPrice = liquidationPriceOf({ side, entryPrice: price, lever, maintenanceRate, added: zero, amount });
  return wrongStop(side, price, order) === undefined ? { liquidationPrice } : 'price-moved';
}

/** Divisors are positive. */
const floorDivide = (dividend: bigint, divisor: bigint): bigint =>
  dividend >= 0n ? dividend / divisor : -((-dividend + divisor - 1n) / divisor);
const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor);
