// Large reads finish under the time limits of requests. The limit is lowered so far that a single query could never read everything.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import pg from 'pg';
import { countLosses, readLosses } from '../src/conduct/store.ts';
import type { ProductKinds } from '../src/house-results/describe-results.ts';
import { countLosers, sumBetween } from '../src/house-results/count-span.ts';
import { countResults, readResults, readSwapSums } from '../src/house-results/store.ts';
import { systemClock } from '../src/kit/clock.ts';
import { openPool, openReadConnection, type Pool } from '../src/kit/postgres.ts';
import { createSealing } from '../src/kit/sealing.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openReads } from '../src/kit/watched-reads.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { exportsJob, type MakeOptions } from '../src/own-data/make-export.ts';
import { readLatestExport } from '../src/own-data/store.ts';
import { products } from '../src/products.ts';
import { cloneDatabase, type TestDatabase } from './support/database.ts';
import { longRun } from './support/long-run.ts';

const reason = longRun('a journal of half a million moves');
const moves = 500_000;
/** Not divisible by the number of kinds, so that each account has moves of all kinds. */
const accounts = 5_003;
const days = 420;
const dayMs = 24 * 3_600_000;
const kinds: ProductKinds[] = [
  { product: 'options', kinds: ['option-won', 'option-lost'] },
  { product: 'contracts', kinds: ['contract-profit', 'contract-loss', 'contract-fee'] },
];

let database: TestDatabase;
let admin: pg.Client;
let limited: Pool;
let limitMs = 0;
before(async () => {
  if (reason.skip) return;
  database = await cloneDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await fillJournal();
  // One fifth of the time of a full-year query, like the limit of 30 s for ten times the rows on a slow disk.
  const from = performance.now();
  await admin.query('select * from house_results_between(current_date - 366, current_date)');
  limitMs = Math.max(20, Math.round((performance.now() - from) / 5));
  limited = openPool(database.url, 4);
  (limited as unknown as pg.Pool).on('connect', (client) => void client.query(`set statement_timeout = ${limitMs}`));
});
after(async () => {
  if (reason.skip) return;
  await limited.end();
  await admin.end();
  await database.drop();
});

/** Inserts options and contracts of many accounts in order of time, as superuser, without lanes and triggers. */
async function fillJournal(): Promise<void> {
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice,
       amount, from_after, to_after, at)
     select md5('account ' || line % $2)::uuid, md5('entry ' || line)::uuid, 0, kind, md5('order ' || line)::uuid, 'USDT', 'real',
       (case when is_gain then 'bankroll' else 'available' end)::ledger_bucket, (case when is_gain then 'available' else 'bankroll' end)::ledger_bucket,
       0, 0, 1 + line % 7, case when not is_gain then 0 end, case when is_gain then 0 end,
       ((now() at time zone 'UTC')::date - $3::int) at time zone 'UTC' + line * ($3::int * interval '1 day' / $1::int)
     from (select line, (array['option-won', 'option-lost', 'contract-profit', 'contract-loss', 'contract-fee'])[1 + line % 5] as kind,
             line % 5 in (0, 2) as is_gain
           from generate_series(0::bigint, $1::bigint - 1) as line) as lines`,
    [moves, accounts, days],
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze ledger_moves');
}

const isCancelled = { code: '57014' };

test(
  'results of the house and losing accounts are counted under a limit that cancels the same in one statement',
  reason,
  async (context) => {
    const whole = 'select * from house_results_between(current_date - 366, current_date)';
    await assert.rejects(limited.query(whole), isCancelled);
    const startedAt = performance.now();
    await countResults(limited, kinds);
    const took = performance.now() - startedAt;
    context.diagnostic(
      `limit ${limitMs} ms; ${days} days and a year of losers of ${moves} moves: ${Math.round(took)} ms`,
    );
    const { firstDay, lastDay, sums, losers } = await readResults(limited);
    assert.equal((Date.parse(lastDay!) - Date.parse(firstDay!)) / dayMs, days - 1);
    const { rows } = await admin.query<{ kind: string; taken: string; given: string }>(
      `select kind, sum(taken)::text as taken, sum(given)::text as given from house_results_between($1, $2) group by kind order by kind`,
      [firstDay, lastDay],
    );
    const total = (kind: string, side: 'taken' | 'given') =>
      sums.filter((row) => row.kind === kind).reduce((sum, row) => sum + row[side], 0n);
    for (const { kind, taken, given } of rows)
      assert.deepEqual(
        [total(kind, 'taken'), total(kind, 'given')],
        [taken, given].map((text) => BigInt(text.replace('.', ''))),
        kind,
      );
    assert.equal(rows.length, 5);
    const expected = await admin.query<{ product: string; accounts: number; losing: number }>(
      `select product, count(*)::int as accounts, count(*) filter (where net < 0)::int as losing from (
       select case when kind like 'option%' then 'options' else 'contracts' end as product, account_id,
         sum(case when to_bucket = 'available' then amount else -amount end) as net
       from ledger_moves where at >= ($1::date + 1 - interval '12 months') at time zone 'UTC' and at < ($1::date + 1)::timestamp at time zone 'UTC'
       group by 1, 2) as nets group by product order by product`,
      [lastDay],
    );
    assert.deepEqual(
      losers.toSorted((one, other) => one.product.localeCompare(other.product)),
      expected.rows,
    );
    assert.ok(expected.rows[0]!.accounts === accounts && expected.rows[0]!.losing > 0);
    const own = products.find(({ name }) => name === 'house-results')!.invariants;
    const owner = openPool(database.adminUrl, 1);
    assert.deepEqual(
      (await checkInvariants(owner, own)).map(({ broken }) => broken),
      [0],
    );
    await owner.end();
    await readSwapSums(limited);
  },
);

test(
  'the warning’s figures are counted under the same limit, and a connection that ends in between costs one span',
  reason,
  async (context) => {
    const until = Date.now();
    const ending = setInterval(
      () =>
        void admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'candor_app' and state = 'active'`,
        ),
      150,
    );
    const startedAt = performance.now();
    try {
      await countLosses(limited, until);
    } finally {
      clearInterval(ending);
    }
    context.diagnostic(
      `a year of ${moves} moves: ${Math.round(performance.now() - startedAt)} ms, while connections ended`,
    );
    const found = await readLosses(limited);
    const { rows } = await admin.query<{ accounts: number; losing: number }>(
      `select count(*)::int as accounts, count(*) filter (where net < 0)::int as losing from (
       select sum(case when kind = 'contract-profit' then amount else -amount end) as net from ledger_moves
       where kind like 'contract%' and at > $1::timestamptz - interval '12 months' and at <= $1 group by account_id) as nets`,
      [new Date(until)],
    );
    assert.deepEqual({ accounts: found!.accounts, losing: found!.losing }, rows[0]);
  },
);

test('a span of the journal is found by its index, and not by reading all of it', reason, async (context) => {
  const from = Date.now() - 200 * dayMs;
  const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select kind, sum(amount) from ledger_moves where at >= to_timestamp(${from / 1000}) and at < to_timestamp(${(from + 3_600_000) / 1000}) group by kind`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /ledger_moves_by_time/);
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    context.diagnostic(
      `${name}: ${Math.round((performance.now() - startedAt) * (1_000_000 / moves))} ms a million moves`,
    );
  };
  const pool = openPool(database.url, 1);
  const all = { from: Date.now() - (days + 1) * dayMs, to: Date.now() };
  await timed('sums of the house', () => sumBetween(pool, all));
  await timed('losing accounts', () => countLosers(pool, kinds, all));
  await pool.end();
});

test(
  'a copy of an account is made although its rows take longer than a request may, and a stop ends its connection',
  reason,
  async () => {
    const [accountId, exportId] = [randomUUID() as Uuid, randomUUID() as Uuid];
    await admin.query('set session_replication_role = replica');
    await admin.query(
      `insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice, amount, to_after, at)
     select $1, gen_random_uuid(), 0, 'option-won', gen_random_uuid(), 'USDT', 'real', 'bankroll', 'available', 0, 0, 1, line, now()
     from generate_series(1, 1000) as line`,
      [accountId],
    );
    const ask = (id: string) =>
      admin.query('insert into data_exports (export_id, account_id, requested_at) values ($1, $2, now())', [
        id,
        accountId,
      ]);
    await ask(exportId);
    await admin.query('set session_replication_role = origin');
    // Half a second for a few hundred rows, as on a disk with a seek for each row.
    const slow = `kind || case when pg_sleep(0.002)::text = 'x' then 'x' else '' end`;
    const pool = openPool(database.url, 2);
    (pool as unknown as pg.Pool).on('connect', (client) => void client.query('set statement_timeout = 400'));
    const rows = `select ${slow} from ledger_moves where account_id = '${accountId}' limit 500`;
    await assert.rejects(pool.query(rows), isCancelled);
    const job = () =>
      exportsJob({
        pool,
        openRead: (name) => openReadConnection(database.url, { name }),
        clock: systemClock,
        hub: { notify: () => undefined },
        mail: { send: () => Promise.resolve() } as unknown as MakeOptions['mail'],
        sealing: createSealing({ pepper: Buffer.alloc(32, 1), olderPeppers: [] }, 'data-exports'),
        held: () => [],
        orderKinds: () => [{ table: 'ledger_moves', heldAs: { kind: slow } }] as never,
        addressOf: async () => ({ email: null, language: 'en' }),
      });
    const stopped = job();
    stopped.start();
    stopped.wake();
    await until('it reads', () => openReads().includes('data-export'));
    await stopped.stop();
    assert.deepEqual(openReads(), []);
    assert.equal((await readLatestExport(pool, accountId))!.readyAt, null);
    await admin.query('update data_exports set begun_at = null');
    const making = job();
    making.start();
    making.wake();
    await until('it is made', async () => (await readLatestExport(pool, accountId))!.readyAt !== null);
    await making.stop();
    const made = (await readLatestExport(pool, accountId))!;
    assert.ok(made.bytes! > 30_000 && made.parts! >= 1);
    assert.deepEqual(openReads(), []);
    await pool.end();
  },
);
