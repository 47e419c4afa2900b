// Reads the bodies of HTX messages. Anything that is not as it should be gives undefined and is counted by the caller.
import { parseMarketNumber, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { isObject, wholeOf } from './lossless-json.ts';
import type { LosslessValue } from './lossless-json.ts';
import type { Book, Candle, DayDetail, Level, Trade } from './source.ts';

const levelsMax = 500;
const tradesMax = 2000;

export function parseBook(tick: LosslessValue | undefined): Book | undefined {
  if (!isObject(tick)) return undefined;
  const bids = parseSide(tick['bids'], 'falling');
  const asks = parseSide(tick['asks'], 'rising');
  const version = wholeOf(tick['version']);
  const at = wholeOf(tick['ts']);
  if (!bids || !asks || version === undefined || at === undefined) return undefined;
  const [bid, ask] = [bids[0], asks[0]];
  if (bid && ask && bid[0] >= ask[0]) return undefined;
  return { bids, asks, version, at };
}

/** Oldest first, each trade once. */
export function parseTrades(tick: LosslessValue | undefined): Trade[] | undefined {
  if (!isObject(tick) || !Array.isArray(tick['data']) || tick['data'].length > tradesMax) return undefined;
  const trades = new Map<string, Trade>();
  for (const row of tick['data']) {
    const trade = parseTrade(row);
    if (!trade) return undefined;
    trades.set(trade.tradeId, trade);
  }
  return [...trades.values()].toSorted((left, right) => left.at - right.at || compareIds(left.tradeId, right.tradeId));
}

export function parseCandle(tick: LosslessValue | undefined): Candle | undefined {
  const start = isObject(tick) ? wholeOf(tick['id']) : undefined;
  const figures = parseDetail(tick);
  return start === undefined || !figures ? undefined : { start, ...figures };
}

export function parseDetail(tick: LosslessValue | undefined): DayDetail | undefined {
  if (!isObject(tick)) return undefined;
  const [open, high, low, close] = [tick['open'], tick['high'], tick['low'], tick['close']].map(parsePrice);
  const [amount, volume] = [parseQuantity(tick['amount']), parseQuantity(tick['vol'])];
  const count = wholeOf(tick['count']);
  if (!open || !high || !low || !close || amount === undefined || volume === undefined) return undefined;
  if (count === undefined || count < 0 || low > high) return undefined;
  return { open, high, low, close, amount, volume, count };
}

/** A price as it was sent; undefined for zero, too many digits or anything that is no number. */
export function parsePrice(value: LosslessValue | undefined): Wad | undefined {
  const price = typeof value === 'string' ? parseMarketNumber(value) : undefined;
  return price === zero ? undefined : price;
}

/** A sum that the source computed in floats may have digits beyond 1e-18; those, and those alone, are cut off. */
export function parseQuantity(value: LosslessValue | undefined): Wad | undefined {
  if (typeof value !== 'string') return undefined;
  const exact = parseMarketNumber(value);
  if (exact !== undefined) return exact;
  const match = /^(\d{1,20})(?:\.(\d{1,60}))?(?:[eE]-(\d{1,3}))?$/.exec(value);
  if (!match) return undefined;
  const [, whole, fraction = '', shift = '0'] = match;
  const digits = (whole! + fraction).padStart(whole!.length + fraction.length + parseInt(shift, 10), '0');
  const decimals = fraction.length + parseInt(shift, 10);
  const kept = digits.slice(0, digits.length - Math.max(0, decimals - 18));
  return BigInt(kept.padEnd(kept.length + Math.max(0, 18 - decimals), '0') || '0') as Wad;
}

function parseSide(value: LosslessValue | undefined, order: 'falling' | 'rising'): Level[] | undefined {
  if (!Array.isArray(value) || value.length > levelsMax) return undefined;
  const levels: Level[] = [];
  for (const row of value) {
    if (!Array.isArray(row)) return undefined;
    const price = parsePrice(row[0]);
    const size = parseQuantity(row[1]);
    const before = levels.at(-1)?.[0];
    if (price === undefined || size === undefined) return undefined;
    if (before !== undefined && (order === 'falling' ? price >= before : price <= before)) return undefined;
    levels.push([price, size]);
  }
  return levels;
}

function parseTrade(row: LosslessValue): Trade | undefined {
  if (!isObject(row)) return undefined;
  const [id, direction, at] = [row['id'], row['direction'], wholeOf(row['ts'])];
  // The websocket writes tradeId, REST writes trade-id.
  const tradeId = row['tradeId'] ?? row['trade-id'];
  const [price, amount] = [parsePrice(row['price']), parseQuantity(row['amount'])];
  if (typeof tradeId !== 'string' || !/^\d{1,40}$/.test(tradeId) || typeof id !== 'string') return undefined;
  if (at === undefined || price === undefined || amount === undefined) return undefined;
  if (direction !== 'buy' && direction !== 'sell') return undefined;
  return { tradeId, id: /^\d{1,40}$/.test(id) ? id : tradeId, at, price, amount, direction };
}

const compareIds = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
