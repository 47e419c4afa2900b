// What leaving a coin does: its streams are unsubscribed at once and its list is empty, while others run on.
import { feedTopics } from '@candor/wire';
import type { FeedDepth, FeedDetail } from '@candor/wire';
import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (tick: unknown, ts: number) => void;
const subscribed = vi.hoisted(() => new Map<string, unknown>());
const asked = vi.hoisted(() => new Map<string, (data: unknown) => void>());
vi.mock('./feed-link.ts', () => ({
  openFeedLink: () => ({
    subscribe(topic: string, listener: Listener) {
      subscribed.set(topic, listener);
      return () => void subscribed.delete(topic);
    },
    request: (topic: string) => new Promise((resolve) => void asked.set(topic, resolve)),
  }),
}));
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));

const { topicStore } = await import('./feed.ts');
const { tapeOf, tradesKept, withTrades } = await import('./tape.ts');

const tell = (topic: string, tick: unknown): void => (subscribed.get(topic) as Listener)(tick, 1);
const trade = (id: number) => ({ id: `${id}`, tradeId: `${id}`, ts: `${1_000 + id}`, amount: '1', price: '2', direction: 'buy' as const }); // oxfmt-ignore

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('a coin that is left is unsubscribed at once, and its trades and book are forgotten', () => {
  const [trades, depth] = [feedTopics.trades('btcusdt'), feedTopics.depth('btcusdt')];
  const book = topicStore<FeedDepth>(depth, { isForgotten: true });
  const leave = [tapeOf('btcusdt').subscribe(() => undefined), book.subscribe(() => undefined)];
  tell(trades, { id: '1', ts: '1', data: [trade(1)] });
  tell(depth, { bids: [], asks: [], version: '1', ts: '1' });
  expect(tapeOf('btcusdt').get()).toHaveLength(1);
  for (const end of leave) end();
  expect([...subscribed.keys()]).toEqual([]);
  expect(tapeOf('btcusdt').get()).toEqual([]);
  expect(book.get()).toBeUndefined();
});

test('the next coin begins with an empty list, and the one before can come back', () => {
  const endFirst = tapeOf('btcusdt').subscribe(() => undefined);
  tell(feedTopics.trades('btcusdt'), { id: '2', ts: '2', data: [trade(1), trade(2)] });
  endFirst();
  const endSecond = tapeOf('ethusdt').subscribe(() => undefined);
  expect([...subscribed.keys()]).toEqual([feedTopics.trades('ethusdt')]);
  expect(tapeOf('ethusdt').get()).toEqual([]);
  endSecond();
  const endAgain = tapeOf('btcusdt').subscribe(() => undefined);
  expect([...subscribed.keys()]).toEqual([feedTopics.trades('btcusdt')]);
  expect(tapeOf('btcusdt').get()).toEqual([]);
  endAgain();
});

test('prices stay a little longer: a page that closes and one that opens often want the same', () => {
  const topic = feedTopics.detail('btcusdt');
  const store = topicStore<FeedDetail>(topic);
  store.subscribe(() => undefined)();
  expect([...subscribed.keys()]).toEqual([topic]);
  vi.advanceTimersByTime(3_000);
  expect([...subscribed.keys()]).toEqual([]);
});

test('the trades from before one looked stand behind those that came since, and not in the list of a coin that was left', async () => {
  const topic = feedTopics.trades('btcusdt');
  const end = tapeOf('btcusdt').subscribe(() => undefined);
  const answer = asked.get(topic)!;
  tell(topic, { id: '9', ts: '9', data: [trade(8), trade(9)] });
  answer([8, 7, 6].map(trade));
  await vi.advanceTimersByTimeAsync(20);
  expect(
    tapeOf('btcusdt')
      .get()
      .map(({ id }) => id),
  ).toEqual(['9', '8', '7', '6']);
  end();
  tapeOf('btcusdt').subscribe(() => undefined)();
  asked.get(topic)!([5].map(trade));
  await vi.advanceTimersByTimeAsync(20);
  expect(tapeOf('btcusdt').get()).toEqual([]);
});

test('trades are listed once, the newest first, thirty of them', () => {
  let kept = withTrades([], [trade(1), trade(2)]);
  kept = withTrades(kept, [trade(2), trade(3)]);
  expect(kept.map(({ id }) => id)).toEqual(['3', '2', '1']);
  for (let id = 4; id < 60; id++) kept = withTrades(kept, [trade(id)]);
  expect(kept).toHaveLength(tradesKept);
  expect(kept[0]!.id).toBe('59');
});
