// What one who wants to crowd out others may try at the sockets, and that it gains nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { feedCloseCodes, type Uuid } from '@candor/wire';
import { until } from '../kit/until.test-support.ts';
import {
  clientFrame,
  endLeftovers,
  fakeProvider,
  listen,
  openRaw,
  startFeed,
  type FeedServer,
  type Listener,
} from './feed-server.test-support.ts';
import { turnMs, type SocketLimits } from './socket-limits.ts';

after(endLeftovers);

const room = (places: number, placesEach: number) => ({ places, placesEach });
const few: SocketLimits = { guests: room(12, 4), customers: room(6, 3), workPerTurn: 6_600 };
/** Whom a request counts for, and who is logged in, as its headers say. */
const played = {
  addressOf: ({ headers }: IncomingMessage) => String(headers['x-address']),
  sessionOf: async ({ headers }: IncomingMessage) =>
    headers.cookie === undefined
      ? undefined
      : { sessionId: `session ${headers.cookie}` as Uuid, accountId: `account ${headers.cookie}` as Uuid },
};
const from = (server: FeedServer, address: string, path = '/ws'): Promise<Listener> =>
  listen(server, path, { headers: { 'x-address': address } });
/** Connecting is work too: whoever is refused for it comes again. */
async function patiently(server: FeedServer, address: string): Promise<Listener> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await from(server, address);
    } catch {
      await pause(50);
    }
  }
  throw new Error('never let in');
}
const customer = (server: FeedServer, name: string, path = '/notify'): Promise<Listener> =>
  listen(server, path, { headers: { 'x-address': 'crowd', cookie: name } });

test('an address has so many connections; the next is refused before it is one, with a code and a time to wait', async () => {
  const server = await startFeed({ limits: few, ...played });
  const own = await Promise.all([1, 2, 3, 4].map(() => from(server, 'crowd')));
  await assert.rejects(from(server, 'crowd'), /429/);
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Address: crowd\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'); // oxfmt-ignore
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 429 [^]*retry-after: 5\r\n[^]*"code":"too-many-requests"/i);
  await from(server, 'other');
  own[0]!.socket.terminate();
  await until('its place is free', () => server.stats().guests === 4);
  await from(server, 'crowd');
  assert.equal(server.stats().refused, 2);
  await server.stop();
});

test('when the house is full, those with most give one up; customers have places that no guest can take', async () => {
  const server = await startFeed({ limits: few, ...played });
  const crowd: Listener[] = [];
  for (const address of ['a', 'b', 'c']) {
    for (let place = 0; place < 4; place++) crowd.push(await from(server, address));
  }
  const late = await from(server, 'late');
  await until('one of the crowd had to go', () => crowd.some(({ socket }) => socket.readyState > 1));
  const gone = crowd.find(({ socket }) => socket.readyState > 1)!;
  assert.deepEqual(await gone.ending(), { code: feedCloseCodes.roomNeeded, reason: 'others need the room' });
  assert.equal(server.stats().guests, 12);
  // From the very address of the crowd.
  const ann = [await customer(server, 'ann'), await customer(server, 'ann', '/ws'), await customer(server, 'ann')];
  await assert.rejects(customer(server, 'ann'), /429/);
  ann[0]!.say({ action: 'join', room: 'account' });
  await ann[0]!.heard((text) => text.includes('joined'));
  assert.deepEqual([server.stats().guests, server.stats().customers, late.socket.readyState], [12, 3, 1]);
  // Nor do accounts crowd out an account.
  const ben = [await customer(server, 'ben'), await customer(server, 'ben'), await customer(server, 'ben')];
  await customer(server, 'eve');
  assert.equal(server.stats().customers, 6);
  await until('ann or ben gave one up', () => [...ann, ...ben].some(({ socket }) => socket.readyState > 1));
  await server.stop();
});

test('a price socket that came with a session stays when the session ends, the private one goes', async () => {
  const server = await startFeed({ limits: few, ...played });
  const [market, notify] = [await customer(server, 'ann', '/ws'), await customer(server, 'ann')];
  server.hub.endSession('session ann');
  assert.equal((await notify.ending()).code, feedCloseCodes.sessionEnded);
  assert.equal(market.socket.readyState, 1);
  await server.stop();
});

test('lost sockets take with them all that waited, was listed or was joined', async () => {
  const server = await startFeed({ limits: 'off' });
  const big = `{"padding":"${'x'.repeat(300)}${'y'.repeat(300)}"}`;
  server.hub.serve(fakeProvider({ 'market.btcusdt.bbo': big, 'market.ethusdt.bbo': big, 'market.btcusdt.detail': big })); // oxfmt-ignore
  const subs = ['market.btcusdt.bbo', 'market.ethusdt.bbo', 'market.btcusdt.detail'].map((sub) =>
    clientFrame(1, Buffer.from(JSON.stringify({ sub, id: 'r' }))),
  );
  async function lose(count: number): Promise<void> {
    for (let lost = 0; lost < count; lost += 50) {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => openRaw(server, '/ws')));
      for (const socket of sockets) socket.write(Buffer.concat(subs), () => socket.resetAndDestroy());
      await Promise.all(sockets.map((socket) => once(socket, 'close')));
    }
    await until('all are gone', () => server.stats().marketConnections === 0);
  }
  // One stays, so that the feed goes on taking turns.
  const stays = await listen(server, '/ws');
  stays.socket.on('ping', () => undefined);
  const held = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().arrayBuffers;
  };
  stays.socket.terminate();
  await lose(200);
  await pause(250);
  const before = held();
  await lose(1_000);
  await pause(250);
  assert.ok(held() - before < 2_000_000, `${held() - before} bytes more are held after 1,000 lost sockets`);
  const { guests, topics, subscriptions, waitingBytes, unreadBytes, paused } = server.stats();
  assert.deepEqual([guests, topics, subscriptions, waitingBytes, unreadBytes, paused], [0, 0, 0, 0, 0, 0]);
  await server.stop();
});

test('one who asks once is answered at once while others ask as much as they may', async () => {
  const server = await startFeed({ limits: { ...few, guests: room(2_000, 32), workPerTurn: 400 }, ...played });
  const provider = fakeProvider();
  const answer = JSON.stringify(Array.from({ length: 300 }, (_, place) => ({ id: place, open: place * 7919 })));
  server.hub.serve({ ...provider, request: async () => answer });
  const crowd = await Promise.all(Array.from({ length: 60 }, (_, place) => patiently(server, `crowd ${place % 4}`)));
  let asked = 0;
  const flood = setInterval(() => {
    for (const { socket } of crowd) {
      if (socket.readyState === 1) socket.send(`{"req":"market.btcusdt.kline.1min","from":${1_700_000_000 + asked++},"id":1}`); // oxfmt-ignore
    }
  }, 110);
  await until('some have to wait', () => server.stats().paused > 20);
  const computedBefore = server.stats().computed;
  const startedAt = performance.now();
  for (let place = 0; place < 5; place++) {
    const visitor = await from(server, `visitor ${place}`);
    visitor.say({ req: 'market.ethusdt.kline.1min', id: place });
    await visitor.heard((text) => text.includes('"rep"'), 1_000);
    visitor.socket.close();
  }
  const tookMs = performance.now() - startedAt;
  const computed = server.stats().computed - computedBefore;
  const perTurn = computed / (tookMs / (5 * turnMs) + 1);
  assert.ok(perTurn < 12, `${perTurn} answers were made in five turns that pay for two, and each newcomer's first`);
  assert.ok(crowd.every(({ socket }) => socket.readyState === 1), 'those who kept to the limits were let go'); // oxfmt-ignore
  clearInterval(flood);
  await until('everybody is read from again', () => server.stats().paused === 0);
  await server.stop();
});

test('the same question costs one answer, however many ask it', async () => {
  const server = await startFeed({ limits: { ...few, guests: room(500, 32) }, ...played });
  let made = 0;
  server.hub.serve({
    ...fakeProvider(),
    question: (topic, range) => ({ key: topic, keepMs: 60_000, range }),
    request: async () => {
      made++;
      await pause(20);
      return '[{"id":1}]';
    },
  });
  const clients = await Promise.all(Array.from({ length: 100 }, (_, place) => from(server, `address ${place}`)));
  for (const [place, client] of clients.entries()) client.say({ req: 'market.btcusdt.kline.1min', id: place });
  const answers = await Promise.all(clients.map((client) => client.heard((text) => text.includes('"rep"'))));
  answers.forEach((text, place) => {
    const { ts: _, ...rest } = JSON.parse(text) as { ts: number };
    assert.deepEqual(rest, { id: place, rep: 'market.btcusdt.kline.1min', status: 'ok', data: [{ id: 1 }] });
  });
  assert.equal(made, 1);
  await server.stop();
});

test('messages faster than allowed are not even read while others wait, and end the connection that insists', async () => {
  const server = await startFeed({ limits: { ...few, guests: room(500, 32), workPerTurn: 200 }, ...played });
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, place) => patiently(server, `crowd ${place % 2}`)));
  const flood = setInterval(() => {
    for (const { socket } of crowd) if (socket.readyState === 1) socket.send('{"ping":1}');
  }, 55);
  await until('some have to wait', () => server.stats().paused > 10);
  const visitor = await from(server, 'visitor');
  for (let place = 0; place < 5; place++) {
    visitor.say({ ping: place });
    await visitor.heard((text) => text === `{"pong":${place}}`, 500);
  }
  clearInterval(flood);
  await until('everybody is read from again', () => server.stats().paused === 0);
  assert.ok(crowd.every(({ socket }) => socket.readyState === 1), 'those who kept to the limits were let go'); // oxfmt-ignore
  const insists = crowd[0]!;
  for (let place = 0; place < 100; place++) insists.say({ ping: place });
  assert.equal((await insists.ending()).code, feedCloseCodes.tooManyMessages);
  await server.stop();
});

test('half a frame, or a session that is never found, holds nothing but its place, and that only while it is connected', async () => {
  const server = await startFeed({
    limits: few,
    addressOf: played.addressOf,
    sessionOf: ({ headers }) =>
      headers.cookie === undefined ? Promise.resolve(undefined) : new Promise(() => undefined),
  });
  const half: Socket[] = [];
  for (let place = 0; place < 4; place++) {
    const socket = await openRaw(server, '/ws');
    socket.write(clientFrame(1, Buffer.from('{"sub":"market.btcusdt.bbo"}')).subarray(0, 9));
    half.push(socket);
  }
  const asking = Array.from({ length: 9 }, () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /notify HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: a=b\r\n\r\n');
    return socket;
  });
  await until('the ninth is refused', () => server.stats().refused === 1);
  assert.equal(server.stats().guests, 4);
  for (const socket of [...half, ...asking]) socket.resetAndDestroy();
  await until('all are gone', () => server.stats().guests + server.stats().marketConnections === 0);
  await server.stop();
});
