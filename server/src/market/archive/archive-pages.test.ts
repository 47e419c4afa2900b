// Pages of the archive as they are asked for: where the next one starts, which are made once, and what is dear is not made twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { genesisHash, hashTick, verifyTickRun } from '@candor/proof';
import { ticksPageMax, wad } from '@candor/wire';
import type { TickRun, Wad } from '@candor/wire';
import { cloneDatabase } from '../../../test/support/database.ts';
import { manualClock } from '../../kit/clock.ts';
import { openConnection, openPool } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { RawJson } from '../../kit/raw-json.ts';
import { createArchivePages } from './archive-pages.ts';
import type { ArchivePages } from './archive-pages.ts';
import type { Market, Tick } from '../market.ts';
import { archived } from './pack-ticks.ts';
import { createArchiveReader } from './read-archive.ts';
import { insertMinute, insertTicks, pruneTicks } from '../store.ts';
import { createTickMemory } from './tick-memory.ts';

const start = Date.UTC(2026, 0, 1, 12);
const aMinute = 600;
const minutes = 10;
const clock = manualClock(start + minutes * 60_000 + 500);
const all: Tick[] = [];
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let pages: ArchivePages;
let queries = 0;
let runs = 0;

/** Ten sealed minutes, and after them five ticks that only memory knows. */
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
  let hash = genesisHash('BTC');
  for (let sequence = 1; sequence <= minutes * aMinute + 5; sequence++) {
    const at = start + (sequence - 1) * 100;
    const tick = {
      sequence,
      price: (wad('90000') + BigInt(sequence % 9)) as Wad,
      sourceAt: at - 30,
      publishedAt: at,
      inputs: 'test',
    };
    hash = hashTick(hash, 'BTC', archived(tick));
    all.push({ coin: 'BTC', ...tick, hash });
  }
  const writer = await openConnection(database.url);
  await insertTicks(writer, { epoch: 0, ticks: all });
  await writer.end();
  for (let minute = 0; minute < minutes; minute++) {
    const ticks = all.slice(minute * aMinute, (minute + 1) * aMinute);
    await insertMinute(pool, { previousHash: all[minute * aMinute - 1]?.hash ?? genesisHash('BTC'), ticks, lists: [] });
  }
  await pruneTicks(pool, 'BTC', clock.now());
  const memory = createTickMemory();
  memory.reset('BTC', all.slice(-5));
  const reader = createArchiveReader(pool, memory);
  const query = pool.query.bind(pool) as (...parts: unknown[]) => unknown;
  pool.query = ((...parts: unknown[]) => (queries++, query(...parts))) as Pool['query'];
  const market = {
    lastTick: () => all.at(-1),
    lastTickUpTo: reader.lastTickUpTo,
    tickRun: (coin: 'BTC', afterSequence: number, lastSequence: number) => {
      runs++;
      return reader.tickRun({ coin, afterSequence, lastSequence });
    },
  } as unknown as Market;
  pages = createArchivePages({ market, pool, clock });
});
after(async () => {
  await pool.end();
  await database.drop();
});

const read = (page: RawJson) => JSON.parse(page.rawJson) as TickRun & { next_after?: number; minutes?: unknown[] };

test('by sequence, page follows page to the last one asked for, or to the newest', async () => {
  for (const last of [undefined, 4_500, all.length + 50]) {
    const seen: TickRun['ticks'] = [];
    let after: number | undefined = 17;
    for (let count = 0; after !== undefined; count++) {
      const page = read(await pages.bySequence('BTC', { after, last }));
      assert.deepEqual(verifyTickRun(page), []);
      assert.ok(page.ticks.length <= ticksPageMax && count < 5);
      seen.push(...page.ticks);
      if (page.next_after !== undefined) assert.equal(page.next_after, page.ticks.at(-1)![0]);
      after = page.next_after;
    }
    assert.deepEqual(seen, all.slice(17, last).map(archived));
  }
});

test('a page that can not change is made once, by however many it is asked for; one that can is made each time', async () => {
  const ask = () => pages.bySequence('BTC', { after: 100, last: 2_100 });
  runs = 0;
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask));
  assert.equal(runs, 1);
  assert.ok(first!.isImmutable && others.every((page) => page === first));
  queries = 0;
  assert.equal(await ask(), first);
  assert.equal(queries, 0);
  assert.ok((await pages.bySequence('BTC', { after: 100, last: undefined })).isImmutable, 'more follow for certain');
  assert.ok((await pages.byTime('BTC', { fromMs: start, toMs: start + 90_000 })).isImmutable);
  for (const page of [
    await pages.bySequence('BTC', { after: 5_500, last: undefined }),
    await pages.bySequence('BTC', { after: 5_500, last: 6_005 }),
    await pages.bySequence('BTC', { after: 5_500, last: 9_999 }),
    await pages.byTime('BTC', { fromMs: start + 500_000, toMs: clock.now() }),
    await pages.byTime('BTC', { fromMs: start + 500_000, toMs: start + minutes * 60_000 }),
  ])
    assert.equal(page.isImmutable, undefined);
  assert.equal((await pages.bySequence('BTC', { after: 5_500, last: 6_000 })).isImmutable, true);
});

test('a minute that was unpacked is not unpacked again for the next page', async () => {
  await pages.bySequence('BTC', { after: 1_000, last: 2_900 });
  queries = 0;
  for (let after = 1_001; after < 1_050; after++) await pages.bySequence('BTC', { after, last: after + 1_900 });
  // What the raw rows are asked for is cheap; no sealed minute is read.
  assert.ok(queries <= 49 * 6, `${queries} statements`);
});

test('of more than can wait, the rest hears busy', async () => {
  const asked = Array.from({ length: 60 }, (_, place) =>
    pages.bySequence('BTC', { after: 2_000 + place, last: 4_000 + place }).then(
      () => 'page',
      (error: { code: string }) => error.code,
    ),
  );
  const answers = await Promise.all(asked);
  assert.equal(answers.filter((answer) => answer === 'page').length, 34);
  assert.equal(answers.filter((answer) => answer === 'busy').length, 26);
});
