// What is published of the house's results, counted from a journal that is known to the digit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeResults, type ProductKinds } from '../src/house-results/describe-results.ts';
import { countResults, readResults } from '../src/house-results/store.ts';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { products } from '../src/products.ts';
import { cloneDatabase, runAsOwner, type TestDatabase } from './support/database.ts';

let database: TestDatabase;
let pool: Pool;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url, 4);
});
after(async () => {
  await pool.end();
  await database.drop();
});

const kinds: ProductKinds[] = [
  { product: 'options', kinds: ['option-placed', 'option-returned', 'option-won', 'option-lost'] },
  { product: 'contracts', kinds: ['contract-profit', 'contract-loss', 'contract-fee'] },
];
const account = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** A move of some days ago, as the ledger would have written it. */
const move = (daysAgo: number, whose: number, [kind, from, to, amount]: readonly [string, string, string, string], book = 'real') =>
  runAsOwner(
    database,
    `insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice,
       amount, from_after, to_after, at)
     select '${account(whose)}', gen_random_uuid(), 0, '${kind}', gen_random_uuid(), 'USDT', '${book}', f, t, 1, 1, ${amount},
       case when ledger_is_customer(f) then 0 end, case when ledger_is_customer(t) then 0 end,
       ((now() at time zone 'UTC')::date - ${daysAgo} + time '12:00') at time zone 'UTC'
     from (values ('${from}'::ledger_bucket, '${to}'::ledger_bucket)) as moved(f, t)`,
  ); // oxfmt-ignore
const win = (stake: string, profit: string) =>
  [
    ['option-placed', 'available', 'reserved', stake],
    ['option-returned', 'reserved', 'available', stake],
    ['option-won', 'options-reserve', 'available', profit],
  ] as const;
const loss = (stake: string) =>
  [
    ['option-placed', 'available', 'reserved', stake],
    ['option-lost', 'reserved', 'bankroll', stake],
  ] as const;

test('days are counted once when they are over: results, what came back, and who lost', async () => {
  assert.equal((await readResults(pool)).lastDay, null);
  for (const each of win('10', '8.5')) await move(40, 1, each);
  for (const each of loss('30')) await move(3, 1, each);
  for (const each of win('20', '17')) await move(2, 2, each);
  for (const each of loss('1000')) await move(0, 2, each);
  for (const each of loss('500')) await move(3, 3, each, 'bonus');
  await move(3, 2, ['contract-fee', 'margin', 'fees', '0.36']);
  await Promise.all(Array.from({ length: 5 }, () => countResults(pool, kinds)));
  const stored = await readResults(pool);
  const described = describeResults(kinds, stored);
  assert.deepEqual(described.products, [
    {
      product: 'options',
      days_30: { taken: '30', given: '17', result: '13', payout_ratio: '0.74' },
      all: { taken: '30', given: '25.5', result: '4.5', payout_ratio: '0.925' },
      accounts: 2, losing: 1, losing_share: '0.5',
    },
    {
      product: 'contracts',
      days_30: { taken: '0.36', given: '0', result: '0.36', payout_ratio: '0' },
      all: { taken: '0.36', given: '0', result: '0.36', payout_ratio: '0' },
      accounts: 1, losing: 1, losing_share: '1',
    },
  ]); // oxfmt-ignore
  const { rows } = await pool.query<{ days: number; last: string }>(
    `select count(*)::int as days, ((now() at time zone 'UTC')::date - max(day))::text as last from house_result_days`,
  );
  assert.ok(['1', '2'].includes(rows[0]!.last), rows[0]!.last);
  await countResults(pool, kinds);
  assert.deepEqual(await readResults(pool), stored);
});

test('nobody rewrites what was published, and the audit finds a figure that the journal does not have', async () => {
  const own = products.find(({ name }) => name === 'house-results')!.invariants;
  const broken = async () => (await checkInvariants(pool, own)).map((each) => each.broken);
  assert.deepEqual(await broken(), [0]);
  await assert.rejects(pool.query('update house_results set taken = 0'), /permission denied/);
  await assert.rejects(runAsOwner(database, 'delete from house_losers'), /append-only/);
  await pool.query(`insert into house_results select day, 'option-bonus', 'USDT', 0, 1, 0 from house_result_days order by day limit 1`); // oxfmt-ignore
  assert.deepEqual(await broken(), [1]);
});
