// Pings every 5 s, each once, whatever was subscribed; who does not answer is let go just before the third.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { feedCloseCodes, feedLimits } from '@candor/wire';
import { manualClock, systemClock } from '../kit/clock.ts';
import {
  endLeftovers,
  fakeProvider,
  listen,
  startFeed,
  type FeedServer,
  type Listener,
} from './feed-server.test-support.ts';
import { PingSchedule, pingEarlyMs } from './ping-schedule.ts';

after(endLeftovers);

const topic = 'market.btcusdt.bbo';
const { pingIntervalMs } = feedLimits;
const pingsOf = ({ texts }: Listener): number[] =>
  texts.filter((text) => text.startsWith('{"ping":')).map((text) => (JSON.parse(text) as { ping: number }).ping);

/** Answers each ping and listens to a topic, or not. */
async function open(server: FeedServer, how: { subscribes: boolean; answers: boolean }): Promise<Listener> {
  const client = await listen(server, '/ws');
  if (how.subscribes) {
    client.say({ sub: topic });
    await client.heard((text) => text.includes('subbed'));
  }
  if (how.answers) {
    client.socket.on('message', () => {
      const ping = /^\{"ping":(\d+)\}$/.exec(client.texts.at(-1) ?? '')?.[1];
      if (ping !== undefined) client.say(`{"pong":${ping}}`);
    });
  }
  return client;
}

test('with news at every moment around it, each ping is sent once, at its time', async () => {
  const start = 1_700_000_000_000;
  const clock = manualClock(start);
  const server = await startFeed({ clock });
  server.hub.serve(fakeProvider());
  const [listens, idle] = [
    await open(server, { subscribes: true, answers: true }),
    await open(server, { subscribes: false, answers: true }),
  ];
  for (let round = 1; round <= 4; round++) {
    for (const offset of [-4_400, -1_500, -900, -200, -40, 0, 60, 110, 400]) {
      clock.set(start + round * pingIntervalMs + offset);
      server.hub.publish(topic, 'state', `{"n":${clock.now()}}`);
      await pause(125);
    }
  }
  for (const client of [listens, idle]) {
    const times = pingsOf(client).map((at) => at - start);
    assert.equal(times.length, 4, `${times.join(' ')} ms`);
    times.forEach((at, place) => {
      const late = at - (place + 1) * pingIntervalMs;
      assert.ok(late >= -pingEarlyMs && late <= 0, `${times.join(' ')} ms`);
    });
    client.socket.close();
  }
  await server.stop();
});

let real: FeedServer;
let news: NodeJS.Timeout;
before(async () => {
  real = await startFeed();
  real.hub.serve(fakeProvider());
  let n = 0;
  news = setInterval(() => real.hub.publish(topic, 'state', `{"n":${n++}}`), 50);
});
after(() => {
  clearInterval(news);
  return real.stop();
});

for (const subscribes of [true, false]) {
  test(`by the real clock, a client that ${subscribes ? 'listens' : 'does not listen'} and never answers is let go before the third ping`, async () => {
    const [mute, good] = await Promise.all([
      open(real, { subscribes, answers: false }),
      open(real, { subscribes, answers: true }),
    ]);
    const startedAt = systemClock.now();
    const ended = new Promise<number>((resolve) => mute.socket.on('close', () => resolve(systemClock.now())));
    const tookMs = (await ended) - startedAt;
    assert.ok(tookMs > 14_500 && tookMs < 16_500, `let go after ${tookMs} ms`);
    assert.equal((await mute.ending()).code, feedCloseCodes.pingsUnanswered);
    const [first, second, ...more] = pingsOf(mute).map((at) => at - startedAt);
    assert.ok(Math.abs(first! - 5_000) < 700 && Math.abs(second! - 10_000) < 700, `pings after ${first} and ${second} ms`); // oxfmt-ignore
    assert.deepEqual(more, []);
    assert.equal(good.socket.readyState, 1);
    assert.ok(pingsOf(good).length >= 2 && pingsOf(good).length <= 3);
    good.socket.close();
  });
}

test('a clock that is set back or forward puts pings off by one interval at most', () => {
  const schedule = new PingSchedule(1_000_000);
  assert.equal(schedule.isDue(1_004_899, pingEarlyMs), false);
  assert.equal(schedule.isDue(1_004_900, pingEarlyMs), true);
  schedule.advance(1_004_900);
  assert.equal(schedule.isDue(1_004_901, pingEarlyMs), false, 'a ping that left early is not sent again');
  assert.equal(schedule.isDue(1_009_999), false);
  assert.equal(schedule.isDue(1_010_000), true);
  schedule.advance(1_012_000);
  assert.equal(schedule.isDue(1_014_999), false);
  assert.equal(schedule.isDue(1_015_000), true, 'a late one does not put off the next');
  assert.equal(schedule.isDue(500_000), true, 'the clock was set back');
  schedule.advance(500_000);
  assert.equal(schedule.isDue(504_999), false);
  assert.equal(schedule.isDue(505_000), true);
});
