// The rule of an option's exit, for every gap in the prices of 0 to 20 s around its expiry and both kinds of terms: the watch that decides
// on real orders, without a database, against the rule as docs/formats.md 5.3 and 5.4 state it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicKeyOf, verifyOptionReceipt } from '@candor/proof';
import { wad, type OptionReceipt, type OptionSide, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import { runs, testSeed } from '../../test/support/seed.ts';
import { createBus } from '../kit/bus.ts';
import { manualClock } from '../kit/clock.ts';
import { startPart, stopPart } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import type { CommandState } from '../ledger/command.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { issueReceipt } from './issue-receipt.ts';
import type { Ending, OptionOrder, OptionsConfig } from './order.ts';
import { settleOptionsOrder } from './settle-order.ts';
import { watchOrders } from './watch-orders.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
const entryMs = startMs + 300;
const expiryMs = entryMs + 30_000;
const secretKey = '07'.repeat(32);
const orderId = '0198f7a0-0000-7000-8000-000000000001' as Uuid;

interface Case {
  /** Of the last tick up to expiry, then. */
  ageMs: number;
  /** Of the first tick after expiry; null: the prices never come back. */
  lateMs: number | null;
  terms: 'old' | 'new';
  side: OptionSide;
  /** Prices of these two ticks; the entry's is 100. */
  prices: readonly [last: string, next: string];
}

/** What the formats say, and nothing of the server's. */
function stated({ ageMs, lateMs, terms, side, prices }: Case) {
  const none = {
    exit: null,
    rule: terms === 'new' ? null : undefined,
    result: 'void',
    reason: 'no-exit-tick',
    paid: '10',
  };
  const isBridged = terms === 'new' && lateMs !== null && lateMs <= 10_000;
  if (ageMs > 3_000 && !isBridged) return none;
  const [price, at, rule] = ageMs <= 3_000 ? ([prices[0], 0 - ageMs, 'last-up-to-expiry'] as const) : ([prices[1], lateMs, 'first-after-expiry'] as const); // oxfmt-ignore
  const result = price === '100' ? 'tie' : (price === '101') === (side === 'up') ? 'win' : 'lose';
  const paid = { win: '18.5', lose: '0', tie: '10' }[result];
  return { exit: { price, at }, rule: terms === 'new' ? rule : undefined, result, reason: null, paid };
}

const config = (terms: Case['terms']): OptionsConfig => ({
  configId: '1',
  version: terms === 'new' ? 2 : 1,
  durationMs: 30_000,
  payoutRate: wad('0.85'),
  minStake: wad('10'),
  maxStake: wad('5000'),
  exitWaitMs: terms === 'new' ? 10_000 : 0,
  isOffered: true,
});

const placed = ({ terms, side }: Case): OptionOrder => ({
  orderId,
  accountId: orderId,
  book: 'real',
  coin: 'BTC',
  side,
  stake: wad('10'),
  profit: wad('8.5'),
  configId: '1',
  configVersion: config(terms).version,
  durationMs: 30_000,
  exitWaitMs: config(terms).exitWaitMs,
  receivedAt: startMs,
  acceptedSequence: 1,
  entry: null,
  expiresAt: null,
  exit: null,
  ending: null,
});

const ticksOf = ({ ageMs, lateMs, prices }: Case) => [
  // The one before the entry, which the order was accepted at.
  { price: '99', publishedAt: startMs - 100 },
  { price: '100', publishedAt: entryMs },
  // Does not decide, as one comes after it.
  { price: '1', publishedAt: expiryMs - 25_000 },
  { price: prices[0], publishedAt: expiryMs - ageMs },
  ...(lateMs === null ? [] : [{ price: prices[1], publishedAt: expiryMs + lateMs }]),
  ...(lateMs === null ? [] : [{ price: '7', publishedAt: expiryMs + lateMs }]),
];

/** What the watch makes of an order with these ticks, and its receipt. */
async function play(one: Case, told: 'as they come' | 'afterwards') {
  const clock = manualClock(expiryMs + 120_000);
  const market = scriptedMarket();
  const bus = createBus();
  const ended = Promise.withResolvers<OptionOrder & { ending: Ending }>();
  bus.on('options.changed', (order) => order.ending && ended.resolve({ ...order, ending: order.ending }));
  const state = { now: clock.now(), row: () => placed(one) } as unknown as CommandState;
  const lanes = {
    async submit({ input }: { input: Parameters<typeof settleOptionsOrder.decide>[0] }) {
      const decision = settleOptionsOrder.decide(input, state);
      assert.ok('events' in decision);
      for (const { name, payload } of decision.events ?? []) bus.emit(name, payload as never);
      return decision.reply;
    },
  } as unknown as Lanes;
  const watch = watchOrders({
    pool: { query: async () => ({ rows: [] }) } as unknown as Pool,
    market,
    lanes,
    clock,
    bus,
  });
  const [first, ...later] = ticksOf(one);
  market.publish('BTC', [first!]);
  if (told === 'afterwards') market.publish('BTC', later);
  await startPart(watch);
  bus.emit('options.placed', placed(one));
  if (told === 'as they come') for (const tick of later) market.publish('BTC', [tick]);
  market.finish(clock.now());
  const order = await ended.promise;
  await stopPart(watch);
  const receipt = await issueReceipt(order, config(one.terms), { market, signingKey: secretKey, clock });
  const archive = await market.tickRun('BTC', 1, 1_000);
  return { receipt, verification: verifyOptionReceipt(receipt, { trustedKey: publicKeyOf(secretKey), archive }) };
}

const decided = (receipt: OptionReceipt) => ({
  exit: receipt.exit && { price: receipt.exit.price, at: receipt.exit.published_ms - expiryMs },
  rule: receipt.version === 1 ? undefined : receipt.exit_rule,
  result: receipt.result,
  reason: receipt.void_reason,
  paid: receipt.paid,
});

const edges = [0, 1, 2_999, 3_000, 3_001, 9_999, 10_000, 10_001, 19_999, 20_000];
const upTo = (most: number, least = 0) =>
  fc.oneof(fc.constantFrom(...edges.filter((ms) => ms >= least)), fc.integer({ min: least, max: most }));
const price = fc.constantFrom('99', '100', '101');
const cases: fc.Arbitrary<Case> = fc.record({
  ageMs: upTo(20_000),
  lateMs: fc.option(upTo(20_000, 1), { freq: 8 }),
  terms: fc.constantFrom('old', 'new'),
  side: fc.constantFrom('up', 'down'),
  prices: fc.tuple(price, price),
});

test('whatever the gap around expiry, an option ends as its terms say, and its receipt shows it', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom('as they come', 'afterwards'), async (one, told) => {
      const { receipt, verification } = await play(one, told);
      const expected = stated(one);
      assert.deepEqual(decided(receipt), expected);
      // Without a tick after the moment that decided nobody sees that none was left out: the receipt then says so.
      assert.equal(verification.verdict, one.lateMs === null ? 'incomplete' : 'verified', JSON.stringify(verification));
      assert.ok(verification.checks.every(({ ok, isNote }) => ok || isNote), JSON.stringify(verification.checks)); // oxfmt-ignore
      seen.add(`${one.terms} ${expected.rule ?? (expected.exit ? 'exit' : 'void')}`);
    }),
    { seed: testSeed, numRuns: runs(400) },
  );
  assert.deepEqual([...seen].toSorted(), ['new first-after-expiry', 'new last-up-to-expiry', 'new void', 'old exit', 'old void']); // oxfmt-ignore
});
