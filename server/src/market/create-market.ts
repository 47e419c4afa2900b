// Puts the market together: source, index price, ticks, archive, candles, states, topics and calls.
import { coinCodes } from '@candor/wire';
import type { CoinCode, IndexSourceName } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Feature } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { createCandleSeries } from './candle-series.ts';
import { chooseSource } from './choose-source.ts';
import type { SimulatedChoice, SourceChoice } from './choose-source.ts';
import { createCandleCorrector } from './correct-candles.ts';
import { correctionCalls } from './correction-calls.ts';
import type { OperatorOf } from './correction-calls.ts';
import { htxCalls } from './htx-calls.ts';
import { indexCalls } from './index-calls.ts';
import { createIndexPrices } from './index-price.ts';
import type { IndexPrices, IndexSourceFacts } from './index-price.ts';
import { createCandleKeeper } from './keep-candles.ts';
import { keepTrades, newLatestOfAll } from './latest.ts';
import { marketCalls } from './market-calls.ts';
import { dayOpen } from './day-figures.ts';
import { createMarketStates } from './market-states.ts';
import { createMarketView } from './market-view.ts';
import type { Market, Tick } from './market.ts';
import { createTopicPublisher } from './publish-topics.ts';
import { createArchiveReader } from './read-archive.ts';
import { keepSealing } from './seal-minutes.ts';
import type { HtxAddresses } from './sources/htx-source.ts';
import { bestOf, type Book, type Source, type SourceListener } from './sources/source.ts';
import type { QuoteSource } from './sources/venue-source.ts';
import type { Heard } from './sources/venue.ts';
import { createVenueSources } from './sources/venues.ts';
import type { VenueAddress } from './sources/venues.ts';
import { newestTicks, rawTicksSince } from './store.ts';
import { createTickMemory, memorySpanMs } from './tick-memory.ts';
import type { TickMemory } from './tick-memory.ts';
import { createTopicProvider } from './topics.ts';
import { createTickWriter } from './write-ticks.ts';
import type { DuePrice } from './write-ticks.ts';

export interface MarketOptions {
  /** The writer of ticks has a connection of its own. */
  databaseUrl: string;
  pool: Pool;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  source: SourceChoice;
  htx: HtxAddresses;
  /** Whose prices go into the index of real coins; without htx among them it still gives books, tapes and candles. */
  venues: readonly VenueAddress[];
  simulated: SimulatedChoice;
  /** Awaited, for 2 s at most, before ticks get their time: what was received before them is then decided before. */
  beforePublish?: (() => Promise<void>) | undefined;
  countUsers: () => Promise<number>;
  /** Signs corrections of candles, as it signs receipts. */
  signingKey: string;
  operatorOf: OperatorOf;
  /** For tests: a source of their own instead of the configured one. */
  ownSource?: Source;
  ownVenues?: readonly QuoteSource[];
}

/** A live market has a tick at least once a second; the flush that would come too late is the last chance. */
const repeatMs = 850;

export async function createMarket(
  options: MarketOptions,
): Promise<{ market: Market; feature: Feature; stop(): Promise<void> }> {
  const { pool, clock, bus, hub } = options;
  const source = options.ownSource ?? (await chooseSource({ ...options, choice: options.source }));
  const venueSources = options.ownVenues ?? (source.name === 'htx' ? createVenueSources(options.venues, clock) : []);
  const index = createIndexPrices([...pictureFacts(source, options), ...venueSources]);
  const memory = createTickMemory();
  const latestOfAll = newLatestOfAll();
  const series = createCandleSeries();
  const listeners = new Set<(ticks: readonly Tick[]) => void>();
  const candles = createCandleKeeper({ pool, clock, source, series });
  const states = createMarketStates({ pool, clock, bus, hub, memory });
  const archive = createArchiveReader(pool, memory);
  await loadTicks(pool, clock, memory);
  await candles.load();
  await states.load();

  const writer = createTickWriter({
    databaseUrl: options.databaseUrl,
    clock,
    beforePublish: options.beforePublish,
    collect: (now) => coinCodes.flatMap((coin) => dueOf(coin, now) ?? []),
    publish,
    takeOver: async (newest) => {
      const isBehind = newest.some((tick) => memory.last(tick.coin)?.sequence !== tick.sequence);
      if (isBehind) await loadTicks(pool, clock, memory);
    },
  });

  function dueOf(coin: CoinCode, now: number): DuePrice | undefined {
    const due = index.priceOf(coin, now);
    if (!due) return undefined;
    const last = memory.last(coin);
    if (last && last.price === due.price && now - last.publishedAt < repeatMs) return undefined;
    return { coin, price: due.price, sourceAt: due.sourceAt, ...due.name() };
  }

  function publish(ticks: readonly Tick[]): void {
    for (const tick of ticks) {
      memory.append(tick);
      series.tick(tick.coin, tick.price, tick.publishedAt);
    }
    for (const listener of listeners) {
      try {
        listener(ticks);
      } catch (error) {
        log.error('a listener of ticks failed', { error });
      }
    }
    topics.ticks(ticks);
    states.check();
  }

  const market: Market = {
    source: source.name,
    state: states.of,
    lastTick: memory.last,
    dayOpen: (coin) => dayOpen({ coin, latest: latestOfAll.get(coin)!, series, now: clock.now() }),
    onTicks(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    finalUpTo: writer.finalUpTo,
    isFinalUpTo: writer.isFinalUpTo,
    lastTickUpTo: archive.lastTickUpTo,
    recentTickUpTo: memory.upTo,
    firstTickFrom: archive.firstTickFrom,
    tickRun: (coin, afterSequence, lastSequence) => archive.tickRun({ coin, afterSequence, lastSequence }),
  };
  const view = createMarketView({ market, clock, series, candles, latestOfAll, index });
  const topics = createTopicPublisher(hub, view);
  const corrector = createCandleCorrector({ ...options, market, series, candles });
  await corrector.load();
  hub.serve(createTopicProvider(view));

  const listener: SourceListener = {
    book(coin, book) {
      latestOfAll.get(coin)!.book = book;
      index.hear(source.name, coin, heardOf(book), clock.now());
    },
    trades(coin, trades) {
      keepTrades(latestOfAll.get(coin)!, trades);
      index.hear(source.name, coin, { prints: trades }, clock.now());
      for (const trade of trades) series.trade(coin, trade, clock.now());
      topics.trades(coin, trades);
    },
    detail(coin, detail) {
      Object.assign(latestOfAll.get(coin)!, { detail, detailArrivedAt: clock.now() });
    },
    minute: series.closeMinute,
    recovered: candles.repairSince,
  };

  let sealing: ReturnType<typeof keepSealing> | undefined;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAll());
  async function stopAll(): Promise<void> {
    candles.stopFetching();
    await corrector.stop();
    await Promise.all([source, ...venueSources].map((each) => each.close()));
    await writer.stop();
    await sealing?.stop();
    topics.stop();
    await states.stop();
    await candles.stop();
  }
  const feature: Feature = {
    name: 'market',
    calls: [
      ...marketCalls({ view, pool, countUsers: options.countUsers }),
      ...indexCalls({ view, pool }),
      ...correctionCalls({ ...options, corrector }),
      ...htxCalls(view),
    ],
    async start() {
      source.connect(listener);
      for (const venue of venueSources) connectVenue(venue, { index, clock });
      writer.start();
      states.start();
      topics.start();
      candles.start();
      corrector.start();
      sealing = keepSealing({ pool, clock, finality: writer });
    },
    stop,
  };
  return { market, feature, stop };
}

/** The source of books, tapes and candles, as far as its prices count too. */
function pictureFacts(source: Source, { venues, ownVenues }: MarketOptions): IndexSourceFacts[] {
  const isCounted = source.name !== 'htx' || ownVenues !== undefined || venues.some(({ name }) => name === 'htx');
  return isCounted ? [{ name: source.name, quotes: 'USDT', pairs: new Set(coinCodes) }] : [];
}

const connectVenue = (venue: QuoteSource, { index, clock }: { index: IndexPrices; clock: Clock }): void =>
  venue.connect((pair, heard) => index.hear(venue.name satisfies IndexSourceName, pair, heard, clock.now()));

/** An empty side leaves no price to go by. */
function heardOf(book: Book): Heard {
  const { bid, ask } = bestOf(book);
  const sentAt = book.at;
  if (!bid || !ask) return { sentAt };
  return { quote: { bid: bid[0], bidSize: bid[1], ask: ask[0], askSize: ask[1] }, sentAt };
}

/** The ticks of the last minutes, and at least the newest one of each coin. */
async function loadTicks(pool: Pool, clock: Clock, memory: TickMemory): Promise<void> {
  const newest = new Map((await newestTicks(pool, coinCodes)).map((tick) => [tick.coin, tick]));
  for (const coin of coinCodes) {
    const last = newest.get(coin);
    if (!last) continue;
    const recent = await rawTicksSince(pool, coin, clock.now() - memorySpanMs);
    memory.reset(coin, recent.length > 0 ? recent : [last]);
  }
}
