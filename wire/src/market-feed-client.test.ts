import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { connectMarketFeed } from './market-feed-client.ts';

/** Says nothing by itself, and keeps what it is told. */
class SteeredSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static last: SteeredSocket;
  readyState = SteeredSocket.CONNECTING;
  said: { sub?: string; id?: string }[] = [];
  constructor() {
    super();
    SteeredSocket.last = this;
  }
  open(): void {
    this.readyState = SteeredSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as { sub?: string });
  }
  close(): void {}
  async hear(message: object): Promise<void> {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}

const real = globalThis.WebSocket;
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  globalThis.WebSocket = SteeredSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  globalThis.WebSocket = real;
  mock.timers.reset();
});

const [live, silent] = ['market.btcusdt.kline.1day', 'market.btcusdt.trade.detail'];

test('every 5 s silent topics are subscribed again, those that are heard and those that were refused are not', async () => {
  const feed = connectMarketFeed({ baseUrl: 'http://here' });
  const { last: socket } = SteeredSocket;
  socket.open();
  for (const topic of [live, silent, 'market.xyzusdt.bbo']) feed.subscribe(topic as never, () => {});
  await socket.hear({ status: 'error', id: socket.said[2]!.id, 'err-msg': 'invalid symbol' });
  socket.said = [];
  const looks = async (count: number): Promise<void> => {
    for (let look = 0; look < count; look++) {
      // The pings of a connection that lives.
      await socket.hear({ ping: 1 });
      await socket.hear({ ch: live, ts: 1, tick: {} });
      mock.timers.tick(5_000);
    }
  };
  const subscribed = () => socket.said.flatMap(({ sub }) => (sub === undefined ? [] : [sub]));
  await looks(1);
  assert.deepEqual(subscribed(), []);
  await looks(1);
  assert.deepEqual(subscribed(), [silent]);
  await looks(20);
  assert.deepEqual(subscribed(), Array.from({ length: 5 }, () => silent), 'ever more rarely'); // oxfmt-ignore
  await socket.hear({ ch: silent, ts: 1, tick: {} });
  socket.said = [];
  await looks(1);
  assert.deepEqual(subscribed(), []);
  await looks(1);
  assert.deepEqual(subscribed(), [silent], 'from the beginning once it was heard');
  feed.close();
  socket.said = [];
  mock.timers.tick(60_000);
  assert.deepEqual(subscribed(), []);
});
