import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { cloneDatabase } from '../../test/support/database.ts';
import { openPool } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import { claimKey, pruneClaims } from './claim-key.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
/** Of two processes. */
let pools: [Pool, Pool];
before(async () => {
  database = await cloneDatabase();
  pools = [openPool(database.url), openPool(database.url)];
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

/** As if all claims had been made earlier, or later, by so much. */
const age = (interval: string) =>
  pools[0].query(`update keyless_claims set claimed_at = claimed_at - interval '${interval}'`);

test('of any number at once, in two processes, all get the key of the first', async () => {
  for (let round = 0; round < 20; round++) {
    const asked = { caller: 'ann', digest: randomBytes(32) };
    const keys = await Promise.all(Array.from({ length: 10 }, (_, place) => claimKey(pools[place % 2]!, asked)));
    assert.equal(new Set(keys).size, 1);
  }
});

test('within 2 s of the first it is the same key, later another; repeating does not prolong it', async () => {
  const asked = { caller: 'ben', digest: randomBytes(32) };
  const first = await claimKey(pools[0], asked);
  assert.equal(await claimKey(pools[0], asked), first);
  await age('1 second');
  assert.equal(await claimKey(pools[1], asked), first, '1 s after the first, and a little');
  await age('1 second');
  const second = await claimKey(pools[0], asked);
  assert.notEqual(second, first, '2 s after the first, and 1 s after it was repeated');
  assert.equal(await claimKey(pools[1], asked), second);
  assert.notEqual(await claimKey(pools[1], { ...asked, caller: 'cat' }), second);
  assert.notEqual(await claimKey(pools[1], { ...asked, digest: randomBytes(32) }), second);
});

test('a clock that was set back does not hold a key for longer, and old claims are forgotten', async () => {
  const asked = { caller: 'dan', digest: randomBytes(32) };
  const first = await claimKey(pools[0], asked);
  await age('-10 seconds');
  assert.notEqual(await claimKey(pools[0], asked), first);
  await age('59 seconds');
  await pruneClaims(pools[0]);
  const left = async () => (await pools[0].query<{ n: number }>('select count(*) as n from keyless_claims')).rows[0]!.n;
  assert.ok((await left()) > 0);
  await age('20 seconds');
  await pruneClaims(pools[0]);
  assert.equal(await left(), 0);
});
