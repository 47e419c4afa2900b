// Clients that do not read: what they may hold, here and in the system, and when they are let go.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { feedLimits } from '@candor/wire';
import { manualClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { clientFrame, endLeftovers, fakeProvider, listen, openRaw, startFeed } from './feed-server.test-support.ts';
import { eventOf } from './market-event.test-support.ts';
import { Unread } from './unread.ts';

after(endLeftovers);

const say = (socket: Socket, message: object): void =>
  void socket.write(clientFrame(1, Buffer.from(JSON.stringify(message))));
const [trades, depth] = ['market.btcusdt.trade.detail', 'market.btcusdt.depth.step0'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('300 clients that ask and never read hold less than 60 MB, and are let go within 30 s', async () => {
  const server = await startFeed({ limits: 'off' });
  const answers = Array.from({ length: 20 }, () => JSON.stringify(randomBytes(7_000).toString('base64')));
  let asked = 0;
  server.hub.serve({ ...fakeProvider(), request: async () => answers[asked++ % answers.length]! });
  const held = (): number => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    // What left and was not read is held by the system.
    return arrayBuffers + heapUsed + server.stats().unreadBytes;
  };
  const before = held();
  const startedAt = performance.now();
  const readers = fork(join(import.meta.dirname, 'silent-readers.test-support.ts'), [String(server.port), '300']);
  after(() => readers.kill('SIGKILL'));
  await once(readers, 'message');
  let n = 0;
  const news = setInterval(() => {
    server.hub.publish(depth, 'state', `{"n":${n},"padding":"${randomBytes(1_000).toString('base64')}"}`);
    server.hub.publish(trades, 'sequence', `{"n":${n++},"padding":"${randomBytes(100).toString('base64')}"}`);
  }, 100);
  let heldMax = 0;
  await until('all were let go', async () => {
    heldMax = Math.max(heldMax, held() - before);
    await pause(200);
    return server.stats().marketConnections === 0;
  });
  clearInterval(news);
  assert.ok(performance.now() - startedAt < 30_000);
  assert.ok(heldMax < 60_000_000, `${heldMax} bytes were held`);
  assert.ok(heldMax > 10_000_000, `only ${heldMax} bytes were held: nothing was tested`);
  assert.deepEqual([server.stats().waitingBytes, server.stats().unreadBytes], [0, 0]);
  readers.kill('SIGKILL');
  await server.stop();
});

test('one that says it is there but does not read what is sent is let go', async () => {
  const clock = manualClock(1_700_000_000_000);
  const server = await startFeed({ clock });
  // A screen's socket, whose answers to pings name no ping, so that they can be given without reading.
  const socket = await openRaw(server, '/notify');
  socket.pause();
  say(socket, { action: 'join', room: 'home' });
  await until('joined', () => server.stats().rooms === 1);
  let isGone = false;
  for (let seconds = 0; seconds < 30 && !isGone; seconds++) {
    server.hub.notify('home', () => eventOf(randomBytes(20_000).toString('base64')));
    clock.advance(1_000);
    if (socket.writable) say(socket, { action: 'pong' });
    await pause(110);
    isGone = server.stats().tooSlow === 1;
    assert.ok(server.stats().unreadBytes <= feedLimits.unreadBytes + 60_000, `${server.stats().unreadBytes} bytes`);
  }
  assert.ok(isGone, 'it was kept');
  await until('it was cut off', () => server.stats().notifyConnections === 0);
  socket.destroy();
  await server.stop();
});

test('one that reads in its own time gets everything, as long as it shows that it reads', async () => {
  const server = await startFeed();
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws');
  client.say({ sub: trades });
  await client.heard((text) => text.includes('subbed'));
  // More than two seconds behind, several times, by more than may be unread.
  let published = 0;
  for (let round = 0; round < 2; round++) {
    client.socket.pause();
    for (let place = 0; place < 24; place++) {
      server.hub.publish(
        trades,
        'sequence',
        `{"n":${published++},"padding":"${randomBytes(12_000).toString('base64')}"}`,
      );
      await pause(100);
    }
    client.socket.resume();
    await client.heard((text) => text.includes(`"n":${published - 1},`));
  }
  assert.equal(client.texts.filter((text) => text.includes('"ch"')).length, published);
  assert.equal(server.stats().tooSlow, 0);
  client.socket.close();
  await server.stop();
});

test('after a mark that is not answered in time no more leaves than may be unread; the answer opens the way again', () => {
  const unread = new Unread();
  unread.add((feedLimits.unreadBytes * 3) / 4 - 1);
  assert.equal(unread.isMarkDue, false);
  unread.add(1);
  assert.equal(unread.isMarkDue, true);
  const frame = unread.mark(1_000);
  assert.equal(unread.isMarkDue, false);
  assert.equal(unread.room(1_749), Infinity);
  assert.equal(unread.room(1_750), feedLimits.unreadBytes / 4);
  unread.add(feedLimits.unreadBytes);
  assert.equal(unread.room(2_000), 0);
  assert.equal(unread.isStalled(1_000 + feedLimits.unreadMaxMs - 1), false);
  assert.equal(unread.isStalled(1_000 + feedLimits.unreadMaxMs), true);
  assert.equal(unread.takePong(Buffer.from('another')), false);
  assert.equal(unread.takePong(frame.subarray(2)), true);
  assert.deepEqual([unread.room(9_000), unread.bytes, unread.isMarkDue], [Infinity, feedLimits.unreadBytes, true]);
});

test('a client whose library does not answer ping frames shows with its answers to ours that it reads', async () => {
  const clock = manualClock(1_700_000_000_000);
  const server = await startFeed({ clock });
  server.hub.serve(fakeProvider());
  const client = await listen(server, '/ws', { autoPong: false });
  client.socket.on('message', () => {
    const ping = /^\{"ping":(\d+)\}$/.exec(client.texts.at(-1) ?? '')?.[1];
    if (ping !== undefined) client.say(`{"pong":${ping}}`);
  });
  client.say({ sub: trades });
  await client.heard((text) => text.includes('subbed'));
  let published = 0;
  for (let seconds = 1; seconds <= 14; seconds++) {
    for (let place = 0; place < 3; place++) {
      server.hub.publish(
        trades,
        'sequence',
        `{"n":${published++},"padding":"${randomBytes(9_000).toString('base64')}"}`,
      );
    }
    clock.advance(1_000);
    await pause(120);
  }
  clock.advance(1_000);
  await client.heard((text) => text.includes(`"n":${published - 1},`));
  assert.equal(client.texts.filter((text) => text.includes('"ch"')).length, published);
  client.socket.close();
  await server.stop();
});
