// What everybody sees of the market: books, tapes, candles, figures, states and topics, drawn from the ticks and from what the
// source says. Nothing is decided here, so however long it takes, no price waits for it.
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { BoundCall } from '../kit/feature.ts';
import { stopJobs } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { archiveDayCalls } from './archive/archive-days.ts';
import { createCandleSeries } from './candles/candle-series.ts';
import { createCandleCorrector } from './corrections/correct-candles.ts';
import { correctionCalls } from './corrections/correction-calls.ts';
import type { MarketListener } from './create-tick-market.ts';
import { dayOpen } from './candles/day-figures.ts';
import type { Finality } from './archive/finality.ts';
import { createTickFollower } from './link/follow-ticks.ts';
import { htxCalls } from './calls/htx-calls.ts';
import { createIncrementalBooks } from './topics/incremental-books.ts';
import { indexCalls } from './index/index-calls.ts';
import type { IndexPrices } from './index/index-price.ts';
import { createGapKeeper } from './archive/keep-gaps.ts';
import { createCandleKeeper } from './candles/keep-candles.ts';
import { keepTrades, newLatestOfAll } from './topics/latest.ts';
import { loadTicks } from './archive/load-ticks.ts';
import { marketActs } from './market-acts.ts';
import { marketCalls } from './calls/market-calls.ts';
import { marketDeskCalls } from './calls/market-desk.ts';
import { createMarketStates } from './market-states.ts';
import { createMarketView } from './topics/market-view.ts';
import type { Market, Tick } from './market.ts';
import { createTopicPublisher } from './topics/publish-topics.ts';
import { createPublishedTicks } from './link/published-ticks.ts';
import type { CandleHistory, Source } from './sources/source.ts';
import { createTickMemory } from './archive/tick-memory.ts';
import { createTopicProvider } from './topics/topics.ts';

export interface MarketBoardOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  /** Asked for candles of the past; what it says of the present comes to the listener. */
  history: Pick<Source, 'name'> & CandleHistory;
  index: Pick<IndexPrices, 'verdictOf'>;
  finality: Finality;
  countUsers: () => Promise<number>;
  /** Signs corrections of candles, as it signs receipts. */
  signingKey: string;
}

export interface MarketBoard {
  market: Market;
  web: WebPart;
  listener: MarketListener;
  stop(): Promise<void>;
}

export async function createMarketBoard(options: MarketBoardOptions): Promise<MarketBoard> {
  const { pool, clock, bus, hub, history, index, finality } = options;
  const memory = createTickMemory();
  const latestOfAll = newLatestOfAll();
  const series = createCandleSeries();
  const published = createPublishedTicks(pool, memory);
  const candles = createCandleKeeper({ pool, clock, source: history, series });
  const states = createMarketStates({ pool, clock, bus, hub, memory });
  await loadTicks(pool, clock, memory);
  await candles.load();
  await states.load();
  const gaps = createGapKeeper({ pool, clock });
  await gaps.load();
  const follower = createTickFollower({ memory, load: () => loadTicks(pool, clock, memory), publish });
  const market: Market = {
    source: history.name,
    state: states.of,
    ...published.reading,
    dayOpen: (coin) => dayOpen({ coin, latest: latestOfAll.get(coin)!, series, now: clock.now() }),
    async finalUpTo(atMs) {
      await finality.finalUpTo(atMs);
      await follower.caughtUp();
    },
    isFinalUpTo: (atMs) => finality.isFinalUpTo(atMs) && !follower.isBehind(),
  };
  const view = createMarketView({ market, clock, series, candles, latestOfAll, index, gaps });
  const topicParts = { hub, view, books: createIncrementalBooks(view.latest), told: new Map() };
  const topics = createTopicPublisher(topicParts);
  const corrector = createCandleCorrector({ ...options, market, series, candles });
  await corrector.load();
  hub.serve(createTopicProvider(topicParts));

  function publish(ticks: readonly Tick[]): void {
    for (const tick of ticks) series.tick(tick.coin, tick.price, tick.publishedAt);
    published.tell(ticks);
    topics.ticks(ticks);
    states.noteTicks(ticks);
  }

  const listener: MarketListener = {
    ticks: follower.follow,
    held: states.hold,
    book: (coin, book) => void (latestOfAll.get(coin)!.book = book),
    trades(coin, trades) {
      keepTrades(latestOfAll.get(coin)!, trades);
      for (const trade of trades) series.trade(coin, trade, clock.now());
      topics.trades(coin, trades);
    },
    detail: (coin, detail) => void Object.assign(latestOfAll.get(coin)!, { detail, detailArrivedAt: clock.now() }),
    minute: (coin, candle) => series.closeMinute(coin, candle),
    recovered: candles.repairSince,
  };

  const jobs = [...states.jobs, ...topics.jobs, ...candles.jobs!, ...gaps.jobs, ...corrector.jobs];
  let stopped: Promise<void> | undefined;
  async function stopAll(): Promise<void> {
    follower.stop();
    await stopJobs(jobs);
    await candles.stop?.();
  }
  const stop = (): Promise<void> => (stopped ??= stopAll());
  const web: WebPart = {
    calls: boardCalls({ ...options, view }),
    acts: marketActs({ market, corrector }),
    jobs,
    stop,
  };
  return { market, web, listener, stop };
}

const boardCalls = ({ view, pool, countUsers }: Parameters<typeof marketCalls>[0]): BoundCall[] => [
  ...marketCalls({ view, pool, countUsers }),
  ...marketDeskCalls({ view, pool }),
  ...indexCalls({ view, pool }),
  ...correctionCalls(pool),
  ...htxCalls(view),
  ...archiveDayCalls({ pool }),
];
