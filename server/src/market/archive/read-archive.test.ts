// The archive on a real database: sealed, pruned and read as if nothing had been packed, and changed by nobody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nameInputs, verifyTickRun, writeInputs } from '@candor/proof';
import type { Wad } from '@candor/wire';
import { wad } from '@candor/wire';
import { cloneDatabase, runAsOwner } from '../../../test/support/database.ts';
import { manualClock } from '../../kit/clock.ts';
import { heldLease } from '../../kit/lease.test-support.ts';
import { log } from '../../kit/log.ts';
import { openPool } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import { until } from '../../kit/until.test-support.ts';
import { checkInvariants } from '../../ledger/check-invariants.ts';
import { marketInvariants } from '../market-invariants.ts';
import type { Tick } from '../market.ts';
import { archived, packTicks, unpackTicks } from './pack-ticks.ts';
import { createArchiveReader } from './read-archive.ts';
import { pruneSealed, rawKeptMs, sealMinutes } from './seal-minutes.ts';
import { readTickLists } from './tick-list-store.ts';
import { createTickMemory } from './tick-memory.ts';
import { createGapWatch } from './tick-gaps.ts';
import { createTickWriter } from './write-ticks.ts';
import { longRun } from '../../../test/support/long-run.ts';

log.setLevel('silent');
const start = Date.UTC(2026, 0, 1, 12, 0, 17);
const clock = manualClock(start);
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
const all: Tick[] = [];

const priceOf = (sequence: number): Wad => (wad('90000.12') + BigInt((sequence - 1) % 7) * 10n ** 16n) as Wad;

/** Of every third tick a single source is told, of the others several with their list. */
function named(sequence: number): { inputs: string; list?: string } {
  if (sequence % 3 === 0) return { inputs: 'test' };
  const sources = [
    { source: 'htx', standing: 'in' as const, price: priceOf(sequence) },
    { source: 'okx', standing: 'silent' as const },
  ];
  const list = writeInputs(sources);
  return { inputs: nameInputs(sources, list), list };
}

/** Forty minutes of ticks with pauses, sealed and pruned on the way as a server does it, restarted in mid-minute. */
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
  for (const minutes of [13, 27]) {
    let due = false;
    const writer = createTickWriter({
      databaseUrl: database.url,
      clock,
      lease: heldLease(),
      collect: (now) =>
        due
          ? [
              {
                coin: 'BTC',
                price: priceOf(all.length + 1),
                sourceAt: now - 40,
                ...named(all.length + 1),
              },
            ]
          : [],
      publish(ticks) {
        due = false;
        all.push(...ticks);
      },
      // Nobody looks at prices between these ticks, so that each of them ends a gap.
      gaps: createGapWatch(),
      takeOver: () => Promise.resolve(),
      timing: { flushMs: 0 },
    });
    writer.start();
    for (const end = clock.now() + minutes * 60_000; clock.now() < end;) {
      // Now and then nothing comes for some minutes.
      clock.advance(all.length % 50 === 49 ? 150_000 : 5_000 + (all.length % 3));
      due = true;
      const before = all.length;
      await until('a tick', () => all.length > before);
      if (all.length % 20 === 0) await sealMinutes({ pool, clock, finality: writer });
      if (all.length % 40 === 0) await pruneSealed(pool, clock);
    }
    clock.advance(1_000);
    await sealMinutes({ pool, clock, finality: writer });
    await pruneSealed(pool, clock);
    await writer.stop();
  }
});
after(async () => {
  await pool.end();
  await database.drop();
});

const count = async (sql: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]!.n;

test(
  'old raw rows are gone, every tick is kept, and minutes that are not over are not sealed',
  longRun('hours of ticks'),
  async () => {
    const raw = await count('market_ticks');
    assert.ok(raw < all.length, `${raw} of ${all.length}`);
    const { rows } = await pool.query<{ first: number; oldest: number }>(
      'select min(sequence) as first, min(published_ms) as oldest from market_ticks',
    );
    assert.ok(rows[0]!.oldest > clock.now() - rawKeptMs - 60_000 - 150_000);
    const sealedTo = (await pool.query<{ last: number }>('select max(last_sequence) as last from market_minutes'))
      .rows[0]!.last;
    assert.ok(sealedTo >= rows[0]!.first - 1);
    const minuteNow = clock.now() - (clock.now() % 60_000);
    assert.equal(sealedTo, all.filter(({ publishedAt }) => publishedAt < minuteNow).length);
    for (const { name, checked, broken } of await checkInvariants(pool, marketInvariants)) {
      assert.equal(broken, 0, name);
      assert.ok(checked > 0, name);
    }
  },
);

test('every question is answered as if all ticks were in memory', async () => {
  const archive = createArchiveReader(pool, notRemembering());
  for (let place = 0; place < all.length; place += 7) {
    const tick = all[place]!;
    for (const at of [tick.publishedAt - 1, tick.publishedAt, tick.publishedAt + 1]) {
      assert.deepEqual(
        await archive.lastTickUpTo('BTC', at),
        all.findLast(({ publishedAt }) => publishedAt <= at),
      );
      const next = all.find(({ sequence, publishedAt }) => sequence > place - 3 && publishedAt >= at);
      assert.deepEqual(await archive.firstTickFrom('BTC', Math.max(0, place - 3), at), next);
    }
  }
  assert.equal(await archive.lastTickUpTo('BTC', start), undefined);
  assert.equal(await archive.lastTickUpTo('ETH', clock.now()), undefined);
  assert.equal(await archive.firstTickFrom('BTC', all.length, 0), undefined);
});

test('the sources of a tick are found beside it, pruned or raw, and nothing else can be put there', async () => {
  const expected = (after: number, last: number) =>
    all.slice(after, last).flatMap(({ sequence }) => {
      const { list } = named(sequence);
      return list === undefined ? [] : [[sequence, list]];
    });
  for (const [after, last] of [
    [0, all.length],
    [3, 4],
    [17, 230],
    [all.length - 20, all.length + 5],
  ] as const) {
    const read = await readTickLists(pool, { coin: 'BTC', afterSequence: after, lastSequence: last });
    assert.deepEqual(read, expected(after, last));
  }
  const last = all.at(-1)!;
  const insert = (inputs: string, sources: string | null) =>
    pool.query(
      `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash, sources)
       values ('BTC', $1, 1, 1, $2, $3, decode(repeat('00', 32), 'hex'), $4)`,
      [last.sequence + 1, last.publishedAt + 1, inputs, sources],
    );
  const { inputs, list } = named(1);
  await assert.rejects(insert(inputs, `${list} kraken:silent`), /market_ticks_sources/);
  await assert.rejects(insert(inputs, null), /market_ticks_sources/);
  await assert.rejects(insert('test', list!), /market_ticks_sources/);
});

test('any run of ticks verifies from hash to hash, across minutes, the pruned and the raw', async () => {
  const archive = createArchiveReader(pool, notRemembering());
  for (const [after, last] of [
    [0, all.length + 5],
    [1, 2],
    [10, 10],
    [37, 190],
    [all.length - 30, all.length],
    [all.length, all.length + 9],
  ] as const) {
    const run = await archive.tickRun({ coin: 'BTC', afterSequence: after, lastSequence: last });
    assert.deepEqual(run.ticks, all.slice(after, last).map(archived));
    assert.deepEqual(verifyTickRun(run), []);
    if (run.ticks.length === 0) assert.equal(run.start_hash, run.end_hash);
  }
  await assert.rejects(
    archive.tickRun({ coin: 'BTC', afterSequence: all.length + 1, lastSequence: all.length + 2 }),
    /no tick/,
  );
});

test('a packed minute unpacks to the same ticks, hashes included', () => {
  const ticks = all.slice(20, 32);
  const packed = packTicks(ticks);
  assert.deepEqual(unpackTicks({ coin: 'BTC', previousHash: all[19]!.hash, ticks: packed }), ticks);
});

test('nobody changes the archive', async () => {
  const last = all.at(-1)!;
  const insert = (sequence: number, publishedMs: number) =>
    pool.query(`insert into market_ticks values ('BTC', $1, 1, 1, $2, 'x', sha256('x'))`, [sequence, publishedMs]);
  for (const table of ['market_ticks', 'market_minutes']) {
    for (const sql of [`update ${table} set coin = 'X'`, `delete from ${table}`, `truncate ${table}`]) {
      await assert.rejects(pool.query(sql), /permission denied/, sql);
      // Ticks go by market_prune, which is the owner's.
      if (sql !== 'delete from market_ticks') await assert.rejects(runAsOwner(database, sql), /append-only/, sql);
    }
  }
  await assert.rejects(insert(last.sequence, clock.now() + 9), /duplicate|gap|back in time/);
  await assert.rejects(insert(last.sequence + 2, clock.now() + 9), /gap/);
  await assert.rejects(insert(last.sequence + 1, last.publishedAt), /back in time/);
  await assert.rejects(
    pool.query(`insert into market_minutes values ('BTC', 60000, 1, 1, 1, 'x', sha256('x'), sha256('y'))`),
    /does not follow/,
  );
});

test('pruning leaves what is not sealed, and the newest tick', async () => {
  const unsealed = await count('market_ticks t where sequence > (select max(last_sequence) from market_minutes)');
  await pool.query(`select market_prune('BTC', $1)`, [clock.now() + 86_400_000]);
  const left = await count('market_ticks');
  assert.equal(left, Math.max(1, unsealed));
  const archive = createArchiveReader(pool, notRemembering());
  const run = await archive.tickRun({ coin: 'BTC', afterSequence: 0, lastSequence: all.length });
  assert.deepEqual(run.ticks, all.map(archived));
  assert.deepEqual(await archive.lastTickUpTo('BTC', clock.now()), all.at(-1));
});

/** As after a long time: everything must come from the database. */
function notRemembering() {
  const memory = createTickMemory();
  return { ...memory, upTo: () => 'unknown' as const, firstFrom: () => 'unknown' as const, between: () => undefined };
}
