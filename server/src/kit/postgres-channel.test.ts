import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createServer, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { cloneDatabase } from '../../test/support/database.ts';
import { log } from './log.ts';
import { openPool, type Pool } from './postgres.ts';
import { defineChannel, openPostgresChannels, type PostgresChannels } from './postgres-channel.ts';
import { until } from './until.test-support.ts';
import { isLongRun } from '../../test/support/long-run.ts';

const greeting = defineChannel('greeting', z.object({ name: z.string() }));
const count = defineChannel('count', z.object({ number: z.number().int() }));

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
const open: PostgresChannels[] = [];
before(async () => {
  log.setLevel('silent');
  database = await cloneDatabase();
  pool = openPool(database.url, 2);
});
after(async () => {
  await Promise.all(open.map((channels) => channels.stop()));
  await pool.end();
  await database.drop();
});

function listenAt(url: string, timing = { lifeMs: 200, retryMs: 20, retryMaxMs: 100 }) {
  const channels = openPostgresChannels({ url, pool, timing });
  open.push(channels);
  const names: string[] = [];
  const numbers: number[] = [];
  let listening = 0;
  channels.listen(greeting, ({ name }) => names.push(name));
  channels.listen(count, ({ number }) => numbers.push(number));
  channels.onListening(() => void listening++);
  channels.start();
  return { channels, names, numbers, listening: () => listening };
}

test('what one process tells all hear, each on its channel, in order, and only once it is committed', async () => {
  const [one, two] = [listenAt(database.url), listenAt(database.url)];
  await until('both listen', () => one.listening() === 1 && two.listening() === 1);
  for (const name of ['Ada', 'Bob', "O'Neill"]) await one.channels.tell(greeting, { name });
  await two.channels.tell(count, { number: 7 });
  for (const { names, numbers } of [one, two]) {
    await until('heard', () => numbers.length === 1);
    assert.deepEqual([names, numbers], [['Ada', 'Bob', "O'Neill"], [7]]);
  }
  const connection = await pool.connect();
  await connection.query(`begin; select pg_notify('greeting', '{"name":"late"}')`);
  await one.channels.tell(count, { number: 8 });
  await until('the other is heard', () => one.numbers.includes(8));
  assert.ok(!one.names.includes('late'));
  await connection.query('rollback');
  connection.release();
});

test('what is not of the form is not passed on, and nothing stops for it', async () => {
  const { channels, names, listening } = listenAt(database.url);
  await until('it listens', () => listening() === 1);
  await assert.rejects(channels.tell(greeting, { name: 1 } as never));
  for (const text of ['no json', '{}', '{"name":5}', '']) await pool.query(`select pg_notify('greeting', $1)`, [text]);
  await channels.tell(greeting, { name: 'Eve' });
  await until('the next is heard', () => names.includes('Eve'));
  assert.deepEqual(names, ['Eve']);
  assert.throws(() => defineChannel('x; drop table accounts', z.string()), /no name of a channel/);
  assert.throws(() => channels.listen(greeting, () => undefined), /before they are started/);
});

test('a lost connection comes back and says so', async () => {
  const { channels, names, listening } = listenAt(database.url);
  await until('it listens', () => listening() === 1);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor channels' and datname = current_database()`,
  );
  await until('it listens again', () => listening() === 2);
  await channels.tell(greeting, { name: 'again' });
  await until('it hears again', () => names.includes('again'));
});

test('a connection whose other end is gone without a word is given up', async () => {
  const way = await openWay(database.url);
  const { channels, names, listening } = listenAt(way.url);
  await until('it listens', () => listening() === 1);
  way.silence();
  await until('it listens again', () => listening() === 2);
  await channels.tell(greeting, { name: 'there' });
  await until('it hears again', () => names.includes('there'));
  await channels.stop();
  way.close();
});

test('it stops at once, also while the database is away', async () => {
  const { channels } = listenAt('postgres://nobody@127.0.0.1:1/none');
  const startedAt = performance.now();
  await channels.stop();
  if (isLongRun) assert.ok(performance.now() - startedAt < 2_000);
});

/** A way to the database on which connections can fall silent; new ones work. */
async function openWay(url: string) {
  const { hostname, port } = new URL(url);
  const pairs: { near: Socket; far: Socket }[] = [];
  const server = createServer((near) => {
    const far = connect(parseInt(port, 10), hostname);
    pairs.push({ near, far });
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
    silence: () => pairs.forEach(({ near, far }) => (near.unpipe(), far.unpipe(), near.resume(), far.resume())),
    close() {
      server.close();
      for (const end of pairs.flatMap(({ near, far }) => [near, far])) end.destroy();
    },
  };
}
