import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { feedCloseCodes } from '@candor/wire';
import fc from 'fast-check';
import { manualClock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { until } from '../kit/until.test-support.ts';
import {
  clientFrame,
  endLeftovers,
  fakeProvider,
  listen,
  openRaw,
  startFeed,
  type FeedServer,
} from './feed-server.test-support.ts';
import { runs } from '../../test/support/seed.ts';

after(endLeftovers);

let server: FeedServer;
before(async () => {
  log.setLevel('silent');
  server = await startFeed();
  server.hub.serve(fakeProvider());
});
after(() => server.stop());

test('an upgrade from a foreign origin is refused with 403, an unknown path with 404', async () => {
  const guarded = await startFeed({ isOriginAllowed: (origin, host) => origin === `http://${host}` });
  for (const path of ['/ws', '/notify']) {
    await assert.rejects(listen(guarded, path, { origin: 'http://evil.example' }), /403/);
    await assert.rejects(listen(guarded, path), /403/);
    (await listen(guarded, path, { origin: guarded.baseUrl })).socket.close();
  }
  await assert.rejects(listen(guarded, '/else', { origin: guarded.baseUrl }), /404/);
  await guarded.stop();
});

test('the 21st message at once ends the connection with a reason; the right pace does not', async () => {
  const clock = manualClock(1_700_000_000_000);
  const paced = await startFeed({ clock });
  const client = await listen(paced, '/ws');
  for (let place = 0; place < 20; place++) client.say({ ping: place });
  await client.heard((text) => text === '{"pong":19}');
  for (let place = 20; place < 60; place++) {
    clock.advance(50);
    client.say({ ping: place });
    await client.heard((text) => text === `{"pong":${place}}`);
  }
  clock.advance(49);
  client.say({ ping: 60 });
  assert.deepEqual(await client.ending(), {
    code: feedCloseCodes.tooManyMessages,
    reason: 'more than 20 messages a second',
  });
  assert.ok(!client.texts.includes('{"pong":60}'));
  await paced.stop();
});

test('a message of 4 KiB is read, a longer one ends the connection with a reason', async () => {
  const client = await listen(server, '/ws');
  client.say(`{"ping":1${' '.repeat(4096 - 10)}}`);
  await client.heard((text) => text === '{"pong":1}');
  client.say(`{"ping":2${' '.repeat(4096 - 9)}}`);
  assert.deepEqual(await client.ending(), { code: 1009, reason: 'a message longer than 4096 bytes' });
});

test('pings come every 5 s with the same instant for all; two without an answer end the connection before the third', async () => {
  const clock = manualClock(1_700_000_000_000);
  const timed = await startFeed({ clock });
  const [good, mute, wrong, screen] = [
    await listen(timed, '/ws'),
    await listen(timed, '/ws'),
    await listen(timed, '/ws'),
    await listen(timed, '/notify'),
  ];
  for (let round = 1; round <= 3; round++) {
    clock.advance(5_000);
    const ping = `{"ping":${clock.now()}}`;
    await good.heard((text) => text === ping);
    good.say({ pong: clock.now() });
    await until(`round ${round}`, () => screen.texts.length === round);
    assert.equal(screen.texts.at(-1), '{"action":"ping"}');
    screen.say({ action: 'pong' });
    if (round === 3) break;
    await Promise.all([mute, wrong].map((client) => client.heard((text) => text === ping)));
    wrong.say({ pong: clock.now() - 1 });
  }
  for (const client of [mute, wrong]) {
    assert.deepEqual(await client.ending(), {
      code: feedCloseCodes.pingsUnanswered,
      reason: 'pings were not answered',
    });
    assert.equal(client.texts.length, 2);
  }
  assert.equal(timed.stats().marketConnections, 1);
  assert.equal(timed.stats().notifyConnections, 1);
  await timed.stop();
});

test('ping frames are answered with their payload, and count as messages', async () => {
  const client = await listen(server, '/ws');
  client.socket.ping('hello');
  const [payload] = await once(client.socket, 'pong');
  assert.equal(payload.toString(), 'hello');
  for (let place = 0; place < 60; place++) client.socket.ping();
  assert.equal((await client.ending()).code, feedCloseCodes.tooManyMessages);
});

test('frames against the protocol end the connection with a code', async () => {
  const cases: [Buffer, code: number][] = [
    [Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002], // not masked
    [clientFrame(0x3, Buffer.alloc(0)), 1002], // no such opcode
    [clientFrame(0x1, Buffer.from([0xff, 0xfe])), 1007],
    [clientFrame(0x0, Buffer.from('x')), 1002], // continues nothing
    [Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]), 1009],
  ];
  for (const [bytes, code] of cases) {
    const socket = await openRaw(server, '/ws');
    socket.write(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.equal(answer[0], 0x88);
    assert.equal(answer.readUInt16BE(2), code);
    assert.ok(answer.length > 4, 'without a reason');
    socket.destroy();
  }
  await until('disconnected', () => server.stats().marketConnections === 0);
});

test('hundreds of broken frames and messages: the server answers others as before and keeps nothing', async () => {
  const anyFrame = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .tuple(fc.integer({ min: 0, max: 15 }), fc.uint8Array({ maxLength: 200 }))
      .map(([opcode, bytes]) => clientFrame(opcode, Buffer.from(bytes))),
    fc.oneof(fc.string({ maxLength: 100 }), fc.json()).map((text) => clientFrame(1, Buffer.from(text))),
  );
  const path = fc.constantFrom('/ws', '/notify');
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.array(anyFrame, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (where, frames, cuts) => {
        const socket = await openRaw(server, where);
        await new Promise((resolve) => socket.write(Buffer.concat(frames), resolve));
        if (cuts) socket.destroy();
        else socket.end();
        socket.resume();
      },
    ),
    { numRuns: runs(300) },
  );
  const client = await listen(server, '/ws');
  client.say({ ping: 1 });
  await client.heard((text) => text === '{"pong":1}');
  client.socket.close();
  await until('all are disconnected', () => server.stats().marketConnections + server.stats().notifyConnections === 0);
  assert.equal(server.stats().subscriptions + server.stats().rooms, 0);
});

test('on shutdown everyone is told why, also one who does not listen, and nobody new comes in', async () => {
  const closing = await startFeed();
  const [market, notify] = [await listen(closing, '/ws'), await listen(closing, '/notify')];
  const deaf = await openRaw(closing, '/ws');
  deaf.pause();
  const done = closing.close('the server restarts');
  await assert.rejects(listen(closing, '/ws'), /503/);
  for (const client of [market, notify]) {
    assert.deepEqual(await client.ending(), { code: 1001, reason: 'the server restarts' });
  }
  await done;
  assert.equal(closing.stats().marketConnections, 0);
  deaf.destroy();
  await closing.stop();
});
