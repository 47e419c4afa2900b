// The writer of ticks on a real database: gapless, published only when stored, alone, and whole after any interruption.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyTickRun } from '@candor/proof';
import type { CoinCode, Uuid, Wad } from '@candor/wire';
import { wad } from '@candor/wire';
import { cloneDatabase, migrationsDirectory, runAsOwner } from '../../../test/support/database.ts';
import { manualClock, systemClock } from '../../kit/clock.ts';
import type { Clock } from '../../kit/clock.ts';
import { startEmbeddedPostgres, throwAwaySettings } from '@candor/embedded-postgres';
import { openLease } from '../../kit/lease.ts';
import { log } from '../../kit/log.ts';
import { migrate } from '../../kit/migrate.ts';
import { openPool } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import { until } from '../../kit/until.test-support.ts';
import { checkInvariants } from '../../ledger/check-invariants.ts';
import { marketInvariants } from '../market-invariants.ts';
import type { Tick } from '../market.ts';
import { archived } from './pack-ticks.ts';
import { createGapWatch } from './tick-gaps.ts';
import { startSwallowingProxy } from './swallowing-proxy.test-support.ts';
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
  /** As its lease names it. */
  holder: Uuid;
  /** Ends the writer and gives its lease up. */
  stop: () => Promise<void>;
}
let nextPrice = 1n;

/** A writer whose coins have a new price at every flush. */
function startWriter(options: Partial<TickWriterOptions> & { coins?: CoinCode[]; clock?: Clock } = {}): Run {
  const { coins = ['BTC', 'ETH', 'SHIB'] } = options;
  const published: Tick[] = [];
  const { databaseUrl = database.url, clock = systemClock } = options;
  const lease = options.lease ?? openLease({ databaseUrl, clock, timing: { tryMs: 20 } });
  const writer = createTickWriter({
    databaseUrl,
    clock,
    lease,
    collect: (now) =>
      coins.map((coin) => ({ coin, price: (wad('100') + nextPrice++) as Wad, sourceAt: now - 30, inputs: 'test' })),
    publish: (ticks) => void published.push(...ticks),
    takeOver: () => Promise.resolve(),
    ...options,
    timing: { flushMs: 5, retryMs: 20, ...options.timing },
  });
  void lease.start();
  writer.start();
  const stop = async (): Promise<void> => {
    await writer.stop();
    await lease.stop(writer.promisedMs());
  };
  return { writer, published, holder: lease.holder, stop };
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
  for (const { name, broken } of await checkInvariants(pool, marketInvariants)) assert.equal(broken, 0, name);
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
  const { published, stop } = startWriter({
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
  await stop();
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
  const { published, stop } = startWriter();
  await until('some flushes', () => published.length >= 15);
  await stop();
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
  await first.stop();
  await until('the second writes', () => second.published.length > 10);
  await second.stop();
  const last = first.published.findLast(({ coin }) => coin === 'BTC')!;
  assert.equal(second.published.find(({ coin }) => coin === 'BTC')!.sequence, last.sequence + 1);
  await assertSound([...first.published, ...second.published], first.published[0]!.sequence);
});

/** It says nothing more, as after a crash or while it stands still: its lease runs out. That of whoever took it over does not. */
const runOut = (holder: Uuid) => pool.query(`update engine_lease set until = clock_timestamp() where holder = $1`, [holder]); // oxfmt-ignore

for (const behindMs of [5_000, 10_000]) {
  test(`after a crash, a writer whose clock is ${behindMs} ms behind writes nothing up to what was called final`, async () => {
    let isDue = true;
    const due = (now: number) => ({ coin: 'BTC' as const, price: (wad('100') + nextPrice++) as Wad, sourceAt: now, inputs: 'test' }); // oxfmt-ignore
    const first = startWriter({ collect: (now) => (isDue ? [due(now)] : []) });
    await until('it writes', () => first.published.length > 0);
    isDue = false;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const promised = systemClock.now();
    await first.writer.finalUpTo(promised);
    const last = first.published.at(-1)!;
    assert.ok(last.publishedAt < promised);
    const slow: Clock = { now: () => systemClock.now() - behindMs };
    const second = startWriter({ clock: slow });
    // The holder may say so once more at that very moment.
    await until('the lease has run out', async () => {
      if (first.writer.isWriting()) await runOut(first.holder);
      return !first.writer.isWriting();
    });
    await until('the other one writes', () => second.published.length > 5);
    assert.equal(first.writer.isFinalUpTo(promised), false, 'it promises nothing any more');
    for (const { publishedAt } of second.published) assert.ok(publishedAt > promised, `${publishedAt} <= ${promised}`);
    const { rows } = await pool.query<{ published_ms: number }>(
      `select published_ms from market_ticks where coin = 'BTC' and published_ms <= $1 order by sequence desc limit 1`,
      [promised],
    );
    assert.equal(rows[0]!.published_ms, last.publishedAt, 'what was the last tick then is the last one for ever');
    await Promise.all([first.stop(), second.stop()]);
  });
}

test('a writer that lost its lease without knowing it stores and publishes nothing more', async () => {
  const lease = openLease({ databaseUrl: database.url, clock: systemClock, timing: { tryMs: 20 } });
  // It believes for ever that the lease is its own, as a process that stood still does for a moment.
  const believed: typeof lease = { ...lease, isHeld: () => lease.term() !== undefined, epoch: () => epochOf(lease) };
  let known: number | undefined;
  const epochOf = (held: typeof lease): number | undefined => (known ??= held.term()?.epoch);
  const stale = startWriter({ lease: believed });
  await until('it writes', () => stale.published.length > 0);
  await pool.query(
    `update engine_lease set epoch = epoch + 1, holder = null, until = clock_timestamp() + interval '1 minute'`,
  );
  const newest = async (): Promise<number> => (await storedTicks()).at(-1)!.sequence;
  const stored = await newest();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(await newest(), stored);
  assert.equal(stale.published.findLast(({ coin }) => coin === 'BTC')!.sequence, stored);
  await pool.query(`update engine_lease set until = clock_timestamp()`);
  await stale.stop();
});

test('a writer whose connection is killed again and again loses and repeats nothing', async () => {
  const { published, stop } = startWriter();
  for (let round = 0; round < 8; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6);
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
                      where datname = current_database() and application_name like 'candor engine %'`);
  }
  const before = published.length;
  await until('it writes after the last kill', () => published.length > before);
  await stop();
  await assertSound(published, published[0]!.sequence);
});

test('an insert whose answer is lost is looked up: it is published if it was stored', async () => {
  const proxy = await startSwallowingProxy(database.url);
  const { published, stop } = startWriter({ databaseUrl: proxy.url });
  for (let round = 0; round < 6; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6);
    // What was on its way before is told meanwhile: only what comes after the cut says that it writes again.
    await proxy.swallowAnswersThenCut(40);
  }
  const before = published.length;
  await until('it writes after the last cut', () => published.length > before);
  await stop();
  await proxy.close();
  await assertSound(published, published[0]!.sequence);
});

test('a tick is never published up to a moment that was called final', async () => {
  let final = 0;
  const late: Tick[] = [];
  const { writer, published, stop } = startWriter({
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
  await stop();
  assert.deepEqual(late, []);
  assert.ok(yes > 20 && no > 3, `${yes} final at once, ${no} after a wait`);
});

test('a flush takes its time after the barrier, and does not wait for it for ever', async () => {
  let release: (() => void) | undefined;
  const { published, stop } = startWriter({
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
  await until('published without the barrier', () => published.length > second);
  assert.ok(published.at(-1)!.publishedAt >= asked + 400);
  await stop();
});

test('a database that is killed -9 and comes back has every tick that was published, and no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-ticks-'));
  const dataDirectory = join(directory, 'postgres');
  const settings = { ...throwAwaySettings, fsync: 'on', synchronous_commit: 'on' };
  let server = await startEmbeddedPostgres({ dataDirectory, settings });
  await migrate({ url: server.ownerUrl, directory: migrationsDirectory });
  const { writer, published, stop } = startWriter({ databaseUrl: server.url });
  for (let round = 0; round < 3; round++) {
    const before = published.length;
    await until('it writes', () => published.length > before + 6);
    process.kill(server.pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(writer.isFinalUpTo(systemClock.now()), false);
    server = await startEmbeddedPostgres({ dataDirectory, settings, port: server.port });
  }
  const before = published.length;
  await until('it writes after the last kill', () => published.length > before);
  await stop();
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

test('gaps of ours are stored with the ticks that they lie between, and never keep a tick from coming', async () => {
  const clock = manualClock(systemClock.now() + 60_000);
  let [isDue, hasPrice] = [true, true];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const run = () => {
    const gaps = createGapWatch();
    const collect = (now: number) => {
      gaps.look('DOT', now, hasPrice);
      return isDue
        ? [{ coin: 'DOT' as const, price: (wad('5') + nextPrice++) as Wad, sourceAt: now, inputs: 'test' }]
        : [];
    };
    return startWriter({ clock, gaps, collect, coins: ['DOT'] });
  };
  const stored = async () =>
    (
      await pool.query<{ sequence: number; length: number; excused_ms: number }>(
        `select sequence, to_ms - from_ms as length, excused_ms from market_gaps where coin = 'DOT' order by sequence`,
      )
    ).rows;
  /** Nothing is due while this happens; returns the first tick after it. */
  const without = async ({ published }: Run, pass: () => Promise<void>): Promise<Tick> => {
    isDue = false;
    await pause(60);
    const count = published.length;
    await pass();
    isDue = true;
    await until('ticks go on', () => published.length > count + 3);
    return published[count]!;
  };
  const elapse = (ms: number) => clock.set(clock.now() + ms);

  let running = run();
  await until('ticks', () => running.published.length > 3);
  assert.deepEqual(await stored(), [], 'the first tick of all ends no gap');
  const afterStall = await without(running, async () => elapse(4_000));
  hasPrice = false;
  await without(running, async () => {
    for (let looks = 0; looks < 20; looks++) {
      elapse(300);
      await pause(40);
    }
  });
  hasPrice = true;
  await until('it is stored', async () => (await stored()).length === 1);
  const [first] = await stored();
  assert.equal(first!.sequence, afterStall.sequence);
  assert.ok(first!.length > 3_000 && first!.length < 4_500 && first!.excused_ms === 0);

  await running.stop();
  elapse(3_600_000);
  running = run();
  await until('ticks after the start', () => running.published.length > 3);
  await until('the restart is stored', async () => (await stored()).length === 2);
  assert.ok((await stored())[1]!.length > 3_500_000);

  await runAsOwner(database, 'revoke insert on market_gaps from candor_app');
  const unstored = await without(running, async () => elapse(5_000));
  assert.equal(running.published.at(-1)!.sequence, unstored.sequence + running.published.length - running.published.indexOf(unstored) - 1); // oxfmt-ignore
  await runAsOwner(database, 'grant insert on market_gaps to candor_app');
  const next = await without(running, async () => elapse(6_000));
  await until('both are stored', async () => (await stored()).length === 4);
  assert.deepEqual((await stored()).slice(2).map(({ sequence }) => sequence), [unstored.sequence, next.sequence]); // oxfmt-ignore
  await running.stop();
  for (const { name, checked, broken } of await checkInvariants(pool, marketInvariants)) {
    assert.equal(broken, 0, name);
    if (name.startsWith('a gap')) assert.equal(checked, 4);
  }
  await assert.rejects(pool.query(`delete from market_gaps`), /permission denied/);
  await assert.rejects(runAsOwner(database, `delete from market_gaps`), /append-only/);
});
