// Market data as JSON text with HTX's field names; numbers are written from their digits and keep all of them.
import { formatAmount } from '@candor/wire';
import type { DepthView } from './join-levels.ts';
import type { Tick } from '../market.ts';
import type { Candle, DayDetail, Level, Trade } from '../sources/source.ts';

export const renderCandle = (candle: Candle): string => `{"id":${candle.start},${figures(candle)}}`;

export const renderDetail = (detail: DayDetail, now: number): string =>
  `{"id":${Math.floor(now / 1000)},"version":${now},${figures(detail)}}`;

export const renderTicker = (symbol: string, detail: DayDetail, best: Best | undefined): string =>
  `{"symbol":"${symbol}",${figures(detail)},${bestFields(best)}}`;

/** Of the socket; the best of each side and the last trade as well. */
export const renderFeedTicker = (detail: DayDetail, best: Best | undefined, last: Trade | undefined): string =>
  `{${figures(detail)},${bestFields(best)},"lastPrice":${formatAmount(last?.price ?? detail.close)},` +
  `"lastSize":${last ? formatAmount(last.amount) : '0'}}`;

export const renderMerged = (detail: DayDetail, best: Best | undefined, now: number): string =>
  `{"id":${now},"version":${now},${figures(detail)},` +
  `"bid":[${level(best?.bid, 0)},${level(best?.bid, 1)}],"ask":[${level(best?.ask, 0)},${level(best?.ask, 1)}]}`;

export interface Best {
  bid: Level | undefined;
  ask: Level | undefined;
}

export const renderDepth = (view: DepthView, stamp: { version: number; at: number }): string =>
  `{"bids":${renderLevels(view.bids)},"asks":${renderLevels(view.asks)},"version":${stamp.version},"ts":${stamp.at}}`;

export const renderBbo = (symbol: string, best: Best, stamp: { version: number; at: number }): string =>
  `{"symbol":"${symbol}","quoteTime":${stamp.at},${bestFields(best)},"seqId":${stamp.version}}`;

/** HTX calls a trade's number otherwise over REST than on its socket. */
type TradeIdField = 'tradeId' | 'trade-id';

/** Several trades of one moment as one message of trade.detail. */
export function renderTrades(trades: readonly Trade[], idField: TradeIdField = 'tradeId'): string {
  const last = trades.at(-1)!;
  return `{"id":${last.tradeId},"ts":${last.at},"data":${renderTradeRows(trades, idField)}}`;
}
export const renderTradeRows = (trades: readonly Trade[], idField: TradeIdField = 'tradeId'): string =>
  `[${trades.map((trade) => tradeRow(trade, idField)).join(',')}]`;

export const renderIndex = (tick: Tick): string =>
  `{"seq":${tick.sequence},"price":${formatAmount(tick.price)},"ts":${tick.publishedAt}}`;

const figures = ({ open, close, low, high, amount, volume, count }: DayDetail): string =>
  `"open":${formatAmount(open)},"close":${formatAmount(close)},"low":${formatAmount(low)},"high":${formatAmount(high)},` +
  `"amount":${formatAmount(amount)},"vol":${formatAmount(volume)},"count":${count}`;

const bestFields = (best: Best | undefined): string =>
  `"bid":${level(best?.bid, 0)},"bidSize":${level(best?.bid, 1)},` +
  `"ask":${level(best?.ask, 0)},"askSize":${level(best?.ask, 1)}`;

const level = (one: Level | undefined, part: 0 | 1): string => (one ? formatAmount(one[part]) : '0');

export const renderLevels = (side: readonly Level[]): string =>
  `[${side.map(([price, size]) => `[${formatAmount(price)},${formatAmount(size)}]`).join(',')}]`;

const tradeRow = ({ id, at, tradeId, amount, price, direction }: Trade, idField: string): string =>
  `{"id":${id},"ts":${at},"${idField}":${tradeId},"amount":${formatAmount(amount)},` +
  `"price":${formatAmount(price)},"direction":"${direction}"}`;
