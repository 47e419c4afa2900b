// The topics of the market socket: which there are, what a new subscriber gets at once, and what a `req` is answered.
import { candleRange, coinOfSymbol, depthSteps, isCandlePeriod, refreshDepths } from '@candor/wire';
import type { CandlePeriod, Coin, CoinCode, DepthStep, IncrementalDepth, RefreshDepth } from '@candor/wire';
import type { Hub, TopicProvider } from '../../feed/hub.ts';
import { isIncrementalDepth, renderWhole, topOf } from './incremental-books.ts';
import type { IncrementalBooks } from './incremental-books.ts';
import { describeSources } from '../index/index-calls.ts';
import { depthView } from './join-levels.ts';
import { recentTrades } from './latest.ts';
import { plainCandleQuestion, stateKeepMs } from './market-questions.ts';
import type { MarketView } from './market-view.ts';
import {
  renderBbo,
  renderCandle,
  renderDepth,
  renderDetail,
  renderFeedTicker,
  renderIndex,
  renderTradeRows,
  renderTrades,
} from './render.ts';
import type { Book } from '../sources/source.ts';

export type Topic = { coin: Coin } & (
  | { kind: 'kline'; period: CandlePeriod }
  | { kind: 'depth'; step: DepthStep }
  | { kind: 'mbp'; depth: IncrementalDepth }
  | { kind: 'refresh'; depth: RefreshDepth }
  | { kind: 'trade' | PlainKind }
);

const plainKinds = ['detail', 'ticker', 'bbo', 'index', 'sources'] as const;
type PlainKind = (typeof plainKinds)[number];

export interface TopicParts {
  view: MarketView;
  books: IncrementalBooks;
  hub: Pick<Hub, 'hasSubscribers'>;
  /** The book of each coin that its listeners were told last; whoever comes new begins with it, and then hears newer ones. */
  told: Map<CoinCode, Book>;
}

/** Topics whose message says all; those of changes in sequence are made elsewhere. */
export type StateTopic = Exclude<Topic, { kind: 'mbp' }>;

const candlesAReply = 300;

export function createTopicProvider({ view, books, hub, told }: TopicParts): TopicProvider {
  return {
    resolve(name) {
      const topic = readTopic(name);
      if ('error' in topic) return topic;
      return { kind: topic.kind === 'trade' || topic.kind === 'mbp' ? 'sequence' : 'state' };
    },
    snapshot(name) {
      const topic = readTopic(name);
      if ('error' in topic) return undefined;
      if (topic.kind === 'mbp') return books.opening(bookOf(topic));
      return topic.kind === 'refresh' ? renderRefresh(told.get(topic.coin.code), topic) : renderTopic(view, topic);
    },
    question(name, range) {
      const topic = readTopic(name);
      if ('error' in topic || topic.kind !== 'kline') return { key: name, keepMs: stateKeepMs, range: {} };
      const { coin, period } = topic;
      const revision = view.series.revision(coin.code);
      return plainCandleQuestion({ coin: coin.code, period, revision }, range, view.clock.now());
    },
    async request(name, range) {
      const topic = readTopic(name);
      if ('error' in topic) throw new Error(topic.error);
      if (topic.kind === 'kline') return renderCandles(view, topic, range);
      if (topic.kind === 'trade') return renderTradeRows(recentTrades(view.latest(topic.coin.code)).toReversed());
      if (topic.kind === 'mbp') return books.whole(bookOf(topic), hub.hasSubscribers(name)) ?? 'null';
      return renderTopic(view, topic) ?? 'null';
    },
  };
}

export function readTopic(name: string): Topic | { error: string } {
  const match = topicForm.exec(name);
  const [, symbol = '', kind, part] = match ?? [];
  const coin = coinOfSymbol(symbol);
  if (kind === undefined) return { error: `invalid topic ${name.slice(0, 80)}` };
  if (!coin) return { error: `invalid symbol ${symbol}` };
  if (kind === 'kline' && part !== undefined && isCandlePeriod(part)) return { coin, kind, period: part };
  if (kind === 'depth' && part !== undefined && isDepthStep(part)) return { coin, kind, step: part };
  if (kind === 'trade' && part === 'detail') return { coin, kind };
  if (kind === 'mbp' && part !== undefined) return readBookTopic(coin, part) ?? { error: `invalid topic ${name}` };
  if (isPlain(kind) && part === undefined) return { coin, kind };
  return { error: `invalid topic ${name.slice(0, 80)}` };
}

const topicForm =
  /^market\.([a-z0-9]{1,20})\.(kline|depth|mbp|trade|detail|ticker|bbo|index|sources)(?:\.((?:refresh\.)?[a-z0-9]{1,10}))?$/;

function readBookTopic(coin: Coin, part: string): Topic | undefined {
  const [, refresh, digits = ''] = /^(refresh\.)?([1-9]\d{0,2})$/.exec(part) ?? [];
  const depth = parseInt(digits, 10);
  if (refresh === undefined) return isIncrementalDepth(depth) ? { coin, kind: 'mbp', depth } : undefined;
  return isRefreshDepth(depth) ? { coin, kind: 'refresh', depth } : undefined;
}

export const bookOf = ({ coin, depth }: Extract<Topic, { kind: 'mbp' }>) => ({ coin: coin.code, depth });

/** The newest state of a topic as its `tick`; undefined when there is nothing yet. */
export function renderTopic(view: MarketView, topic: StateTopic): string | undefined {
  const { code, symbol, priceDecimals } = topic.coin;
  const { book } = view.latest(code);
  switch (topic.kind) {
    case 'kline': {
      const candle = view.series.newest(code, topic.period).at(-1);
      return candle && renderCandle(candle);
    }
    case 'depth':
      return book && renderDepth(depthView(book, topic.step, priceDecimals), book);
    case 'refresh':
      return renderRefresh(book, topic);
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
    case 'ticker': {
      const day = view.day(code);
      return day && renderFeedTicker(day, view.best(code), view.latest(code).trades.at(-1));
    }
    case 'index': {
      const tick = view.market.lastTick(code);
      return tick && renderIndex(tick);
    }
    case 'sources':
      return JSON.stringify(describeSources(view, code));
  }
}

const renderRefresh = (book: Book | undefined, { depth }: { depth: RefreshDepth }): string | undefined =>
  book && renderWhole(book.version, topOf(book, depth));

async function renderCandles(
  view: MarketView,
  { coin, period }: { coin: Coin; period: CandlePeriod },
  { from = 0, to = candleRange.last }: { from?: number; to?: number },
): Promise<string> {
  if (from > to) return '[]';
  const range = { coin: coin.code, period, fromSeconds: from, toSeconds: to, limit: candlesAReply };
  return `[${(await view.candles.read(range)).map(renderCandle).join(',')}]`;
}

const isPlain = (kind: string): kind is PlainKind => (plainKinds as readonly string[]).includes(kind);

const isRefreshDepth = (depth: number): depth is RefreshDepth => (refreshDepths as readonly number[]).includes(depth);

const isDepthStep = (text: string): text is DepthStep => (depthSteps as readonly string[]).includes(text);
