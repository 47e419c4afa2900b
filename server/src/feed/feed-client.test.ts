// The clients of wire/ against the real sockets.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectMarketFeed, connectNotifications, feedTopics, type NotifyEvent } from '@candor/wire';
import { manualClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { endLeftovers, fakeProvider, startFeed } from './feed-server.test-support.ts';
import { eventOf } from './market-event.test-support.ts';
import type { SocketSession } from './session-sockets.ts';
import { longRun } from '../../test/support/long-run.ts';

after(endLeftovers);

const bbo = feedTopics.bbo('btcusdt');
const trades = feedTopics.trades('btcusdt');

test('a listener gets the last known message and all later ones with every digit, also a second listener', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider({ [bbo]: '{"seqId":100182534526255757567432481,"bid":9.20E-7}' }));
  const feed = connectMarketFeed({ baseUrl: server.baseUrl });
  const ticks: unknown[] = [];
  const stop = feed.subscribe(bbo, (tick, ts) => ticks.push(tick, typeof ts));
  await until('two ticks', () => ticks.length === 2);
  assert.deepEqual(ticks, [{ seqId: '100182534526255757567432481', bid: '9.20E-7' }, 'number']);
  const late: unknown[] = [];
  const stopLate = feed.subscribe(bbo, (tick) => late.push(tick.bid));
  assert.deepEqual(late, ['9.20E-7']);
  for (let place = 0; place < 50; place++) server.hub.publish(bbo, 'sequence', `{"bid":${place}.0}`);
  await until('all that came late', () => late.length === 51);
  assert.deepEqual(
    late.slice(1),
    Array.from({ length: 50 }, (_, place) => `${place}.0`),
  );
  stop();
  assert.equal(server.stats().subscriptions, 1);
  stopLate();
  await until('unsubscribed', () => server.stats().subscriptions === 0);
  feed.close();
  await server.stop();
});

test(
  '64 topics are subscribed without breaking the pace that the server allows',
  longRun('waits for the pace'),
  async () => {
    const server = await startFeed();
    server.hub.serve(fakeProvider());
    const states: string[] = [];
    const feed = connectMarketFeed({ baseUrl: server.baseUrl, onState: (state) => states.push(state) });
    for (let place = 0; place < 64; place++) feed.subscribe(`market.coin${place}usdt.bbo`, () => {});
    await until('64 subscriptions', () => server.stats().subscriptions === 64);
    assert.deepEqual(states, ['connecting', 'open']);
    feed.close();
    await server.stop();
  },
);

test('refused topics and questions come back with their reason; questions asked too soon are asked again', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const refused: string[][] = [];
  const feed = connectMarketFeed({ baseUrl: server.baseUrl, onRefused: (...why) => refused.push(why) });
  feed.subscribe('market.xyzusdt.bbo', () => {});
  const answers = await Promise.all(
    [1501174800, 1501174801, 1501174802].map((from) => feed.request('market.btcusdt.kline.1min', { from })),
  );
  assert.deepEqual(
    answers.map((answer) => (answer as { from: string }).from),
    ['1501174800', '1501174801', '1501174802'],
  );
  await assert.rejects(feed.request('market.xyzusdt.bbo'), /invalid symbol xyzusdt/);
  assert.deepEqual(refused, [['market.xyzusdt.bbo', 'invalid symbol xyzusdt']]);
  const unanswered = feed.request('market.btcusdt.kline.1min');
  feed.close();
  await assert.rejects(unanswered, /closed/);
  await server.stop();
});

test('pings are answered, so that the connection lasts', async () => {
  const clock = manualClock(1_700_000_000_000);
  const server = await startFeed({ clock });
  const states: string[] = [];
  const onState = (state: string): void => void states.push(state);
  const feed = connectMarketFeed({ baseUrl: server.baseUrl, onState });
  const refused: string[] = [];
  const notifications = connectNotifications({ baseUrl: server.baseUrl, onState, onRefused: (room) => refused.push(room) }); // oxfmt-ignore
  await until('both connections', () => server.stats().marketConnections + server.stats().notifyConnections === 2);
  for (let round = 0; round < 5; round++) {
    const framesBefore = server.stats().frames;
    clock.advance(5_000);
    await until('two frames more', () => server.stats().frames >= framesBefore + 2);
    // What was said behind the pongs is refused after they were read.
    await feed.request('nothing').catch(() => undefined);
    notifications.join(`nothing-${round}`, () => undefined);
    await until('it is refused', () => refused.length > round);
  }
  assert.deepEqual(
    states.filter((state) => state === 'waiting' || state === 'closed'),
    [],
  );
  feed.close();
  notifications.close();
  await server.stop();
});

test('after a restart of the server the client is back with its topics and rooms', async () => {
  const first = await startFeed();
  first.hub.serve(fakeProvider());
  const states: string[] = [];
  const feed = connectMarketFeed({ baseUrl: first.baseUrl, onState: (state) => states.push(state) });
  const notifications = connectNotifications({ baseUrl: first.baseUrl });
  const heard: unknown[] = [];
  feed.subscribe(trades, (tick) => heard.push(tick));
  notifications.join('home', (event) => heard.push(event));
  await until('subscription and room', () => first.stats().subscriptions + first.stats().rooms === 2);
  await first.stop();
  const second = await startFeed({ port: first.port });
  second.hub.serve(fakeProvider());
  await until('both again', () => second.stats().subscriptions + second.stats().rooms === 2);
  second.hub.publish(trades, 'sequence', '{"n":1}');
  second.hub.notify('home', () => eventOf('BTC'));
  await until('two are heard', () => heard.length === 2);
  assert.ok(states.includes('waiting') && states.at(-1) === 'open', states.join());
  feed.close();
  notifications.close();
  await second.stop();
});

test('own events come with the cookie, and a revoked session does not come back', async () => {
  const server = await startFeed({
    sessionOf: async (request) =>
      request.headers.cookie === 'session=ada' ? ({ sessionId: 's1', accountId: 'ada' } as SocketSession) : undefined,
  });
  const [events, states, refused]: [NotifyEvent[], string[], string[][]] = [[], [], []];
  const mine = connectNotifications({
    baseUrl: server.baseUrl,
    cookies: () => 'session=ada',
    onState: (state) => states.push(state),
  });
  mine.join('account', (event) => events.push(event));
  const guest = connectNotifications({ baseUrl: server.baseUrl, onRefused: (...why) => refused.push(why) });
  guest.join('account', () => assert.fail("a guest heard an account's event"));
  await until('the room, and one refusal', () => server.stats().rooms === 1 && refused.length === 1);
  assert.deepEqual(refused, [['account', 'login-required']]);
  server.hub.notify('account:ada', () => eventOf('BTC'));
  await until('one event', () => events.length === 1);
  assert.deepEqual(events, [eventOf('BTC')]);
  server.hub.endSession('s1');
  await until('closed', () => states.at(-1) === 'closed');
  await until('the guest is left alone', () => server.stats().notifyConnections === 1);
  assert.deepEqual(states, ['connecting', 'open', 'closed']);
  guest.close();
  await server.stop();
});
