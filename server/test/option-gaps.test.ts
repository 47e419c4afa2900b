// Gaps in the prices at an option's end: nobody is paid by one, no tick is taken for another, and what was agreed before stays.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyOptionReceipt } from '@candor/proof';
import { wad, wireId } from '@candor/wire';
import type { OptionOrderMessage, OptionReceipt, Uuid } from '@candor/wire';
import fc from 'fast-check';
import { until } from '../src/kit/until.test-support.ts';
import { openConfigs } from '../src/options/configs.ts';
import type { OptionGaps } from '../src/options/count-gaps.ts';
import type { OptionOrder } from '../src/options/order.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { runAsOwner } from './support/database.ts';
import { openOptionsStage, refusedWith } from './support/options-stage.ts';
import type { OptionsStage, Placed } from './support/options-stage.ts';
import { runs } from './support/seed.ts';

const minuteMs = 60_000;
/** After receipt, with an entry at 300 ms. */
const expiryMs = 30_300;
type At = readonly [afterMs: number, price: string];

let stage: OptionsStage;
let account: Uuid;
/** When the order of a test is received. */
let now: number;
before(async () => {
  stage = await openOptionsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
});
beforeEach(next);
after(() => stage.close());

/** On a server of its own: timers of the last one were set by a clock that has been moved on since. */
async function next(): Promise<void> {
  await stage.stop();
  await stage.start();
  account = await stage.ledger.pay('100');
  now = stage.clock.now() + 5 * minuteMs;
  stage.clock.set(now);
  stage.market.publish('BTC', [{ price: '60000', publishedAt: now - 100 }]);
}

/** Placed when the clock already stands at its expiry or later: what a moment makes due is done at once, and only ticks decide. */
function place(side: 'up' | 'down' = 'up', clockAfterMs = expiryMs): Promise<OptionOrderMessage> {
  stage.clock.set(now + clockAfterMs);
  return stage.place({ accountId: account, side, receivedAt: now });
}

const play = (ticks: readonly At[]): void =>
  void stage.market.publish('BTC', ticks.map(([afterMs, price]) => ({ price, publishedAt: now + afterMs }))); // oxfmt-ignore

/** The clock goes on to this moment, and no tick up to it can come any more. */
function passTo(afterMs: number): void {
  stage.clock.set(now + afterMs);
  stage.market.finish(now + afterMs);
}

/** The result, and how long after receipt the exit was published. */
const endOf = ({ ending, exit, receivedAt }: OptionOrder): unknown[] =>
  [ending!.voidReason ?? ending!.result, exit && exit.publishedAt - receivedAt]; // oxfmt-ignore

async function receiptOf({ option_order_id }: Placed): Promise<OptionReceipt> {
  const receipt = await stage.receipt(account, option_order_id);
  const { verdict, checks } = verifyOptionReceipt(receipt, {
    trustedKey: stage.publicKey,
    archive: await stage.market.tickRun('BTC', receipt.order.accepted_sequence, 1_000_000),
  });
  assert.equal(verdict, 'verified', JSON.stringify(checks.filter((each) => !each.ok || each.isNote)));
  return receipt;
}

const isOpen = async (): Promise<boolean> => (await stage.list(account, 1)).length === 1;

/** Ends with these ticks, played after the time is over, and verifies. */
async function playOut(side: 'up' | 'down', ticks: readonly At[]): Promise<unknown[]> {
  const order = await place(side, 2 * minuteMs);
  play([...ticks, [2 * minuteMs, '1']]);
  const ended = await stage.ended(order);
  await receiptOf(order);
  return endOf(ended);
}

test('ticks that stop from 4 s before expiry to 5 s after it change nothing: the loser loses, the winner wins', async () => {
  // Up was ahead before the gap and is behind after it.
  const gap: At[] = [[300, '60000'], [26_299, '60001'], [35_300, '59990'], [35_400, '60100']]; // oxfmt-ignore
  assert.deepEqual(await playOut('up', gap), ['lose', 35_300]);
  assert.equal(await stage.ledger.available(account), '90');
  await next();
  assert.deepEqual(await playOut('down', gap), ['win', 35_300]);
  assert.equal(await stage.ledger.available(account), '108.5');
  await stage.ledger.audit();
});

test('a tick of 3,000 ms before expiry is the exit, of 3,001 ms it is not', async () => {
  assert.deepEqual(await playOut('down', [[300, '3'], [27_300, '2'], [30_301, '9']]), ['win', 27_300]); // oxfmt-ignore
  await next();
  assert.deepEqual(await playOut('down', [[300, '3'], [27_299, '2'], [30_301, '9']]), ['lose', 30_301]); // oxfmt-ignore
});

test('a tick 10,000 ms after expiry is the exit, 10,001 ms after it the order is void', async () => {
  assert.deepEqual(await playOut('up', [[300, '3'], [40_300, '4'], [40_300, '1']]), ['win', 40_300]); // oxfmt-ignore
  await next();
  assert.deepEqual(await playOut('up', [[300, '3'], [40_301, '4']]), ['no-exit-tick', null]); // oxfmt-ignore
  assert.equal(await stage.ledger.available(account), '100');
});

test('however long a gap up to 10 s is, it ends an order as the next price would', async () => {
  const price = fc.constantFrom('59999', '60000', '60001');
  const gap = {
    before: price,
    fromMs: fc.integer({ min: 400, max: 27_299 }),
    lateMs: fc.integer({ min: 1, max: 10_000 }),
  };
  await fc.assert(
    fc.asyncProperty(fc.record({ ...gap, after: price }), fc.constantFrom('up', 'down'), async (gap, side) => {
      await next();
      const found = await playOut(side, [[300, '60000'], [gap.fromMs, gap.before], [expiryMs + gap.lateMs, gap.after]]); // oxfmt-ignore
      const isTie = gap.after === '60000';
      const isWon = gap.after > '60000' === (side === 'up');
      assert.deepEqual(found, [isTie ? 'tie' : isWon ? 'win' : 'lose', expiryMs + gap.lateMs]);
    }),
    { numRuns: runs(40) },
  );
  await stage.ledger.audit();
});

test('an expired order waits for the next tick, and ends by it at once', async () => {
  const order = await place();
  play([[300, '60000'], [20_000, '60001']]); // oxfmt-ignore
  passTo(expiryMs);
  await pause(30);
  passTo(40_000);
  await pause(30);
  assert.ok(await isOpen());
  assert.equal(await refusedWith(stage.receipt(account, order.option_order_id)), 'not-settled');
  stage.clock.set(now + 40_001);
  play([[40_001, '60002']]);
  assert.deepEqual(endOf(await stage.ended(order)), ['win', 40_001]);
  const receipt = await receiptOf(order);
  assert.deepEqual(
    [receipt.version, receipt.version === 2 && receipt.exit_rule, receipt.formula],
    [2, 'first-after-expiry', 'exit by the first tick after expiry 60002 > entry 60000 → up wins; paid = 10 + 10 × 0.85 = 18.5 (4 decimals, down)'], // oxfmt-ignore
  );
  // The exit itself shows that no tick lies between expiry and it.
  assert.equal(receipt.archive.ticks.at(-1)![0], receipt.exit!.sequence);
});

test('it is void only when no tick of the 10 s after expiry can come any more', async () => {
  const order = await place('up', minuteMs);
  play([[300, '60000']]);
  // Time is over, yet a flush that was given its time before may still be on its way to the archive.
  stage.market.finish(now + expiryMs + 9_999);
  await pause(30);
  assert.ok(await isOpen());
  play([[expiryMs + 10_000, '59999']]);
  stage.market.finish(now + 50_000);
  assert.deepEqual(endOf(await stage.ended(order)), ['lose', expiryMs + 10_000]);
  await receiptOf(order);
});

test('after a restart in the gap it ends by the same tick, also where memory ends', async () => {
  for (const [lateMs, expected] of [
    [2_000, ['lose', expiryMs + 2_000]],
    [10_001, ['no-exit-tick', null]],
  ] as const) {
    const order = await place();
    play([[300, '60000'], [20_000, '60001']]); // oxfmt-ignore
    passTo(expiryMs);
    await pause(30);
    await stage.stop();
    stage.clock.set(now + minuteMs);
    play([[expiryMs + lateMs, '59999'], [45_000, '60009'], [minuteMs, '60009']]); // oxfmt-ignore
    stage.market.forgetBefore(now + 50_000);
    await stage.start();
    assert.deepEqual(endOf(await stage.ended(order)), expected);
    stage.market.forgetBefore(0);
    await receiptOf(order);
    await next();
  }
});

test('a restart before the next tick waits for it again', async () => {
  const order = await place();
  play([[300, '60000']]);
  passTo(expiryMs + 1_000);
  await stage.stop();
  await stage.start();
  passTo(expiryMs + 3_000);
  await pause(30);
  assert.ok(await isOpen());
  play([[expiryMs + 3_500, '60001']]);
  assert.deepEqual(endOf(await stage.ended(order)), ['win', expiryMs + 3_500]);
});

test('ticks that another process published count, though this one was not told of them', async () => {
  const order = await place('down');
  stage.market.publishElsewhere('BTC', [{ price: '60000', publishedAt: now + 300 }]);
  play([[400, '61000']]);
  await until('an entry', async () => (await stage.list(account, 1))[0]?.entry?.price === '60000');
  passTo(expiryMs);
  await pause(30);
  stage.clock.set(now + 33_000);
  stage.market.publishElsewhere('BTC', [{ price: '59000', publishedAt: now + 32_000 }]);
  play([[33_000, '62000']]);
  const ended = await stage.ended(order);
  assert.deepEqual([ended.entry!.publishedAt - now, ...endOf(ended)], [300, 'win', 32_000]);
});

test('an order that was placed under terms without the next tick keeps them: void, and a receipt of version 1', async () => {
  const configs = openConfigs(stage.ledger.pool);
  await configs.load();
  const config = { ...(await configs.agreed({ configId: '1', configVersion: 1 })), isOffered: true };
  assert.equal(config.exitWaitMs, 0);
  const { sequence } = stage.market.lastTick('BTC')!;
  stage.clock.set(now + expiryMs);
  const input = { accountId: account, book: 'real', coin: 'BTC', side: 'up', stake: wad('10'), receivedAt: now, acceptedSequence: sequence, marketState: 'live', config } as const; // oxfmt-ignore
  const { orderId } = await stage.ledger.lanes.submit({ command: placeOptionsOrder, accountId: account, book: 'real', input, receivedAt: now }); // oxfmt-ignore
  const order = { option_order_id: wireId('option', orderId) };
  play([[300, '60000'], [27_299, '60001']]); // oxfmt-ignore
  passTo(expiryMs);
  assert.deepEqual(endOf(await stage.ended(order)), ['no-exit-tick', null]);
  play([[30_301, '60002']]);
  const receipt = await receiptOf(order);
  assert.deepEqual(
    [receipt.version, receipt.terms.config_version, 'exit_wait_ms' in receipt.terms, receipt.formula],
    [1, 1, false, 'no tick in the last 3000 ms up to expiry → void, stake back; paid = 10'],
  );
  await stage.ledger.audit();
});

test('a receipt is written with the tick after the moment that decided; a market that stays silent does not keep it back for ever', async () => {
  const order = await place();
  play([[300, '60000'], [expiryMs, '60001']]); // oxfmt-ignore
  passTo(expiryMs);
  assert.deepEqual(endOf(await stage.ended(order)), ['win', expiryMs]);
  assert.equal(await refusedWith(stage.receipt(account, order.option_order_id)), 'receipt-follows');
  passTo(expiryMs + 59_999);
  assert.equal(await refusedWith(stage.receipt(account, order.option_order_id)), 'receipt-follows');
  passTo(expiryMs + 60_000);
  const early = verifyOptionReceipt(await stage.receipt(account, order.option_order_id), {});
  assert.deepEqual([early.verdict, early.unchecked], ['incomplete', ['archive', 'reach', 'key']]);
  play([[expiryMs + 60_001, '60001']]);
  await receiptOf(order);
});

/** Of the kinds that everybody is shown. */
async function keptGaps(): Promise<{ kind: string; count: number }[]> {
  const { rows } = await stage.ledger.pool.query<{ kind: string; count: number }>(
    'select kind, count(*) as count from option_gaps group by kind order by kind',
  );
  return rows;
}

test('voids and late exits count as the platform’s own unless the sources were silent', async () => {
  await runAsOwner(stage.ledger, 'alter table option_gaps disable trigger option_gaps_keep; delete from option_gaps');
  const none = { voids: { 'no-entry-tick': 0, 'no-exit-tick': 0 }, lateExits: 0 };
  const late: At[] = [[300, '3'], [27_000, '3'], [35_000, '4']]; // oxfmt-ignore
  const noExit: At[] = [[300, '3'], [41_000, '4']]; // oxfmt-ignore
  for (const [ticks, silentFromMs, expected] of [
    [
      [
        [300, '3'],
        [30_000, '4'],
      ],
      Infinity,
      none,
    ],
    [late, Infinity, { ...none, lateExits: 1 }],
    [late, 27_000, none],
    // They gave prices for more than a second without a tick.
    [late, 28_400, { ...none, lateExits: 1 }],
    [noExit, Infinity, { ...none, voids: { ...none.voids, 'no-exit-tick': 1 } }],
    [noExit, 500, none],
    [[[5_001, '3']], Infinity, { ...none, voids: { ...none.voids, 'no-entry-tick': 1 } }],
    [[[5_001, '3']], 500, none],
  ] as [At[], number, OptionGaps][]) {
    stage.market.silenceSourcesFrom(now + silentFromMs);
    await playOut('up', ticks);
    assert.deepEqual(stage.gaps(), expected, JSON.stringify([ticks, silentFromMs]));
    await next();
  }
  stage.market.silenceSourcesFrom(Infinity);
  const wanted = [
    { kind: 'late-exit', count: 2 },
    { kind: 'no-entry-tick', count: 1 },
    { kind: 'no-exit-tick', count: 1 },
  ];
  await until('all are kept', async () => (await keptGaps()).reduce((sum, { count }) => sum + count, 0) === 4);
  assert.deepEqual(await keptGaps(), wanted);
});

test('no new terms are without the next tick, and an order’s wait never changes', async () => {
  const { pool } = stage.ledger;
  const newTerms = (exitWaitMs: number) =>
    runAsOwner(
      stage.ledger,
      `insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered, exit_wait_ms)
       values ('1', 99, 30000, 0.85, 10, 5000, false, $1)`,
      [exitWaitMs],
    );
  await assert.rejects(newTerms(0), /options_configs_exit_wait/);
  await assert.rejects(newTerms(60_000), /options_configs_exit_wait/);
  await place();
  const change = pool.query('update option_orders set exit_wait_ms = 0 where account_id = $1', [account]);
  await assert.rejects(change, /the terms of an order never change/);
});
