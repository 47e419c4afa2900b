// Our own calls about the market: coins, summary, status and the public tick archive.
import {
  coinOfCode,
  coins,
  formatAmount,
  getMarketStatus,
  getMarketSummary,
  getTicks,
  listCoins,
  ticksPageMax,
  toInstant,
} from '@candor/wire';
import type { Coin, CoinCode, CoinListEntry, MarketStatus, MarketSummary, SealedMinute, Wad } from '@candor/wire';
import type { BoundCall } from '../kit/feature.ts';
import { bind } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { changeOf, sparkOf, volumeOfDays } from './day-figures.ts';
import type { MarketView } from './market-view.ts';
import { minutesBetween } from './store.ts';
import type { MinuteHead } from './store.ts';

export interface MarketCallsOptions {
  view: MarketView;
  pool: Pool;
  countUsers: () => Promise<number>;
}

export function marketCalls({ view, pool, countUsers }: MarketCallsOptions): BoundCall[] {
  return [
    bind(listCoins, () => coins.map((coin) => describeCoin(view, coin))),
    bind(getMarketSummary, async () => summarise(view, await countUsers())),
    bind(getMarketStatus, () => describeStatus(view)),
    bind(getTicks, ({ coin: code, from, to, after, last }) => {
      const coin = coinOfCode(code);
      if (!coin) return refuse('unknown-coin');
      if (after !== undefined) return readBySequence(view, coin.code, { after, last });
      if (from === undefined) return refuse('malformed', { field: 'from' });
      return readByTime({ view, pool, coin: coin.code, fromMs: from, toMs: to ?? view.clock.now() });
    }),
  ];
}

function describeCoin(view: MarketView, coin: Coin): CoinListEntry {
  const price = view.price(coin.code);
  const day = view.day(coin.code);
  return {
    id: coin.code,
    coinName: coin.code,
    coinALlName: coin.name,
    symbol: coin.symbol,
    dol: price === undefined ? null : formatAmount(price),
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

function summarise(view: MarketView, registeredUsers: number): MarketSummary {
  let volumeDay = 0n;
  let volumeMonth = 0n;
  const rows = coins.map(({ code, symbol }) => {
    const day = view.day(code);
    const price = view.price(code);
    volumeDay += day?.volume ?? 0n;
    volumeMonth += volumeOfDays(view.series, code, { days: 30, now: view.clock.now() });
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

async function readBySequence(
  { market }: MarketView,
  coin: CoinCode,
  { after, last = after + ticksPageMax }: { after: number; last: number | undefined },
) {
  // What is not published yet has no hash to start from.
  if (after > (market.lastTick(coin)?.sequence ?? 0)) return refuse('malformed', { field: 'after' });
  return market.tickRun(coin, after, Math.min(last, after + ticksPageMax));
}

async function readByTime({
  view,
  pool,
  coin,
  fromMs,
  toMs,
}: {
  view: MarketView;
  pool: Pool;
  coin: CoinCode;
  fromMs: number;
  toMs: number;
}) {
  const { market } = view;
  const before = await market.lastTickUpTo(coin, fromMs - 1);
  const until = await market.lastTickUpTo(coin, toMs);
  const after = before?.sequence ?? 0;
  const last = Math.max(after, until?.sequence ?? 0);
  const run = await market.tickRun(coin, after, Math.min(last, after + ticksPageMax));
  const lastOnPage = run.ticks.at(-1);
  const minutesTo = lastOnPage && lastOnPage[0] < last ? lastOnPage[3] : toMs;
  const minutes = await minutesBetween(pool, { coin, fromMs, toMs: minutesTo, limit: ticksPageMax });
  return {
    ...run,
    minutes: minutes.map(describeMinute),
    ...(lastOnPage && lastOnPage[0] < last && { next_after: lastOnPage[0] }),
  };
}

const describeMinute = (minute: MinuteHead): SealedMinute => ({
  minute_ms: minute.minuteMs,
  first_sequence: minute.firstSequence,
  last_sequence: minute.lastSequence,
  count: minute.count,
  previous_hash: minute.previousHash,
  hash: minute.hash,
});
