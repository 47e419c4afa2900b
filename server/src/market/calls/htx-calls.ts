// HTX's REST calls for market data, answered in its form, errors included.
import {
  candleRange,
  coinOfSymbol,
  coins,
  depthSteps,
  htxCandles,
  htxCandlesMax,
  htxDepth,
  htxDetail,
  htxKlines,
  htxMerged,
  htxSymbols,
  htxTickers,
  htxTimestamp,
  htxTrade,
  htxTradeHistory,
  isCandlePeriod,
} from '@candor/wire';
import type { Coin, DepthStep } from '@candor/wire';
import type { BoundCall } from '../../kit/feature.ts';
import { bindRaw } from '../../kit/raw-json.ts';
import { htxReferenceCalls, turnoverDecimals } from './htx-reference-calls.ts';
import { depthView, levelsMax } from '../topics/join-levels.ts';
import { recentTrades } from '../topics/latest.ts';
import type { MarketView } from '../topics/market-view.ts';
import { renderCandle, renderDepth, renderDetail, renderMerged, renderTicker, renderTrades } from '../topics/render.ts';

const sizeMax = 2000;
const invalidSize = (max: number): string => `invalid size,valid range: [1, ${max}]`;

export function htxCalls(view: MarketView): BoundCall[] {
  const { clock } = view;
  const ok = (body: string): string => `{"status":"ok","ts":${clock.now()},${body}}`;
  const error = (text: string): string =>
    JSON.stringify({ ts: clock.now(), status: 'error', 'err-code': 'invalid-parameter', 'err-msg': text });
  /** Most calls begin with a symbol that must be traded here. */
  const withCoin = (symbol: string, answer: (coin: Coin) => string | Promise<string>) => {
    const coin = coinOfSymbol(symbol);
    return coin ? answer(coin) : error('invalid symbol');
  };
  const channel = (coin: Coin, rest: string): string => `"ch":"market.${coin.symbol}.${rest}",`;

  return [
    bindRaw(htxKlines, ({ symbol, period = '', size = '150' }) =>
      withCoin(symbol, async (coin) => {
        if (!isCandlePeriod(period)) return error('invalid period');
        const limit = readSize(size, sizeMax);
        if (limit === undefined) return error(invalidSize(sizeMax));
        const range = { coin: coin.code, period, fromSeconds: 0, toSeconds: candleRange.last, limit };
        const candles = (await view.candles.read(range)).toReversed();
        return ok(`${channel(coin, `kline.${period}`)}"data":[${candles.map(renderCandle).join(',')}]`);
      }),
    ),
    bindRaw(htxCandles, ({ symbol, period = '', size = '150', from, to }) =>
      withCoin(symbol, async (coin) => {
        if (!isCandlePeriod(period)) return error('invalid period');
        const limit = readSize(size, htxCandlesMax);
        if (limit === undefined) return error(invalidSize(htxCandlesMax));
        const [fromSeconds, toSeconds] = [readSeconds(from, 0), readSeconds(to, candleRange.last)];
        if (fromSeconds === undefined || toSeconds === undefined) return error('invalid from or to');
        const range = { coin: coin.code, period, fromSeconds, toSeconds, limit };
        const candles = await (from === undefined ? view.candles.read(range) : view.candles.readFirst(range));
        return ok(`${channel(coin, `kline.${period}`)}"data":[${candles.toReversed().map(renderCandle).join(',')}]`);
      }),
    ),
    bindRaw(htxMerged, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const day = view.day(coin.code);
        if (!day) return error('symbol trade not open now');
        return ok(`${channel(coin, 'detail.merged')}"tick":${renderMerged(day, view.best(coin.code), clock.now())}`);
      }),
    ),
    bindRaw(htxDetail, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const day = view.day(coin.code);
        if (!day) return error('symbol trade not open now');
        return ok(`${channel(coin, 'detail')}"tick":${renderDetail(day, clock.now())}`);
      }),
    ),
    bindRaw(htxTickers, () => {
      const rows = coins.flatMap((coin) => {
        const day = view.day(coin.code);
        return day ? [renderTicker(coin.symbol, day, view.best(coin.code))] : [];
      });
      return ok(`"data":[${rows.join(',')}]`);
    }),
    bindRaw(htxDepth, ({ symbol, type = 'step0', depth }) =>
      withCoin(symbol, (coin) => {
        if (!isDepthStep(type)) return error('invalid type');
        if (depth !== undefined && !['5', '10', '20'].includes(depth)) return error('invalid depth');
        const { book } = view.latest(coin.code);
        if (!book) return error('symbol trade not open now');
        const count = depth === undefined ? levelsMax[type] : parseInt(depth, 10);
        const { bids, asks } = depthView(book, type, coin.priceDecimals);
        const tick = renderDepth({ bids: bids.slice(0, count), asks: asks.slice(0, count) }, book);
        return ok(`${channel(coin, `depth.${type}`)}"tick":${tick}`);
      }),
    ),
    bindRaw(htxTrade, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const trade = view.latest(coin.code).trades.at(-1);
        if (!trade) return error('symbol trade not open now');
        return ok(`${channel(coin, 'trade.detail')}"tick":${renderTrades([trade], 'trade-id')}`);
      }),
    ),
    bindRaw(htxTradeHistory, ({ symbol, size = '1' }) =>
      withCoin(symbol, (coin) => {
        const count = readSize(size, sizeMax);
        if (count === undefined) return error(invalidSize(sizeMax));
        const trades = recentTrades(view.latest(coin.code)).slice(-count).toReversed();
        const rows = trades.map((trade) => renderTrades([trade], 'trade-id'));
        return ok(`${channel(coin, 'trade.detail')}"data":[${rows.join(',')}]`);
      }),
    ),
    bindRaw(htxSymbols, () => ok(`"data":${JSON.stringify(coins.map((coin) => listing(coin, view)))}`)),
    bindRaw(htxTimestamp, () => ok(`"data":${clock.now()}`)),
    ...htxReferenceCalls(view),
  ];
}

function readSize(text: string, max: number): number | undefined {
  const size = /^\d{1,4}$/.test(text) ? parseInt(text, 10) : 0;
  return size >= 1 && size <= max ? size : undefined;
}

function readSeconds(text: string | undefined, otherwise: number): number | undefined {
  if (text === undefined) return otherwise;
  return /^\d{1,10}$/.test(text) ? parseInt(text, 10) : undefined;
}

const listing = ({ code, symbol, priceDecimals, amountDecimals }: Coin, { market }: MarketView) => ({
  'base-currency': code.toLowerCase(),
  'quote-currency': 'usdt',
  'price-precision': priceDecimals,
  'amount-precision': amountDecimals,
  'value-precision': turnoverDecimals,
  'symbol-partition': 'main',
  symbol,
  state: market.state(code) === 'halted' ? 'suspend' : 'online',
  'api-trading': 'disabled',
});

const isDepthStep = (text: string): text is DepthStep => (depthSteps as readonly string[]).includes(text);
