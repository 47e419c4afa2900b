// What a bucket is stands in the schema, in wire/ and in buckets.ts: all of them must say the same of each.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customerBuckets, houseMoneyIn, promisedOutOf, type Uuid } from '@candor/wire';
import { openTestLedger, type TestLedger } from '../../test/support/money.ts';
import { fundedBuckets, houseBuckets, mayOwe, promisedFrom, type Bucket } from './buckets.ts';

let ledger: TestLedger;
before(async () => (ledger = await openTestLedger()));
after(() => ledger.close());

test('the schema knows the same buckets, the same as customers, and the same that may owe', async () => {
  const { rows } = await ledger.serverPool.query<{ bucket: Bucket; isCustomer: boolean; mayOwe: boolean }>(
    `select bucket, ledger_is_customer(bucket) as "isCustomer", ledger_may_owe(bucket) as "mayOwe"
     from unnest(enum_range(null::ledger_bucket)) as bucket`,
  );
  const those = (is: (row: (typeof rows)[number]) => boolean): Bucket[] =>
    rows.filter(is).map(({ bucket }) => bucket).sort(); // oxfmt-ignore
  assert.deepEqual(those(({ isCustomer }) => isCustomer), [...customerBuckets].sort()); // oxfmt-ignore
  assert.deepEqual(those(({ isCustomer }) => !isCustomer), [...houseBuckets].sort()); // oxfmt-ignore
  assert.deepEqual(those((row) => row.mayOwe), [...mayOwe].sort()); // oxfmt-ignore
});

test('the owner can be asked to pay into each account that products promise from', () => {
  assert.deepEqual(houseMoneyIn.body.shape.bucket.unwrap().options.toSorted(), fundedBuckets.toSorted());
});

test('operators see what is set aside of the bankroll by every product that does it', () => {
  assert.deepEqual(promisedOutOf, promisedFrom);
});

/** As somebody with the database's password could. */
const post = (accountId: Uuid, move: { coin: string; from: Bucket; to: Bucket; fromAfter: number | null }) =>
  ledger.serverPool.query(
    `select ledger_post('{test-money}', array[$2::text], '{real}', array[$3::ledger_bucket], array[$4::ledger_bucket], '{0}', '{0}',
       '{null}', '{null}', '{null}', '{1}', array[$1::uuid], array[gen_random_uuid()], '{0}', array[$1::uuid], '{1}',
       array[$5::numeric], '{1}', '{null}', now(),
       array(select version from ledger_balances where account_id = $1 and coin = $2))`,
    [accountId, move.coin, move.from, move.to, move.fromAfter],
  );

test('each customer bucket is a column, and what is posted to it lands there and nowhere else', async () => {
  for (const bucket of customerBuckets) {
    const accountId = await ledger.pay('1');
    if (bucket !== 'available') await post(accountId, { coin: 'USDT', from: 'available', to: bucket, fromAfter: 0 });
    const { rows } = await ledger.serverPool.query(
      `select name, value::numeric = 1 as "isHere" from ledger_balances as b, jsonb_each_text(to_jsonb(b)) as c (name, value)
       where account_id = $1 and name not in ('account_id', 'coin', 'book', 'version') order by name`,
      [accountId],
    );
    assert.deepEqual(rows, [...customerBuckets].sort().map((name) => ({ name, isHere: name === bucket }))); // oxfmt-ignore
  }
});

test('an account of the house goes below zero if it may owe, and no other does, whoever posts', async () => {
  for (const bucket of houseBuckets) {
    const accountId = await ledger.pay('1', { coin: 'BTC' });
    const coin = 'ETH';
    await ledger.serverPool.query(
      `select ledger_open_balances(array[$1::uuid], '{ETH}', '{real}'), ledger_open_house(array[$2::ledger_bucket], '{ETH}', '{real}', '{0}')`,
      [accountId, bucket],
    );
    const posted = post(accountId, { coin, from: bucket, to: 'available', fromAfter: null });
    if (mayOwe.has(bucket)) await posted;
    else await assert.rejects(posted, { constraint: 'house_cannot_owe' }, bucket);
  }
});
