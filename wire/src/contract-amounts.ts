// What a contract costs, risks and pays, from its numbers alone: the server decides by it and the app shows it before the tap.
import { usdtDecimals } from './coins.ts';
import type { ContractResult, ContractSide } from './contracts.ts';
import { multiplyUp, one, subtract } from './money.ts';
import type { Wad } from './money.ts';

/** The smallest amount of USDT that is paid or taken, 0.0001. */
const usdtUnit = 10n ** BigInt(18 - usdtDecimals);

/** The coin in so many sheets. */
export const coinAmount = (sheets: number, sheetSize: Wad): Wad => (BigInt(sheets) * sheetSize) as Wad;

/** Notional / lever, rounded up: the customer pays it. */
export function marginOf(order: { sheets: number; sheetSize: Wad; price: Wad; lever: number }): Wad {
  const notional = coinAmount(order.sheets, order.sheetSize) * order.price;
  return (ceilDivide(notional, BigInt(order.lever) * one * usdtUnit) * usdtUnit) as Wad;
}

/** What an order is worth at the price that it names: coin amount × price, rounded up to the last of 18 decimals. */
export const orderValue = (order: { sheets: number; sheetSize: Wad; price: Wad }): Wad =>
  ceilDivide(coinAmount(order.sheets, order.sheetSize) * order.price, one) as Wad;

/** The prices that a limit order may name: so far from the newest price as a share of it allows, rounded towards it. */
export function limitRangeOf(market: { price: Wad; distanceMax: Wad; priceDecimals: number }): { min: Wad; max: Wad } {
  const { price, distanceMax, priceDecimals } = market;
  const unit = 10n ** BigInt(18 - priceDecimals);
  const min = ceilDivide(price * (one - distanceMax), one * unit) * unit;
  const max = floorDivide(price * (one + distanceMax), one * unit) * unit;
  return { min: (min > unit ? min : unit) as Wad, max: max as Wad };
}

/** A share of the margin, rounded up. */
export const feeOf = (margin: Wad, feeRate: Wad): Wad => multiplyUp(margin, feeRate, usdtDecimals);

/**
 * Long: entry × (1 − 1/lever + maintenance) − added / coin amount; short: entry × (1 + 1/lever − maintenance) + added / amount.
 * Rounded once, at the last of 18 decimals, away from the price; never below zero. A long to which so much margin was added that
 * its coin could fall to nothing comes out at 0: prices are above 0, so no tick liquidates it.
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

/**
 * What of a margin belongs to some of the sheets: margin × sheets / open sheets, rounded down to 0.0001 USDT, for the agreed margin and for
 * what was added each by itself; all of it belongs to all of them. So what a partial close rounds off stays with the position and comes
 * back with its last sheet; nothing of it is lost, and the liquidation price is computed anew from what stays.
 */
export const shareOf = (margin: Wad, sheets: number, openSheets: number): Wad =>
  sheets === openSheets ? margin : ((((margin * BigInt(sheets)) / BigInt(openSheets) / usdtUnit) * usdtUnit) as Wad);

/**
 * What of the fee belongs to the sheets that are closed by now: fee × closed / sheets, rounded down to 0.0001 USDT; all of it to all of
 * them. A part's share is what this has grown by, so that the shares of all parts and of the end are the fee exactly.
 */
export const feeOfClosed = (order: { fee: Wad; sheets: number; closed: number }): Wad =>
  shareOf(order.fee, order.closed, order.sheets);

/** What a contract brought in all: gained or lost by what is closed, less the fee. One that was cancelled had its fee given back. */
export const netGainOf = (contract: { gain: Wad; fee: Wad; result: ContractResult | null }): Wad =>
  contract.result === 'cancelled' ? contract.gain : subtract(contract.gain, contract.fee);

/** The market is where a limit order fills. */
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

/** Divisors are positive. */
const floorDivide = (dividend: bigint, divisor: bigint): bigint =>
  dividend >= 0n ? dividend / divisor : -((-dividend + divisor - 1n) / divisor);
const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor);
