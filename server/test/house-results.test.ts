// What is published of the house's results, counted from a journal that is known to the digit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { wad } from '@candor/wire';
import { countOnce } from '../src/house-results/count-once.ts';
import { describeResults, type ProductKinds } from '../src/house-results/describe-results.ts';
import { countResults, readResults, readSwapSums } from '../src/house-results/store.ts';
import { describeSwapResult } from '../src/house-results/swap-result.ts';
import { manualClock } from '../src/kit/clock.ts';
import { log } from '../src/kit/log.ts';
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
  { product: 'swap', kinds: ['swap-at-index'] },
];
const account = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** A move of some days ago, as the ledger would have written it. */
const move = (daysAgo: number, whose: number, [kind, from, to, amount]: readonly [string, string, string, string], book = 'real', coin = 'USDT') =>
  runAsOwner(
    database,
    `insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice,
       amount, from_after, to_after, at)
     select '${account(whose)}', gen_random_uuid(), 0, '${kind}', gen_random_uuid(), '${coin}', '${book}', f, t, 1, 1, ${amount},
       case when ledger_is_customer(f) then 0 end, case when ledger_is_customer(t) then 0 end,
       ((now() at time zone 'UTC')::date - ${daysAgo} + time '12:00') at time zone 'UTC'
     from (values ('${from}'::ledger_bucket, '${to}'::ledger_bucket)) as moved(f, t)`,
  ); // oxfmt-ignore
/** Ended some days ago at a price of 50000: USDT for BTC, as both stand in the journal. */
async function swap(daysAgo: number, given: string, received: string, book = 'real'): Promise<void> {
  await runAsOwner(
    database,
    `insert into swap_orders (account_id, order_id, book, kind, from_coin, to_coin, from_amount, to_amount, promised, rate, quoted_from,
       quoted_to, received_at, accepted_from, accepted_to, expires_at, to_tick_sequence, to_tick_price, to_tick_at, result, given, received, settled_at)
     select '${account(4)}', gen_random_uuid(), '${book}', 'quote', 'USDT', 'BTC', ${given}, ${received}, ${received}, 0.00002, 1, 50000,
       at, 0, 1, at, 2, 50000, at, 'filled', ${given}, ${received}, at
     from (select ((now() at time zone 'UTC')::date - ${daysAgo} + time '12:00') at time zone 'UTC' as at) as ended`,
  );
  await move(daysAgo, 4, ['swap-given', 'reserved', 'bankroll', given], book);
  await move(daysAgo, 4, ['swap-received', 'swaps-reserve', 'available', received], book, 'BTC');
}
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
  await swap(40, '200', '0.004');
  await swap(2, '100', '0.0019999');
  await swap(2, '70', '0.001', 'bonus');
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
    {
      product: 'swap',
      days_30: { taken: '100', given: '99.995', result: '0.005', payout_ratio: '0.9999' },
      all: { taken: '300', given: '299.995', result: '0.005', payout_ratio: '0.9999' },
      accounts: 0, losing: 0, losing_share: null,
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

test('of swaps operators see the coins that came and went, today’s too, and what they are worth since', async () => {
  await swap(0, '50', '0.001');
  const sums = await readSwapSums(pool);
  const at = (price: string) => describeSwapResult(sums, (coin) => wad(coin === 'USDT' ? '1' : price));
  // 350 USDT came in and 0.0069999 BTC went out, which was worth 349.995 when it did.
  assert.deepEqual(at('50000').coins, [
    { coin: 'BTC', taken: '0', given: '0.0069999', net: '-0.0069999', price: '50000', value: '-349.995' },
    { coin: 'USDT', taken: '350', given: '0', net: '350', price: '1', value: '350' },
  ]);
  const { at_fill: filled, since, result } = at('50000');
  assert.deepEqual([filled, since, result], [{ taken: '350', given: '349.995', result: '0.005' }, '0', '0.005']);
  assert.deepEqual(
    [at('60000').since, at('60000').result],
    ['-69.999', '-69.994'],
    'the coin rose after it was given away',
  );
  assert.deepEqual([at('40000').since, at('40000').result], ['69.999', '70.004']);
  const unknown = describeSwapResult(sums, (coin) => (coin === 'USDT' ? wad('1') : undefined));
  assert.deepEqual([unknown.at_fill.result, unknown.since, unknown.result], ['0.005', null, null]);
});

test('a figure of a minute ago is shown while it is counted anew, one of a night ago is not, and a count that fails is said', async (context) => {
  const clock = manualClock(0);
  const warned = context.mock.method(log, 'warn', () => undefined);
  let [counts, fails] = [0, false];
  const ask = countOnce(async () => {
    if (fails) throw new Error('no journal');
    return ++counts;
  }, clock);
  const value = async (): Promise<number> => (await ask()).value;
  assert.deepEqual([await value(), await value()], [1, 1]);
  clock.advance(61_000);
  assert.deepEqual([await value(), await value()], [1, 2]);
  clock.advance(8 * 3_600_000);
  assert.deepEqual(await Promise.all([value(), value()]), [3, 3], 'counted once for both who wait');
  fails = true;
  clock.advance(61_000);
  assert.equal(await value(), 3);
  await new Promise(setImmediate);
  assert.deepEqual(warned.mock.calls.map(({ arguments: said }) => said), [['a figure was not counted anew', { error: 'no journal' }]]); // oxfmt-ignore
  clock.advance(300_000);
  await assert.rejects(value(), /no journal/, 'what is too old is not shown as that of today');
});
