// Swaps are free, so a day has a number of them at the smallest value; beyond it the smallest value doubles.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { leastSwapValue, wad, type Uuid } from '@candor/wire';
import { Refusal } from '../src/kit/refuse.ts';
import { uuidOfWords } from '../src/kit/uuid-of.ts';
import { openSwapStage, type SwapStage } from './support/swap-stage.ts';

const startMs = Date.parse('2026-03-01T12:00:00Z');
const dayMs = 86_400_000;
let stage: SwapStage;
before(async () => {
  stage = await openSwapStage({ startMs }, { BTC: '2' });
  tick();
});
after(() => stage.close());

function tick(): void {
  stage.market.publish('BTC', [{ price: '50000', publishedAt: stage.clock.now() }]);
  stage.market.setState('BTC', 'live');
}

/** Makes an account that has placed this many swaps on the current day of the clock. */
async function placedToday(placed: number): Promise<Uuid> {
  const accountId = await stage.ledger.pay('1000');
  const now = stage.clock.now();
  await stage.ledger.pool.query(
    'insert into swap_days (account_id, day_id, begun_at, placed) values ($1, $2, $3, $4)',
    [accountId, uuidOfWords('swaps of a day'), new Date(now - (now % dayMs)), placed],
  );
  return accountId;
}

const quote = (accountId: Uuid, amount: string) => stage.quote({ accountId }, 'USDT', 'BTC', amount);
const swap = async (accountId: Uuid, amount: string) => stage.accept({ accountId }, await quote(accountId, amount));

async function refusalOf(asked: Promise<unknown>) {
  const error: unknown = await asked.then(
    () => assert.fail('it is done'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof Refusal, String(error));
  return [error.code, error.facts];
}

test('the smallest value doubles with each full number of swaps', () => {
  const least = (placed: number) => leastSwapValue(wad('1'), { placed, swaps: 100 });
  assert.deepEqual([0, 99, 100, 199, 200, 1_000].map(least), [1, 1, 2, 2, 4, 1_024].map((value) => wad(String(value)))); // oxfmt-ignore
  assert.equal(least(1_000_000), least(6_400), 'it ends somewhere, where nobody has so much');
});

test('past the number of a day a small swap is refused with what would do and when, and a larger one is taken', async () => {
  const accountId = await placedToday(99);
  const { day } = await quote(accountId, '1');
  assert.deepEqual(day, { placed: 99, swaps: 100, least_value: '1', ends_at: '2026-03-02T00:00:00.000Z' });
  const early = await quote(accountId, '1');
  await swap(accountId, '1');
  const full = { count: '100', coin: 'USDT', min: '2', until: '2026-03-02T00:00:00.000Z' };
  assert.deepEqual(await refusalOf(quote(accountId, '1.99')), ['swap-day-limit', full], 'before the tap');
  assert.deepEqual(
    await refusalOf(stage.accept({ accountId }, early)),
    ['swap-day-limit', full],
    'a quote from before',
  );
  const limit = { from: 'USDT', to: 'BTC', price: '0.0000201' } as const;
  assert.deepEqual(await refusalOf(stage.limit({ accountId }, { ...limit, amount: '1.5' })), ['swap-day-limit', full]);
  const { exchange_id } = await stage.limit({ accountId }, { ...limit, amount: '2' });
  assert.ok(exchange_id);
  assert.equal((await quote(accountId, '2')).day.placed, 101);

  stage.clock.advance(dayMs / 2);
  tick();
  assert.deepEqual((await quote(accountId, '1')).day.placed, 0, 'the next day');
  await swap(accountId, '1');
  assert.equal((await quote(accountId, '1')).day.placed, 1);
});

test('at once no more pass than one after the other', async () => {
  const accountId = await placedToday(95);
  const quotes = await Promise.all(Array.from({ length: 20 }, () => quote(accountId, '1')));
  const outcomes = await Promise.all(
    quotes.map((each) => stage.accept({ accountId }, each).then(() => 'taken', (error: { code?: string }) => error.code)),
  ); // oxfmt-ignore
  assert.equal(outcomes.filter((outcome) => outcome === 'taken').length, 5);
  assert.deepEqual(new Set(outcomes), new Set(['taken', 'swap-day-limit']));
});
