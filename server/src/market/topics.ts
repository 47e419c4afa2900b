// The topics of the market socket: which there are, what a new subscriber gets at once, and what a `req` is answered.
import { candleRange, coinOfSymbol, depthSteps, isCandlePeriod } from '@candor/wire';
import type { CandlePeriod, Coin, DepthStep } from '@candor/wire';
import type { TopicProvider } from '../feed/hub.ts';
import { describeSources } from './index-calls.ts';
import { depthView } from './join-levels.ts';
import { recentTrades } from './latest.ts';
import type { MarketView } from './market-view.ts';
import {
  renderBbo,
  renderCandle,
  renderDepth,
  renderDetail,
  renderIndex,
  renderTradeRows,
  renderTrades,
} from './render.ts';

export type Topic = { coin: Coin } & (
  | { kind: 'kline'; period: CandlePeriod }
  | { kind: 'depth'; step: DepthStep }
  | { kind: 'trade' | 'detail' | 'bbo' | 'index' | 'sources' }
);

const candlesAReply = 300;

export function createTopicProvider(view: MarketView): TopicProvider {
  return {
    resolve(name) {
      const topic = readTopic(name);
      if ('error' in topic) return topic;
      return { kind: topic.kind === 'trade' ? 'sequence' : 'state' };
    },
    snapshot(name) {
      const topic = readTopic(name);
      return 'error' in topic ? undefined : renderTopic(view, topic);
    },
    async request(name, range) {
      const topic = readTopic(name);
      if ('error' in topic) throw new Error(topic.error);
      if (topic.kind === 'kline') return renderCandles(view, topic, range);
      if (topic.kind === 'trade') return renderTradeRows(recentTrades(view.latest(topic.coin.code)).toReversed());
      return renderTopic(view, topic) ?? 'null';
    },
  };
}

export function readTopic(name: string): Topic | { error: string } {
  const match = /^market\.([a-z0-9]{1,20})\.(kline|depth|trade|detail|bbo|index|sources)(?:\.([a-z0-9]{1,10}))?$/.exec(
    name,
  );
  const [, symbol = '', kind, part] = match ?? [];
  const coin = coinOfSymbol(symbol);
  if (kind === undefined) return { error: `invalid topic ${name.slice(0, 80)}` };
  if (!coin) return { error: `invalid symbol ${symbol}` };
  if (kind === 'kline' && part !== undefined && isCandlePeriod(part)) return { coin, kind, period: part };
  if (kind === 'depth' && part !== undefined && isDepthStep(part)) return { coin, kind, step: part };
  if (kind === 'trade' && part === 'detail') return { coin, kind };
  if (isPlain(kind) && part === undefined) return { coin, kind };
  return { error: `invalid topic ${name.slice(0, 80)}` };
}

/** The newest state of a topic as its `tick`; undefined when there is nothing yet. */
export function renderTopic(view: MarketView, topic: Topic): string | undefined {
  const { code, symbol, priceDecimals } = topic.coin;
  const { book } = view.latest(code);
  switch (topic.kind) {
    case 'kline': {
      const candle = view.series.newest(code, topic.period).at(-1);
      return candle && renderCandle(candle);
    }
    case 'depth':
      return book && renderDepth(depthView(book, topic.step, priceDecimals), book);
    case 'bbo':
      return book && renderBbo(symbol, view.best(code)!, book);
    case 'trade': {
      const last = view.latest(code).trades.at(-1);
      return last && renderTrades([last]);
    }
    case 'detail': {
      const day = view.day(code);
      return day && renderDetail(day, view.clock.now());
    }
    case 'index': {
      const tick = view.market.lastTick(code);
      return tick && renderIndex(tick);
    }
    case 'sources':
      return JSON.stringify(describeSources(view, code));
  }
}

async function renderCandles(
  view: MarketView,
  { coin, period }: { coin: Coin; period: CandlePeriod },
  { from = 0, to = candleRange.last }: { from?: number; to?: number },
): Promise<string> {
  const range = { coin: coin.code, period, fromSeconds: from, toSeconds: to, limit: candlesAReply };
  return `[${(await view.candles.read(range)).map(renderCandle).join(',')}]`;
}

const isPlain = (kind: string): kind is 'detail' | 'bbo' | 'index' | 'sources' =>
  ['detail', 'bbo', 'index', 'sources'].includes(kind);

const isDepthStep = (text: string): text is DepthStep => (depthSteps as readonly string[]).includes(text);
