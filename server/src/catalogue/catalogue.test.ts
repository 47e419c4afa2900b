// The listing's refresh against a server of our own: asked for our coins, its answer stored, its nonsense refused.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { coinCodes, getCoinIntroduction, wad } from '@candor/wire';
import { cloneDatabase } from '../../test/support/database.ts';
import { manualClock } from '../kit/clock.ts';
import type { WebPart } from '../kit/product.ts';
import { log } from '../kit/log.ts';
import { startPart, stopPart } from '../kit/part.ts';
import { openPool } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import { until } from '../kit/until.test-support.ts';
import { catalogueWeb } from './catalogue.ts';
import { readListing } from './read-listing.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
const asked: URL[] = [];
let answer: { status: number; body: string } = { status: 200, body: '[]' };
const listing = createServer((request, reply) => {
  asked.push(new URL(request.url!, 'http://listing'));
  reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
before(async () => {
  log.setLevel('silent');
  database = await cloneDatabase();
  pool = openPool(database.url, 2);
  await new Promise<void>((resolve) => listing.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await pool.end();
  await database.drop();
  listing.close();
});

const clock = manualClock(Date.UTC(2026, 10, 20, 12));
const open = (listingUrl: string | undefined): WebPart =>
  catalogueWeb({
    pool,
    clock,
    market: { lastTick: () => undefined },
    listingUrl,
    pace: { everyMs: 20, retryMs: 20 },
  });
const addressOfListing = (): string =>
  `http://127.0.0.1:${(listing.address() as AddressInfo).port}/coins?vs_currency=usd`;
const introductionOf = async (feature: WebPart, coin: string) =>
  getCoinIntroduction.reply.parse(
    await feature.calls.find(({ call }) => call === getCoinIntroduction)!.handle({ coin }, undefined as never),
  );

test('nobody is asked unless an address is configured', async () => {
  const feature = open(undefined);
  await startPart(feature);
  await stopPart(feature);
  assert.deepEqual([feature.jobs, asked.length], [[], 0]);
  assert.equal((await introductionOf(feature, 'btc')).supplies.as_of, '2023-11-16');
});

test('it asks for our coins, stores the answer, and a restart without the listing still has it', async () => {
  answer = {
    status: 200,
    body: '[{"id":"bitcoin","market_cap_rank":1,"circulating_supply":1.9953125123456789E7,"total_supply":19953125,"max_supply":21000000}]',
  };
  const feature = open(addressOfListing());
  await startPart(feature);
  await until('the listing is stored', async () => (await introductionOf(feature, 'BTC')).rank?.among === 'all');
  await stopPart(feature);
  const ids = asked.at(-1)!.searchParams.get('ids')!.split(',');
  assert.equal(ids.length, coinCodes.length);
  assert.equal(asked.at(-1)!.searchParams.get('vs_currency'), 'usd', 'what the address asks for is kept');

  const later = open(undefined);
  await startPart(later);
  const { supplies, rank } = await introductionOf(later, 'BTC');
  await stopPart(later);
  assert.deepEqual(supplies, { circulating: '19953125.123456789', total: '19953125', max: '21000000', has_max: true, as_of: '2026-11-20' }); // oxfmt-ignore
  assert.equal(rank?.place, 1);
});

for (const [what, wrong] of [
  ['an error', { status: 500, body: '[]' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['no list', { status: 200, body: '{"error":"limit"}' }],
  ['none of our coins', { status: 200, body: '[{"id":"other"}]' }],
] as const) {
  test(`${what} changes nothing, and it asks again`, async () => {
    answer = wrong;
    const feature = open(addressOfListing());
    await startPart(feature);
    const before = asked.length;
    await until('it asked again', () => asked.length >= before + 2);
    assert.equal((await introductionOf(feature, 'BTC')).supplies.total, '19953125');
    await stopPart(feature);
  });
}

test('no row of a listing can bring a figure that makes no sense', () => {
  const value = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.boolean());
  const row = fc.record({ id: fc.constantFrom('bitcoin', 'ripple', 'x'), market_cap_rank: value, circulating_supply: value, total_supply: value, max_supply: value }); // oxfmt-ignore
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      for (const { rank, circulating, total, max } of readListing(JSON.stringify(rows))) {
        assert.ok(rank === null || (Number.isSafeInteger(rank) && rank > 0));
        for (const supply of [circulating, total, max]) assert.ok(supply === null || supply > 0n);
        assert.ok(circulating === null || max === null || circulating <= max);
      }
    }),
  );
  assert.equal(readListing('[{"id":"bitcoin","circulating_supply":22000000,"max_supply":21000000}]')[0]!.circulating, null); // oxfmt-ignore
  assert.equal(readListing('[{"id":"bitcoin","max_supply":21000000}]')[0]!.max, wad('21000000'));
});
