// Sends market data to the sockets: trades and index ticks at once, candles, books and figures at a bounded rate, and
// nothing at all for topics that nobody listens to.
import { coinOfCode, coins, depthSteps } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Tick } from './market.ts';
import type { MarketView } from './market-view.ts';
import { renderIndex, renderTrades } from './render.ts';
import type { Book, Trade } from './sources/source.ts';
import { renderTopic } from './topics.ts';
import type { Topic } from './topics.ts';

export interface TopicPublisher {
  ticks(ticks: readonly Tick[]): void;
  trades(coin: CoinCode, trades: readonly Trade[]): void;
  start(): void;
  stop(): void;
}

const candlesEveryMs = 250;
/** Prices: as often as an eye can follow, and as HTX sends its figures at most. */
const pricesEveryMs = 100;
const booksEveryMs = 1_000;
const sourcesEveryMs = 1_000;

export function createTopicPublisher(hub: Hub, view: MarketView): TopicPublisher {
  const timers: NodeJS.Timeout[] = [];
  const sentDepth = new Map<CoinCode, Book>();
  const sentBest = new Map<CoinCode, Book>();
  const sentDetail = new Map<CoinCode, string>();

  function send(name: string, topic: Topic): void {
    if (!hub.hasSubscribers(name)) return;
    const tick = renderTopic(view, topic);
    if (tick !== undefined) hub.publish(name, 'state', tick);
  }

  function sendCandles(): void {
    for (const { coin: code, period } of view.series.takeChanged()) {
      const coin = coinOfCode(code)!;
      send(`market.${coin.symbol}.kline.${period}`, { coin, kind: 'kline', period });
    }
  }

  function sendPrices(): void {
    for (const coin of coins) {
      const { book } = view.latest(coin.code);
      if (book && sentBest.get(coin.code) !== book) {
        sentBest.set(coin.code, book);
        send(`market.${coin.symbol}.bbo`, { coin, kind: 'bbo' });
      }
      sendDetail(coin.code, `market.${coin.symbol}.detail`);
    }
  }

  function sendBooks(): void {
    for (const coin of coins) {
      const { book } = view.latest(coin.code);
      if (!book || sentDepth.get(coin.code) === book) continue;
      sentDepth.set(coin.code, book);
      for (const step of depthSteps) send(`market.${coin.symbol}.depth.${step}`, { coin, kind: 'depth', step });
    }
  }

  function sendSources(): void {
    for (const coin of coins) send(`market.${coin.symbol}.sources`, { coin, kind: 'sources' });
  }

  function sendDetail(code: CoinCode, name: string): void {
    if (!hub.hasSubscribers(name)) return;
    const coin = coinOfCode(code)!;
    const tick = renderTopic(view, { coin, kind: 'detail' });
    // The figures begin after id and version, which change with the time alone.
    const figures = tick?.slice(tick.indexOf('"open"'));
    if (tick === undefined || figures === sentDetail.get(code)) return;
    sentDetail.set(code, figures!);
    hub.publish(name, 'state', tick);
  }

  return {
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
    start() {
      timers.push(setInterval(sendSources, sourcesEveryMs));
      timers.push(setInterval(sendCandles, candlesEveryMs));
      timers.push(setInterval(sendPrices, pricesEveryMs));
      timers.push(setInterval(sendBooks, booksEveryMs));
    },
    stop: () => timers.splice(0).forEach((timer) => clearInterval(timer)),
  };
}
