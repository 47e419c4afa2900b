import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { feedCloseCodes, feedLimits } from '@candor/wire';
import { manualClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { endLeftovers, fakeProvider, listen, startFeed } from './feed-server.test-support.ts';

after(endLeftovers);

const [trades, depth] = ['market.btcusdt.trade.detail', 'market.btcusdt.depth.step0'];
// Random text compresses little, so that the network's own buffers are full soon.
const padding = (bytes = 12_000): string => randomBytes(bytes).toString('base64');

test('a reader that stops costs at most 1 MB, and loses its trades with a reason', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: trades });
  await client.heard((text) => text.includes('subbed'));
  client.socket.pause();
  let published = 0;
  let waitingMax = 0;
  while (server.stats().tooSlow === 0) {
    server.hub.publish(trades, 'sequence', `{"n":${published++},"padding":"${padding()}"}`);
    waitingMax = Math.max(waitingMax, server.stats().waitingBytes);
    assert.ok(published < 5_000, 'the queue has no end');
    if (published % 20 === 0) await pause(10);
  }
  assert.ok(waitingMax <= feedLimits.queueBytes, `${waitingMax} bytes waited`);
  assert.ok(waitingMax > feedLimits.queueBytes / 2, `ended with only ${waitingMax} bytes waiting`);
  assert.ok(server.stats().waitingBytes <= 200_000, 'what waited is given up with the connection');
  client.socket.resume();
  assert.deepEqual(await client.ending(), {
    code: feedCloseCodes.readTooSlowly,
    reason: 'messages were read too slowly',
  });
  const numbers = client.texts.slice(1).map((text) => JSON.parse(text).tick.n as number);
  assert.deepEqual(
    numbers,
    numbers.map((_, place) => place),
    'what did arrive is in order and without gaps',
  );
  await server.stop();
});

test('a burst of more than 1 MB between two flushes reaches a reader that reads', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: trades });
  await client.heard((text) => text.includes('subbed'));
  for (let place = 0; place < 120; place++)
    server.hub.publish(trades, 'sequence', `{"padding":"${padding()}","n":${place}}`);
  await client.heard((text) => text.includes('"n":119}'));
  assert.equal(client.texts.length, 121);
  client.socket.close();
  await server.stop();
});

test('a reader that never comes back is cut off', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: trades });
  await client.heard((text) => text.includes('subbed'));
  client.socket.pause();
  for (let place = 0; server.stats().tooSlow === 0; place++) {
    server.hub.publish(trades, 'sequence', `{"padding":"${padding()}"}`);
    if (place % 20 === 0) await pause(10);
  }
  await until('disconnected', () => server.stats().marketConnections === 0);
  assert.equal(server.stats().waitingBytes, 0);
  client.socket.terminate();
  await server.stop();
});

test('under back-pressure trades arrive all and in order, states as their newest', async () => {
  // Time stands still for it, so that the pause is no unanswered ping, however long it takes.
  const server = await startFeed({ clock: manualClock(1_700_000_000_000) });
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: trades });
  client.say({ sub: depth });
  await until('both subscriptions', () => server.stats().subscriptions === 2);
  client.socket.pause();
  const [rounds, tradeEvery] = [2_000, 10];
  for (let round = 0; round < rounds; round++) {
    server.hub.publish(depth, 'state', `{"n":${round},"padding":"${padding(48_000)}"}`);
    if (round % tradeEvery === 0) server.hub.publish(trades, 'sequence', `{"n":${round}}`);
    if (round % 4 === 0) await pause(5);
  }
  assert.equal(server.stats().tooSlow, 0);
  assert.ok(server.stats().waitingBytes > 0, 'the network took all; nothing was tested');
  client.socket.resume();
  await client.heard((text) => text.includes(`"ch":"${depth}"`) && text.includes(`"n":${rounds - 1},`), 10_000);
  await client.heard((text) => text.includes(`"n":${rounds - tradeEvery}}`));
  const numbersOf = (topic: string): number[] =>
    client.texts.filter((text) => text.includes(`"ch":"${topic}"`)).map((text) => JSON.parse(text).tick.n as number);
  assert.deepEqual(
    numbersOf(trades),
    Array.from({ length: rounds / tradeEvery }, (_, place) => place * tradeEvery),
  );
  const states = numbersOf(depth);
  assert.ok(states.length < rounds / 2, `${states.length} of ${rounds} states were sent`);
  assert.deepEqual(
    states,
    states.toSorted((left, right) => left - right),
  );
  client.socket.close();
  await server.stop();
});

test('the messages of 100 ms go out in one write', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  for (let place = 0; place < 10; place++) client.say({ sub: `market.coin${place}usdt.bbo` });
  await until('ten subscriptions', () => server.stats().subscriptions === 10);
  await pause(20);
  const before = server.stats();
  for (let place = 0; place < 10; place++) server.hub.publish(`market.coin${place}usdt.bbo`, 'state', '{"n":1}');
  await until('ten frames more', () => server.stats().frames === before.frames + 10);
  assert.equal(server.stats().writes, before.writes + 1);
  client.socket.close();
  await server.stop();
});
