// HTX's REST calls for market data, answered in its form, errors included.
import {
  coins,
  depthSteps,
  htxDepth,
  htxDetail,
  htxMerged,
  htxSymbols,
  htxTickers,
  htxTimestamp,
  htxTrade,
  htxTradeHistory,
} from '@candor/wire';
import type { Coin, DepthStep } from '@candor/wire';
import type { BoundCall } from '../../kit/feature.ts';
import { bindRaw } from '../../kit/raw-json.ts';
import { htxCandleCalls } from './htx-candle-calls.ts';
import { channelText, errorText, invalidSize, okText, readSize, sizeMax, withCoin as coinOr } from './htx-form.ts';
import { htxReferenceCalls, turnoverDecimals } from './htx-reference-calls.ts';
import { depthView, levelsMax } from '../topics/join-levels.ts';
import { recentTrades } from '../topics/latest.ts';
import type { MarketView } from '../topics/market-view.ts';
import { renderDepth, renderDetail, renderMerged, renderTicker, renderTrades } from '../topics/render.ts';

export function htxCalls(view: MarketView): BoundCall[] {
  const { clock } = view;
  const ok = (body: string): string => okText(clock, body);
  const error = (text: string): string => errorText(clock, text);
  const withCoin = (symbol: string, answer: (coin: Coin) => string): string => coinOr(clock, symbol, answer);

  return [
    ...htxCandleCalls(view),
    bindRaw(htxMerged, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const day = view.day(coin.code);
        if (!day) return error('symbol trade not open now');
        return ok(
          `${channelText(coin, 'detail.merged')}"tick":${renderMerged(day, view.best(coin.code), clock.now())}`,
        );
      }),
    ),
    bindRaw(htxDetail, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const day = view.day(coin.code);
        if (!day) return error('symbol trade not open now');
        return ok(`${channelText(coin, 'detail')}"tick":${renderDetail(day, clock.now())}`);
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
        return ok(`${channelText(coin, `depth.${type}`)}"tick":${tick}`);
      }),
    ),
    bindRaw(htxTrade, ({ symbol }) =>
      withCoin(symbol, (coin) => {
        const trade = view.latest(coin.code).trades.at(-1);
        if (!trade) return error('symbol trade not open now');
        return ok(`${channelText(coin, 'trade.detail')}"tick":${renderTrades([trade], 'trade-id')}`);
      }),
    ),
    bindRaw(htxTradeHistory, ({ symbol, size = '1' }) =>
      withCoin(symbol, (coin) => {
        const count = readSize(size, sizeMax);
        if (count === undefined) return error(invalidSize(sizeMax));
        const trades = recentTrades(view.latest(coin.code)).slice(-count).toReversed();
        const rows = trades.map((trade) => renderTrades([trade], 'trade-id'));
        return ok(`${channelText(coin, 'trade.detail')}"data":[${rows.join(',')}]`);
      }),
    ),
    bindRaw(htxSymbols, () => ok(`"data":${JSON.stringify(coins.map((coin) => listing(coin, view)))}`)),
    bindRaw(htxTimestamp, () => ok(`"data":${clock.now()}`)),
    ...htxReferenceCalls(view),
  ];
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
