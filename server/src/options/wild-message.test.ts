// A single wild message of the only source never changes the result of a seconds option, whenever it comes and whatever it says. Uses the
// index, ten price checks a second that make ticks, and the rule of options, with a clock of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideOption } from '@candor/proof';
import { formatAmount, optionTiming, wad, type ArchivedTick, type OptionSide, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../test/support/seed.ts';
import { createIndexPrices } from '../market/index/index-price.ts';
import { quoteAt } from '../market/market-fixture.test-support.ts';

const start = Date.UTC(2026, 10, 28);
const receivedMs = 5_000;
const endMs = 60_000;

const placed = {
  option_order_id: 'opt_1',
  account_id: 'acc_1',
  coin: 'BTC',
  stake: '10',
  received_ms: start + receivedMs,
};
const terms = {
  option_config_id: '1',
  config_version: 2,
  duration_ms: 30_000,
  payout_rate: '0.85',
  min: '10',
  max: '5000',
  entry_delay_ms: optionTiming.entryDelayMs,
  entry_window_ms: optionTiming.entryWindowMs,
  exit_age_max_ms: optionTiming.exitAgeMaxMs,
  exit_wait_ms: optionTiming.exitWaitMs,
  tie: 'stake back',
  payout_decimals: 4,
} as const;

interface Wild {
  atMs: number;
  price: string;
  what: 'book' | 'trade';
}

/** Returns the ticks of a minute with an honest book each second and, if given, one wild message. */
function ticksWith(wild: Wild | undefined): { ticks: ArchivedTick[]; refusedMs: number } {
  const index = createIndexPrices([{ name: 'htx', quotes: 'USDT', pairs: new Set(['BTC']) }]);
  const ticks: ArchivedTick[] = [];
  let [last, lastAt, refusedMs]: [Wad | undefined, number, number] = [undefined, 0, 0];
  for (let ms = 0; ms <= endMs; ms += 100) {
    const now = start + ms;
    if (ms % 1_000 === 0) index.update('htx', 'BTC', quoteAt(String(100 + ms / 100_000), now), now);
    if (wild && ms === wild.atMs) {
      const trade = { price: wad(wild.price), amount: wad('1'), at: now };
      index.update('htx', 'BTC', wild.what === 'book' ? quoteAt(wild.price, now) : { prints: [trade] }, now);
    }
    const price = index.priceOf('BTC', now)?.price;
    if (index.isHeld('BTC')) refusedMs += 100;
    if (price === undefined || (price === last && now - lastAt < 850)) continue;
    ticks.push([ticks.length + 1, formatAmount(price), now, now, 'htx']);
    [last, lastAt] = [price, now];
  }
  return { ticks, refusedMs };
}

function resultOf(ticks: readonly ArchivedTick[], side: OptionSide): string {
  const accepted = ticks.filter(([, , , publishedAt]) => publishedAt <= start + receivedMs).at(-1)![0];
  const { result, exit } = decideOption({
    order: { ...placed, side, accepted_sequence: accepted },
    terms,
    ticks: ticks.filter(([sequence]) => sequence > accepted),
  });
  assert.ok(exit, 'it has an exit');
  return result;
}

const honest = ticksWith(undefined).ticks;

test('one wild message decides no option, and no order is taken while it is not confirmed', () => {
  const wild = fc.record({
    // At any time in the life of the order, more often around its expiry.
    atMs: fc.oneof(fc.integer({ min: 60, max: 450 }), fc.integer({ min: 345, max: 365 })).map((tenths) => tenths * 100),
    price: fc.oneof(fc.constantFrom('10000000000', '112', '89', '1'), fc.integer({ min: 112, max: 1e9 }).map(String)),
    what: fc.constantFrom<Wild['what']>('book', 'trade'),
  });
  fc.assert(
    fc.property(wild, fc.constantFrom<OptionSide>('up', 'down'), (one, side) => {
      const { ticks, refusedMs } = ticksWith(one);
      assert.ok(
        ticks.every(([, price]) => parseFloat(price) < 101 && parseFloat(price) > 99),
        JSON.stringify(one),
      );
      assert.equal(resultOf(ticks, side), resultOf(honest, side), JSON.stringify(one));
      const isMinuteStart = one.atMs % 1_000 === 0;
      if (one.what === 'book') assert.equal(refusedMs, isMinuteStart ? 1_000 : 1_000 - (one.atMs % 1_000));
      else assert.equal(refusedMs, 0);
    }),
    { seed: testSeed, numRuns: runs(60) },
  );
});
