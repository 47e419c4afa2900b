// Clients share what is written to them as far as they listen to the same: whatever they subscribe to and leave meanwhile, each
// hears what it would hear alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { manualClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { endLeftovers, fakeProvider, listen, startFeed, type Listener } from './feed-server.test-support.ts';
import { createTopicSets } from './topic-sets.ts';
import { runs, testSeed } from '../../test/support/seed.ts';

after(endLeftovers);

const topics = [
  'market.btcusdt.trade.detail',
  'market.ethusdt.trade.detail',
  'market.btcusdt.bbo',
  'market.ethusdt.bbo',
];
const isTrade = (topic: string): boolean => topic.includes('.trade.');
const seed = testSeed;

/** What happens next; one time in four all rests after it. */
const step = fc.record({
  place: fc.nat(5),
  topic: fc.constantFrom(...topics),
  isTalk: fc.nat(5).map((drawn) => drawn === 0),
  isRest: fc.nat(3).map((drawn) => drawn === 0),
  restMs: fc.nat(29),
});

/** The numbers of one topic's messages, one list for each time that the client listened to it. */
function heardOf({ texts }: Listener, topic: string): number[][] {
  const periods: number[][] = [];
  let isListening = false;
  for (const message of texts.map((text) => JSON.parse(text))) {
    if (message.subbed === topic) periods.push([]);
    if (message.subbed === topic || message.unsubbed === topic) isListening = message.subbed !== undefined;
    if (message.ch !== topic) continue;
    assert.ok(isListening, `${topic} came to a client that did not listen to it`);
    periods.at(-1)!.push(message.tick.n);
  }
  return periods;
}

test(`clients that come and go hear every trade once and in order, and the newest of all else (seed ${seed})`, async () => {
  const server = await startFeed({ clock: manualClock(1_700_000_000_000) });
  server.hub.serve(fakeProvider());
  const clients = await Promise.all(Array.from({ length: 6 }, () => listen(server, '/ws')));
  const listening = clients.map(() => new Set<string>());
  let n = 0;
  // Time stands still, so that a client may say no more than twenty things.
  const spoken = clients.map(() => 0);
  for (const { place, topic, isTalk, isRest, restMs } of fc.sample(step, { seed, numRuns: runs(600) })) {
    if (isTalk && spoken[place]! < 20) {
      spoken[place]!++;
      const isLeaving = listening[place]!.delete(topic);
      if (!isLeaving) listening[place]!.add(topic);
      clients[place]!.say(isLeaving ? { unsub: topic } : { sub: topic });
    } else {
      server.hub.publish(topic, isTrade(topic) ? 'sequence' : 'state', `{"n":${n++}}`);
    }
    if (isRest) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  const answered = ({ texts }: Listener): number => texts.filter((text) => /"(?:un)?subbed"/.test(text)).length;
  await until('every client has its answers', () =>
    clients.every((client, place) => answered(client) === spoken[place]),
  );
  const last = Object.fromEntries(topics.map((topic, place) => [topic, n + place]));
  for (const topic of topics) server.hub.publish(topic, isTrade(topic) ? 'sequence' : 'state', `{"n":${n++}}`);
  const hasAll = (client: Listener, place: number): boolean =>
    [...listening[place]!].every((topic) => heardOf(client, topic).at(-1)?.at(-1) === last[topic]);
  await until('every client has everything', () => clients.every(hasAll));
  const trades = topics.filter(isTrade).map((topic) => clients.flatMap((client) => heardOf(client, topic)));
  for (const periods of trades) {
    const all = [...new Set(periods.flat())].sort((left, right) => left - right);
    for (const period of periods) {
      const first = all.indexOf(period[0]!);
      assert.deepEqual(
        period,
        period.length === 0 ? [] : all.slice(first, first + period.length),
        'none twice, none missing',
      );
    }
  }
  for (const topic of topics) {
    for (const period of clients.flatMap((client) => heardOf(client, topic))) {
      assert.deepEqual(
        period,
        period.toSorted((left, right) => left - right),
      );
    }
  }
  await server.close('over');
});

test('a ping that is nearly due leaves with what is written anyway', async () => {
  const clock = manualClock(1_700_000_000_000);
  const server = await startFeed({ clock });
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: topics[2] });
  await client.heard((text) => text.includes('subbed'));
  const { writes } = server.stats();
  clock.set(clock.now() + 4_950);
  server.hub.publish(topics[2]!, 'state', '{"n":1}');
  await client.heard((text) => text.includes('"n":1'));
  assert.ok(client.texts.some((text) => text.startsWith('{"ping":')));
  assert.equal(server.stats().writes, writes + 1);
  client.socket.close();
  await server.stop();
});

test('clients of the same topics have the same set, and one that nobody has is forgotten', () => {
  const sets = createTopicSets();
  const first = sets.exchange(undefined, ['b', 'a']);
  const second = sets.exchange(undefined, ['a', 'b']);
  assert.ok(first && first === second);
  const third = sets.exchange(second, ['a']);
  assert.deepEqual([sets.size, [...third!.topics]], [2, ['a']]);
  assert.equal(sets.exchange(first, []), undefined);
  sets.exchange(third, []);
  assert.equal(sets.size, 0);
});
