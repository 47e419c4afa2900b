// What sockets cost that nobody uses, and what is told about all of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { manualClock } from '../kit/clock.ts';
import { addressKey } from '../kit/address-key.ts';
import { serveMetrics } from '../kit/metrics.ts';
import { until } from '../kit/until.test-support.ts';
import type { Connection } from './connection.ts';
import { endLeftovers, listen, openRaw, startFeed } from './feed-server.test-support.ts';
import { createFlushSlots } from './flush-slots.ts';
import { longRun } from '../../test/support/long-run.ts';

after(endLeftovers);

test('300 idle sockets are written nothing but their pings, in one encoding', longRun('300 sockets'), async () => {
  const clock = manualClock(1_700_000_000_000);
  const server = await startFeed({ clock, limits: 'off' });
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openRaw(server, '/ws')));
  const before = server.stats();
  await pause(400);
  assert.equal(server.stats().writes, before.writes);
  clock.advance(5_000);
  await until('each was pinged', () => server.stats().writes === before.writes + 300);
  await pause(250);
  const { writes, encoded, workOwed, waitingBytes } = server.stats();
  assert.deepEqual([writes, encoded, waitingBytes], [before.writes + 300, before.encoded, 0]);
  assert.equal(workOwed, 0);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test('a connection is flushed when something waits in it, not ten times a second', async () => {
  let [flushes, list] = [0, (_: Connection): void => undefined];
  const connection = {
    isPingDue: () => false,
    onWaiting: (given: typeof list) => void (list = given),
    flush: () => void flushes++,
  } as unknown as Connection;
  const slots = createFlushSlots(manualClock(0));
  const seat = slots.add(connection, () => Buffer.alloc(0));
  list(connection);
  await until('it was flushed', () => flushes === 1);
  await pause(300);
  assert.equal(flushes, 1);
  list(connection);
  seat.leave();
  await pause(300);
  assert.equal(flushes, 1, 'one that has left is flushed no more');
  slots.stop();
});

test('the metrics tell how many sockets there are, which were refused, and why others were let go', async () => {
  const room = { places: 2, placesEach: 1 };
  const server = await startFeed({ limits: { guests: room, customers: room, workPerTurn: 6_600 } });
  const metrics = await serveMetrics({ host: '127.0.0.1', port: 0 });
  const read = async (line: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    const value = text.split('\n').find((each) => each.startsWith(`${line} `));
    return value === undefined ? 0 : parseFloat(value.slice(line.length + 1));
  };
  const [open, refused, letGo] = [
    'candor_sockets{state="open"}',
    'candor_sockets_refused_total{reason="address"}',
    'candor_sockets_let_go_total{reason="tooManyMessages"}',
  ] as const;
  const before = [await read(open), await read(refused), await read(letGo)];
  const client = await listen(server, '/ws');
  await assert.rejects(listen(server, '/ws'), /429/);
  assert.deepEqual([await read(open), await read(refused)], [before[0]! + 1, before[1]! + 1]);
  for (let place = 0; place < 60; place++) client.say({ ping: place });
  await client.ending();
  assert.equal(await read(letGo), before[2]! + 1);
  assert.ok((await read('candor_socket_work_seconds_total')) > 0);
  await until('it is gone', async () => (await read(open)) === before[0]);
  await metrics.close();
  await server.stop();
});

test('all addresses of one household count as one', () => {
  assert.equal(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:2:ffff::9'));
  assert.notEqual(addressKey('2001:db8:1:2::1'), addressKey('2001:db8:1:3::1'));
});
