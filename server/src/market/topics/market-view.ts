// What the market's readers see: sockets, HTTP calls and pages all read through this one object.
import type { CoinCode, Wad } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { dayFigures } from '../candles/day-figures.ts';
import type { CandleSeries } from '../candles/candle-series.ts';
import type { IndexPrices } from '../index/index-price.ts';
import type { CandleKeeper } from '../candles/keep-candles.ts';
import type { GapKeeper } from '../archive/keep-gaps.ts';
import type { Latest, LatestOfAll } from './latest.ts';
import type { Market } from '../market.ts';
import type { Best } from './render.ts';
import { bestOf, type DayDetail } from '../sources/source.ts';

export interface MarketView {
  market: Market;
  clock: Clock;
  series: CandleSeries;
  candles: Pick<CandleKeeper, 'read' | 'readFirst'>;
  index: Pick<IndexPrices, 'verdictOf'>;
  gaps: Pick<GapKeeper, 'of'>;
  latest: (coin: CoinCode) => Latest;
  best: (coin: CoinCode) => Best | undefined;
  price: (coin: CoinCode) => Wad | undefined;
  day: (coin: CoinCode) => DayDetail | undefined;
}

export interface MarketViewParts extends Pick<
  MarketView,
  'market' | 'clock' | 'series' | 'candles' | 'index' | 'gaps'
> {
  latestOfAll: LatestOfAll;
}

export function createMarketView({ latestOfAll, ...parts }: MarketViewParts): MarketView {
  const { market, clock, series } = parts;
  const latest = (coin: CoinCode): Latest => latestOfAll.get(coin)!;
  const price = (coin: CoinCode): Wad | undefined => market.lastTick(coin)?.price;
  return {
    ...parts,
    latest,
    price,
    best(coin) {
      const { book } = latest(coin);
      return book && bestOf(book);
    },
    day: (coin) => dayFigures({ coin, latest: latest(coin), series, price: price(coin), now: clock.now() }),
  };
}
