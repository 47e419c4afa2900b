// What orders are decided by: sources, the index price and the ticks made of it. It knows nothing of who looks at the market.
import { coinCodes } from '@candor/wire';
import type { CoinCode, IndexSourceName } from '@candor/wire';
import { noteClockFault } from '../kit/clock-faults.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, stopJobs } from '../kit/jobs.ts';
import type { Lease } from '../kit/lease.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import { createIndexPrices } from './index/index-price.ts';
import type { IndexPrices, IndexSourceFacts } from './index/index-price.ts';
import { catchUp, loadTicks } from './archive/load-ticks.ts';
import { newestTicks } from './store.ts';
import type { SourcedMarket, Tick } from './market.ts';
import { createPublishedTicks } from './link/published-ticks.ts';
import { sealingJob } from './archive/seal-minutes.ts';
import { createSourceSilences } from './index/source-silences.ts';
import { bestOf, type Book, type Source, type SourceListener } from './sources/source.ts';
import type { QuoteSource } from './sources/venue-source.ts';
import type { QuoteUpdate } from './sources/venue.ts';
import { createGapWatch } from './archive/tick-gaps.ts';
import { createTickMemory } from './archive/tick-memory.ts';
import { createTickWriter } from './archive/write-ticks.ts';
import { collectDuePrices } from './due-prices.ts';

/** Who draws the market: hears what the source of books and trades says, and every tick once it is published. */
export interface MarketListener extends SourceListener {
  ticks: (ticks: readonly Tick[]) => void;
  /** Called with all coins whose orders must wait from now on, although their last tick is fresh: no further tick can be published yet. */
  held: (coins: readonly CoinCode[]) => void;
}

export interface TickMarketOptions {
  /** The writer of ticks has a connection of its own. */
  databaseUrl: string;
  pool: Pool;
  clock: Clock;
  /** Ticks are written while it is held. */
  lease: Lease;
  source: Source;
  /** Whether the source of books and trades is one of the index, too. */
  isSourceCounted: boolean;
  venueSources: readonly QuoteSource[];
  /** Awaited before ticks get their time: what was received before them is then decided before. */
  beforePublish?: (() => Promise<void>) | undefined;
  listener: MarketListener;
}

export interface RunningTickMarket extends Part {
  market: SourcedMarket;
  index: IndexPrices;
  /** False while another server writes the ticks. */
  isWriting: () => boolean;
  /** The latest instant that was promised to be final, or given to ticks. */
  promisedMs: () => number;
  /** Ends the sources, so that the listener hears nothing more, and then the writer and the jobs. */
  stop: () => Promise<void>;
}

const followMs = 500;

export async function createTickMarket(options: TickMarketOptions): Promise<RunningTickMarket> {
  const { pool, clock, lease, source, venueSources, listener } = options;
  const memory = createTickMemory();
  const index = createIndexPrices([...sourceFacts(options), ...venueSources], (coin) => memory.last(coin)?.price);
  const silences = createSourceSilences();
  const gaps = createGapWatch();
  const published = createPublishedTicks(pool, memory);
  published.reading.onTicks(listener.ticks);
  await loadTicks(pool, clock, memory);

  const writer = createTickWriter({
    databaseUrl: options.databaseUrl,
    clock,
    lease,
    beforePublish: options.beforePublish,
    collect: collectDuePrices({ index, memory, silences, gaps, onHeld: listener.held }),
    publish,
    gaps,
    takeOver: (newest) => catchUp(pool, { clock, memory, newest }),
  });
  /** Whoever stands by knows nearly everything when it takes over. */
  const following = createJob({
    name: 'follow-ticks',
    role: 'engine',
    every: followMs,
    run: async () => {
      if (!lease.term()) await catchUp(pool, { clock, memory, newest: await newestTicks(pool, coinCodes) });
    },
  });

  function publish(ticks: readonly Tick[]): void {
    for (const tick of ticks) memory.append(tick);
    published.tell(ticks);
  }

  const jobs = [sealingJob({ pool, clock, finality: writer }), following];
  let stopped: Promise<void> | undefined;
  async function stopAll(): Promise<void> {
    await Promise.all([source, ...venueSources].map((each) => each.close()));
    await writer.stop();
    await stopJobs(jobs);
    noteClockFault('archive', undefined);
  }

  return {
    market: {
      source: source.name,
      ...published.reading,
      finalUpTo: writer.finalUpTo,
      isFinalUpTo: writer.isFinalUpTo,
      sourceSilenceMs: silences.silentMs,
    },
    index,
    isWriting: writer.isWriting,
    promisedMs: writer.promisedMs,
    start() {
      source.connect(updateIndexFrom(index, options));
      for (const venue of venueSources) connectVenue(venue, { index, clock });
      writer.start();
    },
    jobs,
    stop: () => (stopped ??= stopAll()),
  };
}

/** The index hears every price first. */
function updateIndexFrom(index: IndexPrices, { source, clock, listener }: TickMarketOptions): SourceListener {
  return {
    ...listener,
    book(coin, book) {
      clock.witness?.(source.name, book.at);
      index.update(source.name, coin, quoteUpdateOf(book), clock.now());
      listener.book(coin, book);
    },
    trades(coin, trades) {
      index.update(source.name, coin, { prints: trades }, clock.now());
      listener.trades(coin, trades);
    },
  };
}

/** The source of books, tapes and candles, as far as its prices count too. */
const sourceFacts = ({ source, isSourceCounted }: TickMarketOptions): IndexSourceFacts[] =>
  isSourceCounted ? [{ name: source.name, quotes: 'USDT', pairs: new Set(coinCodes) }] : [];

function connectVenue(venue: QuoteSource, { index, clock }: { index: IndexPrices; clock: Clock }): void {
  venue.connect((pair, update) => {
    if (update.sentAt !== undefined) clock.witness?.(venue.name, update.sentAt);
    index.update(venue.name satisfies IndexSourceName, pair, update, clock.now());
  });
}

/** An empty side leaves no price to go by. */
function quoteUpdateOf(book: Book): QuoteUpdate {
  const { bid, ask } = bestOf(book);
  const sentAt = book.at;
  if (!bid || !ask) return { sentAt };
  return { quote: { bid: bid[0], bidSize: bid[1], ask: ask[0], askSize: ask[1] }, sentAt };
}
