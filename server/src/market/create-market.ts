// The market in one process: what decides and what everybody sees, joined directly.
import { openLease } from '../kit/lease.ts';
import { chooseSource } from './choose-source.ts';
import type { SimulatedChoice, SourceChoice } from './choose-source.ts';
import { createMarketBoard } from './create-market-board.ts';
import type { MarketBoard, MarketBoardOptions } from './create-market-board.ts';
import { createTickMarket } from './create-tick-market.ts';
import type { MarketListener, TickMarketOptions } from './create-tick-market.ts';
import type { Market, SourcedMarket } from './market.ts';
import type { HtxAddresses } from './sources/htx-source.ts';
import type { Source } from './sources/source.ts';
import type { QuoteSource } from './sources/venue-source.ts';
import { createVenueSources } from './sources/venues.ts';
import type { VenueAddress } from './sources/venues.ts';

export interface SourceOptions {
  source: SourceChoice;
  htx: HtxAddresses;
  /** Whose prices go into the index of real coins; without htx among them it still gives books, tapes and candles. */
  venues: readonly VenueAddress[];
  simulated: SimulatedChoice;
  /** For tests: a source of their own instead of the configured one. */
  ownSource?: Source;
  ownVenues?: readonly QuoteSource[];
}

export interface MarketOptions
  extends
    SourceOptions,
    Pick<TickMarketOptions, 'databaseUrl' | 'beforePublish'>,
    Omit<MarketBoardOptions, 'history' | 'index' | 'finality'> {}

export async function createMarket(
  options: MarketOptions,
): Promise<Omit<MarketBoard, 'listener'> & { market: Market & SourcedMarket }> {
  const sources = await openSources(options);
  const listener: MarketListener = {
    ticks: (ticks) => board.listener.ticks(ticks),
    held: (coins) => board.listener.held(coins),
    book: (coin, book) => board.listener.book(coin, book),
    trades: (coin, trades) => board.listener.trades(coin, trades),
    detail: (coin, detail) => board.listener.detail(coin, detail),
    minute: (coin, candle) => board.listener.minute(coin, candle),
    recovered: (coin, sinceMs) => board.listener.recovered(coin, sinceMs),
  };
  const lease = openLease(options);
  const ticks = await createTickMarket({ ...options, ...sources, lease, listener });
  const board = await createMarketBoard({
    ...options,
    history: sources.source,
    index: ticks.index,
    finality: ticks.market,
  });
  const market = { ...board.market, sourceSilenceMs: ticks.market.sourceSilenceMs };
  const stop = async (): Promise<void> => {
    await Promise.all([board.stop(), ticks.stop()]);
    await lease.stop(ticks.promisedMs());
  };
  return {
    market,
    stop,
    web: {
      ...board.web,
      jobs: [...ticks.jobs!, ...board.web.jobs!],
      async start() {
        await lease.start();
        await ticks.start!();
      },
      stop,
    },
  };
}

/** The sources as they are configured, none of them connected yet. */
export async function openSources(
  options: SourceOptions & Pick<TickMarketOptions, 'clock'>,
): Promise<Pick<TickMarketOptions, 'source' | 'isSourceCounted' | 'venueSources'>> {
  const { venues, ownVenues } = options;
  const source = options.ownSource ?? (await chooseSource({ ...options, choice: options.source }));
  const venueSources = ownVenues ?? (source.name === 'htx' ? createVenueSources(venues) : []);
  const isSourceCounted = source.name !== 'htx' || ownVenues !== undefined || venues.some(({ name }) => name === 'htx');
  return { source, isSourceCounted, venueSources };
}
