// The writer of ticks on a real database: gapless, published only when stored, alone, and whole after any interruption.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyTickRun } from '@candor/proof';
import type { CoinCode, Wad } from '@candor/wire';
import { wad } from '@candor/wire';
import { cloneDatabase, migrationsDirectory, throwAwaySettings } from '../../test/support/database.ts';
import { systemClock } from '../kit/clock.ts';
import type { Clock } from '../kit/clock.ts';
import { startEmbeddedPostgres } from '../kit/embedded-postgres/start.ts';
import { log } from '../kit/log.ts';
import { migrate } from '../kit/migrate.ts';
import { openPool } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import { until } from '../kit/until.test-support.ts';
import { marketInvariants } from './market-invariants.ts';
import type { Tick } from './market.ts';
import { archived } from './pack-ticks.ts';
import { createTickWriter } from './write-ticks.ts';
import type { TickWriter, TickWriterOptions } from './write-ticks.ts';

log.setLevel('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
});
after(async () => {
  await pool.end();
  await database.drop();
});

interface Run {
  writer: TickWriter;
  published: Tick[];
}
let nextPrice = 1n;

/** A writer whose coins have a new price at every flush. */
function startWriter(options: Partial<TickWriterOptions> & { coins?: CoinCode[]; clock?: Clock } = {}): Run {
  const { coins = ['BTC', 'ETH', 'SHIB'] } = options;
  const published: Tick[] = [];
  const writer = createTickWriter({
    databaseUrl: database.url,
    clock: systemClock,
    collect: (now) =>
      coins.map((coin) => ({ coin, price: (wad('100') + nextPrice++) as Wad, sourceAt: now - 30, inputs: 'test' })),
    publish: (ticks) => void published.push(...ticks),
    takeOver: () => Promise.resolve(),
    ...options,
    timing: { flushMs: 5, retryMs: 20, ...options.timing },
  });
  writer.start();
  return { writer, published };
}

const storedTicks = async (coin = 'BTC') =>
  (
    await pool.query<{ sequence: number; published_ms: number; hash: string }>(
      `select sequence, published_ms, encode(hash, 'hex') as hash from market_ticks where coin = $1 order by sequence`,
      [coin],
    )
  ).rows;

/** Stored and published ticks are the same, without a gap, and chained. */
async function assertSound(published: readonly Tick[], firstSequence = 1): Promise<void> {
  for (const { name, sql } of marketInvariants) {
    const { rows } = await pool.query<{ checked: number; broken: number }>(sql);
    assert.equal(rows[0]!.broken, 0, name);
  }
  const ours = published.filter(({ coin }) => coin === 'BTC');
  const stored = (await storedTicks()).filter(({ sequence }) => sequence >= firstSequence);
  assert.deepEqual(
    ours.map(({ sequence, hash }) => ({ sequence, hash })),
    stored.map(({ sequence, hash }) => ({ sequence, hash })),
  );
}

test('ticks are visible to everyone before they are published', async () => {
  const missing: number[] = [];
  const looked: Promise<void>[] = [];
  const { writer, published } = startWriter({
    publish(ticks) {
      published.push(...ticks);
      const { sequence } = ticks[0]!;
      looked.push(
        pool
          .query('select from market_ticks where coin = $1 and sequence = $2', [ticks[0]!.coin, sequence])
          .then(({ rowCount }) => {
            if (rowCount !== 1) missing.push(sequence);
          }),
      );
    },
  });
  await until('some flushes', () => looked.length >= 30);
  await writer.stop();
  await Promise.all(looked);
  assert.deepEqual(missing, []);
  const [first] = published;
  assert.equal(first!.sequence, 1);
  assert.deepEqual(
    published.slice(0, 3).map(({ publishedAt }) => publishedAt),
    Array(3).fill(first!.publishedAt),
  );
  await assertSound(published);
});

test('a restart continues the sequence and the chain', async () => {
  const before = (await storedTicks()).at(-1)!;
  const { writer, published } = startWriter();
  await until('some flushes', () => published.length >= 15);
  await writer.stop();
  assert.equal(published[0]!.sequence, before.sequence + 1);
  assert.ok(published[0]!.publishedAt > before.published_ms);
  await assertSound(published, before.sequence + 1);
  const btc = published.filter(({ coin }) => coin === 'BTC');
  const run = { coin: 'BTC', start_hash: before.hash, ticks: btc.map(archived), end_hash: btc.at(-1)!.hash };
  assert.deepEqual(verifyTickRun(run), []);
  const forged = { ...run, ticks: run.ticks.map((tick, place) => (place === 2 ? tick.with(1, '99.5') : tick)) };
  assert.notDeepEqual(verifyTickRun(forged as typeof run), []);
});

test('there is one writer, and another takes over where it ended', async () => {
  const first = startWriter();
  await until('the first writes', () => first.published.length > 0);
  const second = startWriter();
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(second.published.length, 0);
  assert.equal(second.writer.isWriting(), false);
  assert.equal(second.writer.isFinalUpTo(systemClock.now() - 60_000), false);
  await first.writer.stop();
  await until('the second writes', () => second.published.length > 10);
  await second.writer.stop();
  const last = first.published.findLast(({ coin }) => coin === 'BTC')!;
  assert.equal(second.published.find(({ coin }) => coin === 'BTC')!.sequence, last.sequence + 1);
  await assertSound([...first.published, ...second.published], first.published[0]!.sequence);
});

test('a writer whose connection is killed again and again loses and repeats nothing', async () => {
  const { writer, published } = startWriter();
  for (let round = 0; round < 8; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6);
    await pool.query(`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
                      where l.locktype = 'advisory' and d.datname = current_database()`);
  }
  const before = published.length;
  await until('it writes after the last kill', () => published.length > before);
  await writer.stop();
  await assertSound(published, published[0]!.sequence);
});

test('an insert whose answer is lost is looked up: it is published if it was stored', async () => {
  const proxy = await startProxy(database.url);
  const { writer, published } = startWriter({ databaseUrl: proxy.url });
  for (let round = 0; round < 6; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6);
    proxy.swallowAnswersThenCut(40);
  }
  const before = published.length;
  await until('it writes after the last cut', () => published.length > before);
  await writer.stop();
  await proxy.close();
  await assertSound(published, published[0]!.sequence);
});

test('a tick is never published up to a moment that was called final', async () => {
  let final = 0;
  const late: Tick[] = [];
  const { writer, published } = startWriter({
    publish(ticks) {
      published.push(...ticks);
      late.push(...ticks.filter(({ publishedAt }) => publishedAt <= final));
    },
  });
  await until('it writes', () => published.length > 0);
  let [yes, no] = [0, 0];
  let waits = Promise.resolve();
  for (const end = systemClock.now() + 1_000; systemClock.now() < end;) {
    const now = systemClock.now();
    if (writer.isFinalUpTo(now)) {
      final = Math.max(final, now);
      yes++;
    } else {
      no++;
      waits = writer.finalUpTo(now).then(() => void (final = Math.max(final, now)));
    }
    await new Promise((resolve) => (Math.random() < 0.5 ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
  await waits;
  await writer.stop();
  assert.deepEqual(late, []);
  assert.ok(yes > 20 && no > 3, `${yes} final at once, ${no} after a wait`);
});

test('a flush takes its time after the barrier, and does not wait for it for ever', async () => {
  let release: (() => void) | undefined;
  const { writer, published } = startWriter({
    beforePublish: () => new Promise<void>((resolve) => (release = resolve)),
    timing: { barrierMs: 400 },
  });
  await until('the barrier is asked', () => release !== undefined);
  const asked = systemClock.now();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(published.length, 0);
  const released = systemClock.now();
  release!();
  await until('published', () => published.length > 0);
  assert.ok(published[0]!.publishedAt >= released);
  const second = published.length;
  await until('published without the barrier', () => published.length > second, 2_000);
  assert.ok(published.at(-1)!.publishedAt >= asked + 400);
  await writer.stop();
});

test('a database that is killed -9 and comes back has every tick that was published, and no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-ticks-'));
  const dataDirectory = join(directory, 'postgres');
  const settings = { ...throwAwaySettings, fsync: 'on', synchronous_commit: 'on' };
  let server = await startEmbeddedPostgres({ dataDirectory, settings });
  await migrate({ url: server.url, directory: migrationsDirectory });
  const { writer, published } = startWriter({ databaseUrl: server.url });
  for (let round = 0; round < 3; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6, 30_000);
    process.kill(server.pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(writer.isFinalUpTo(systemClock.now()), false);
    server = await startEmbeddedPostgres({ dataDirectory, settings, port: server.port });
  }
  const before = published.length;
  await until('it writes after the last kill', () => published.length > before, 30_000);
  await writer.stop();
  const own = openPool(server.url);
  const { rows } = await own.query(
    `select sequence, encode(hash, 'hex') as hash from market_ticks where coin = 'BTC' order by sequence`,
  );
  await own.end();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
  assert.deepEqual(
    published.filter(({ coin }) => coin === 'BTC').map(({ sequence, hash }) => ({ sequence, hash })),
    rows,
  );
});

interface Proxy {
  url: string;
  /** From now on the database's answers are dropped; the connection is cut after a while. */
  swallowAnswersThenCut(afterMs: number): void;
  close(): Promise<void>;
}

async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<{ client: Socket; isSwallowing: boolean }>();
  const server = createServer((client) => {
    const database = connectTcp(parseInt(port, 10), hostname);
    const pair = { client, isSwallowing: false };
    pairs.add(pair);
    client.pipe(database);
    database.on('data', (data) => pair.isSwallowing || client.write(data));
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallowAnswersThenCut(afterMs) {
      for (const pair of pairs) {
        pair.isSwallowing = true;
        setTimeout(() => pair.client.destroy(), afterMs);
      }
    },
    async close() {
      for (const { client } of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
