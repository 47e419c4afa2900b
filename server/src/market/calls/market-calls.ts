// Our own calls about the market: coins, summary, status and the public tick archive.
import {
  coinOfCode,
  coins,
  formatAmount,
  getMarketStatus,
  getMarketSummary,
  getTicks,
  listCoins,
  median,
  multiplyDown,
  toInstant,
  wad,
} from '@candor/wire';
import type { Coin, CoinListEntry, MarketStatus, MarketSummary, Wad } from '@candor/wire';
import type { BoundCall } from '../../kit/feature.ts';
import { bind } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { bindText } from '../../kit/raw-json.ts';
import { createArchivePages } from '../archive/archive-pages.ts';
import { changeOf, sparkOf, volumeOfDays } from '../candles/day-figures.ts';
import type { MarketView } from '../topics/market-view.ts';

const daySeconds = 86_400;

export interface MarketCallsOptions {
  view: MarketView;
  pool: Pool;
  countUsers: () => Promise<number>;
}

export function marketCalls({ view, pool, countUsers }: MarketCallsOptions): BoundCall[] {
  const pages = createArchivePages({ market: view.market, pool, clock: view.clock });
  return [
    bind(listCoins, () => coins.map((coin) => describeCoin(view, coin))),
    bind(getMarketSummary, async () => summarise(view, await countUsers())),
    bind(getMarketStatus, () => describeStatus(view)),
    bindText(getTicks, ({ coin: code, from, to, after, last }) => {
      const coin = coinOfCode(code);
      if (!coin) return refuse('unknown-coin');
      if (after !== undefined) return pages.bySequence(coin.code, { after, last });
      if (from === undefined) return refuse('malformed', { field: 'from' });
      return pages.byTime(coin.code, { fromMs: from, toMs: to ?? view.clock.now() });
    }),
  ];
}

function describeCoin(view: MarketView, coin: Coin): CoinListEntry {
  const day = view.day(coin.code);
  return {
    id: coin.code,
    coinName: coin.code,
    coinALlName: coin.name,
    symbol: coin.symbol,
    dol: priceInDollars(view, coin),
    adjType: view.series.isCorrected(coin.code, view.clock.now() / 1000 - daySeconds) ? 'adjusted' : 'none',
    img: `/coins/${coin.code.toLowerCase()}.svg`,
    price_decimals: coin.priceDecimals,
    amount_decimals: coin.amountDecimals,
    sheet_size: coin.sheetSize,
    state: view.market.state(coin.code),
    details: day
      ? {
          open: formatAmount(day.open),
          close: formatAmount(day.close),
          high: formatAmount(day.high),
          low: formatAmount(day.low),
          amount: formatAmount(day.amount),
          vol: formatAmount(day.volume),
          count: day.count,
          change: changeOf(day),
        }
      : null,
  };
}

function priceInDollars(view: MarketView, { code, priceDecimals }: Coin): string | null {
  const price = view.price(code);
  const rate = dollarsForTether(view);
  if (price === undefined || rate === undefined) return null;
  return formatAmount(multiplyDown(price, rate, priceDecimals));
}

/** The median of the rates by which sources that count are converted. */
function dollarsForTether({ market, index, clock }: MarketView): Wad | undefined {
  if (market.source === 'simulated') return wad('1');
  const rates = index
    .verdictOf('BTC', clock.now())
    .sources.flatMap(({ standing, converted }) => (standing === 'in' && converted ? [converted.rate] : []));
  return median(rates);
}

function summarise(view: MarketView, registeredUsers: number): MarketSummary {
  let volumeDay = 0n;
  let volumeMonth = 0n;
  let isMonthPartial = false;
  const rows = coins.map(({ code, symbol }) => {
    const day = view.day(code);
    const price = view.price(code);
    volumeDay += day?.volume ?? 0n;
    const month = volumeOfDays(view.series, code, { days: 30, now: view.clock.now() });
    volumeMonth += month.volume;
    isMonthPartial ||= month.isPartial;
    return {
      coin: code,
      symbol,
      price: price === undefined ? null : formatAmount(price),
      change: day ? changeOf(day) : null,
      high: day ? formatAmount(day.high) : null,
      low: day ? formatAmount(day.low) : null,
      volume: day ? formatAmount(day.volume) : null,
      spark: sparkOf(view.series, code, price).map(formatAmount),
      state: view.market.state(code),
    };
  });
  return {
    source: view.market.source,
    volume_24h: formatAmount(volumeDay as Wad),
    volume_30d: formatAmount(volumeMonth as Wad),
    is_volume_30d_partial: isMonthPartial,
    registered_users: registeredUsers,
    coins: rows,
  };
}

function describeStatus({ market }: MarketView): MarketStatus {
  return {
    source: market.source,
    coins: coins.map(({ code }) => {
      const last = market.lastTick(code);
      return {
        coin: code,
        state: market.state(code),
        last_sequence: last?.sequence ?? 0,
        last_published_at: last ? toInstant(last.publishedAt) : null,
      };
    }),
  };
}
