// Sends market data to the sockets: trades and index ticks at once, candles, books and figures at a bounded rate, and
// nothing at all for topics that nobody listens to.
import { coinOfCode, coins, depthSteps, incrementalDepths, refreshDepths } from '@candor/wire';
import type { Coin, CoinCode } from '@candor/wire';
import type { Hub } from '../../feed/hub.ts';
import { eachGivingWay } from '../../kit/give-way.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { ChangedCandles } from '../candles/candle-changes.ts';
import type { Tick } from '../market.ts';
import { renderCandle, renderIndex, renderTrades } from './render.ts';
import type { Book, Trade } from '../sources/source.ts';
import { renderTopic } from './topics.ts';
import type { StateTopic, TopicParts } from './topics.ts';

export interface TopicPublisher {
  jobs: Job[];
  ticks(ticks: readonly Tick[]): void;
  trades(coin: CoinCode, trades: readonly Trade[]): void;
}

const candlesEveryMs = 250;
/** Prices: as often as an eye can follow, and as HTX sends its figures at most. */
const pricesEveryMs = 100;
const booksEveryMs = 1_000;
const sourcesEveryMs = 1_000;

export function createTopicPublisher({ hub, view, books, told }: TopicParts & { hub: Hub }): TopicPublisher {
  const sentDepth = new Map<CoinCode, Book>();
  /** Topic → its last figures. */
  const sentFigures = new Map<string, string>();

  function send(name: string, topic: StateTopic): void {
    if (!hub.hasSubscribers(name)) return;
    const tick = renderTopic(view, topic);
    if (tick !== undefined) hub.publish(name, 'state', tick);
  }

  const sendCandles = (): Promise<void> =>
    eachGivingWay(view.series.takeChanged(), (changed) => publishCandles(hub, changed));

  function sendPrices(coin: Coin): void {
    const { book } = view.latest(coin.code);
    if (book && told.get(coin.code) !== book) {
      told.set(coin.code, book);
      send(`market.${coin.symbol}.bbo`, { coin, kind: 'bbo' });
      for (const depth of refreshDepths) {
        send(`market.${coin.symbol}.mbp.refresh.${depth}`, { coin, kind: 'refresh', depth });
      }
    }
    sendBookChanges(coin);
    sendFigures(`market.${coin.symbol}.detail`, { coin, kind: 'detail' });
    sendFigures(`market.${coin.symbol}.ticker`, { coin, kind: 'ticker' });
  }

  function sendBookChanges({ code, symbol }: Coin): void {
    for (const depth of incrementalDepths) {
      const name = `market.${symbol}.mbp.${depth}`;
      if (!hub.hasSubscribers(name)) continue;
      const change = books.advance({ coin: code, depth });
      if (change !== undefined) hub.publish(name, 'sequence', change);
    }
  }

  function sendBooks(coin: Coin): void {
    const { book } = view.latest(coin.code);
    if (!book || sentDepth.get(coin.code) === book) return;
    sentDepth.set(coin.code, book);
    for (const step of depthSteps) send(`market.${coin.symbol}.depth.${step}`, { coin, kind: 'depth', step });
  }

  const sendSources = (coin: Coin): void => send(`market.${coin.symbol}.sources`, { coin, kind: 'sources' });
  const ofEachCoin = (work: (coin: Coin) => void) => (): Promise<void> => eachGivingWay(coins, work);

  function sendFigures(name: string, topic: StateTopic): void {
    if (!hub.hasSubscribers(name)) return;
    const tick = renderTopic(view, topic);
    // The figures begin after id and version, which change with the time alone.
    const figures = tick?.slice(tick.indexOf('"open"'));
    if (tick === undefined || figures === sentFigures.get(name)) return;
    sentFigures.set(name, figures!);
    hub.publish(name, 'state', tick);
  }

  return {
    jobs: [
      createJob({ name: 'publish-sources', role: 'web', every: sourcesEveryMs, run: ofEachCoin(sendSources) }),
      createJob({ name: 'publish-candles', role: 'web', every: candlesEveryMs, run: sendCandles }),
      createJob({ name: 'publish-prices', role: 'web', every: pricesEveryMs, run: ofEachCoin(sendPrices) }),
      createJob({ name: 'publish-books', role: 'web', every: booksEveryMs, run: ofEachCoin(sendBooks) }),
    ],
    ticks(ticks) {
      for (const tick of ticks) {
        const name = `market.${coinOfCode(tick.coin)!.symbol}.index`;
        if (hub.hasSubscribers(name)) hub.publish(name, 'state', renderIndex(tick));
      }
    },
    trades(code, trades) {
      const name = `market.${coinOfCode(code)!.symbol}.trade.detail`;
      if (hub.hasSubscribers(name)) hub.publish(name, 'sequence', renderTrades(trades));
    },
  };
}

/** Closed candles are sent in sequence, so the next candle never replaces their final state; the running one follows as the newest state. */
function publishCandles(hub: Hub, { coin, period, candles }: ChangedCandles): void {
  const name = `market.${coinOfCode(coin)!.symbol}.kline.${period}`;
  if (!hub.hasSubscribers(name)) return;
  for (const candle of candles.slice(0, -1)) hub.publish(name, 'sequence', renderCandle(candle));
  hub.publish(name, 'state', renderCandle(candles.at(-1)!));
}
