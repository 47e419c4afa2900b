import { beforeEach, expect, test, vi } from 'vitest';
import type { FromFeed, ToFeed } from './feed-messages.ts';
import { openFeedLink } from './feed-link.ts';

vi.mock('./feed-worker.ts?worker&url', () => ({ default: '/feed-worker.js' }));
const inPage = vi.hoisted(() => ({ asked: [] as unknown[], say: (_message: unknown): void => undefined }));
vi.mock('./serve-feed.ts', () => ({
  serveFeed(say: typeof inPage.say) {
    inPage.say = say;
    return (message: unknown) => inPage.asked.push(message);
  },
}));

const workers: WorkerInTest[] = [];
let canWork = true;
class WorkerInTest extends EventTarget {
  asked: ToFeed[] = [];
  isEnded = false;
  constructor() {
    super();
    if (!canWork) throw new Error('no workers here');
    workers.push(this);
  }
  postMessage = (message: ToFeed): void => void this.asked.push(message);
  terminate = (): void => void (this.isEnded = true);
}
const worker = (): WorkerInTest => workers.at(-1)!;
const fromWorker = (data: FromFeed): boolean => worker().dispatchEvent(new MessageEvent('message', { data }));
const reportError = vi.fn();
const baseUrl = 'https://candor.test';

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInTest);
  vi.stubGlobal('location', { origin: baseUrl, href: `${baseUrl}/` });
  canWork = true;
  inPage.asked = [];
  reportError.mockClear();
  vi.stubGlobal('reportError', reportError);
});

test('one listener or many, a topic is asked for once and ended with the last', () => {
  const link = openFeedLink(() => undefined);
  const seen: unknown[] = [];
  const ends = ['a', 'b'].map((name) => link.subscribe('topic', (tick) => seen.push([name, tick])));
  fromWorker({ kind: 'ticks', ticks: [['topic', 5, 1]] });
  expect(seen).toEqual([['a', 5], ['b', 5]]); // oxfmt-ignore
  ends.forEach((end) => end());
  expect(worker().asked.map(({ kind }) => kind)).toEqual(['open', 'subscribe', 'unsubscribe']);
});

test('a worker that does not load gives way to the page, which asks again for all that was asked for', async () => {
  const link = openFeedLink(() => undefined);
  const seen: unknown[] = [];
  link.subscribe('topic', (tick) => seen.push(tick));
  link.subscribe('left', () => undefined)();
  const answer = link.request('candles', { from: 1 });
  worker().dispatchEvent(new Event('error'));
  await vi.waitFor(() => expect(inPage.asked).toHaveLength(3));
  expect(inPage.asked).toEqual([
    { kind: 'open', baseUrl },
    { kind: 'subscribe', topic: 'topic' },
    { kind: 'request', id: 1, topic: 'candles', range: { from: 1 } },
  ]);
  inPage.say({ kind: 'ticks', ticks: [['topic', 7, 1]] });
  inPage.say({ kind: 'answer', id: 1, data: ['candle'] });
  expect(seen).toEqual([7]);
  expect(await answer).toEqual(['candle']);
  expect(worker().isEnded).toBe(true);
  // Whoever watches for failures tells the server.
  expect(reportError).toHaveBeenCalledOnce();
});

test('where there are no workers the page serves itself', async () => {
  canWork = false;
  const link = openFeedLink(() => undefined);
  link.subscribe('topic', () => undefined);
  await vi.waitFor(() => expect(inPage.asked.length).toBe(2));
  expect(reportError).toHaveBeenCalledOnce();
});

test('an error of a worker that works ends nothing', async () => {
  openFeedLink(() => undefined);
  fromWorker({ kind: 'state', state: 'open' });
  worker().dispatchEvent(new Event('error'));
  await Promise.resolve();
  expect(worker().isEnded).toBe(false);
  expect(inPage.asked).toEqual([]);
  expect(reportError).not.toHaveBeenCalled();
});
