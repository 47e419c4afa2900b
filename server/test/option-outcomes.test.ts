// How options end, tick by tick: the boundaries of entry and exit, ties and voids, late settlement and restarts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { decideOption, verifyOptionReceipt } from '@candor/proof';
import { formatAmount, toInstant, wad, wireId } from '@candor/wire';
import type { OptionOrderMessage, Uuid } from '@candor/wire';
import fc from 'fast-check';
import { until } from '../src/kit/until.test-support.ts';
import { createBus } from '../src/kit/bus.ts';
import { openLanes } from '../src/ledger/lanes.ts';
import { openConfigs } from '../src/options/configs.ts';
import type { OptionOrder } from '../src/options/order.ts';
import { placeOptionsOrder } from '../src/options/place-order.ts';
import { exitRuleOf } from '../src/options/rules.ts';
import { payIntoHouse } from './support/pay-into-house.ts';
import { openOptionsStage, refusedWith } from './support/options-stage.ts';
import type { OptionsStage, Placed, Wanted } from './support/options-stage.ts';
import type { ScriptedTick } from './support/scripted-market.ts';
import { commands } from '../src/products.ts';
import { longRun } from './support/long-run.ts';

const minuteMs = 60_000;
let stage: OptionsStage;
/** Of a house that can lose 17 to options. */
let poor: OptionsStage;
let account: Uuid;
/**
 * When the next order is received. The clock stands two minutes later: what a tick or a moment makes due is done at once, and
 * nothing but the ticks' own times can decide.
 */
let now: number;
before(async () => {
  const startMs = Date.UTC(2026, 2, 1, 12);
  [stage, poor] = await Promise.all([
    openOptionsStage({ startMs, isAudited: true }),
    openOptionsStage({ startMs, bankroll: '17', isAudited: true }),
  ]);
  stage.market.publish('BTC', [{ price: '60000', publishedAt: startMs }]);
  poor.market.publish('BTC', [{ price: '1', publishedAt: startMs }]);
});
beforeEach(async () => {
  account = await stage.ledger.pay('100');
  nextMinutes();
});
after(() => Promise.all([stage.close(), poor.close()]));

function nextMinutes(): void {
  now = stage.clock.now() + 5 * minuteMs;
  stage.clock.set(now + 2 * minuteMs);
  stage.market.publish('BTC', [{ price: '60000', publishedAt: now }]);
}

const place = (wanted: Partial<Wanted> = {}): Promise<OptionOrderMessage> =>
  stage.place({ accountId: account, receivedAt: now, ...wanted });

/** Plays these ticks, given by their time after the order was received, and one long after. */
function play(ticks: readonly (readonly [afterMs: number, price: string])[]): void {
  const script: ScriptedTick[] = ticks.map(([afterMs, price]) => ({ price, publishedAt: now + afterMs }));
  stage.market.publish('BTC', [...script, { price: '1', publishedAt: now + 2 * minuteMs }]);
}

async function playOut(side: 'up' | 'down', ticks: readonly (readonly [number, string])[]): Promise<OptionOrder> {
  const order = await place({ side });
  assert.equal(await stage.ledger.available(account), '90');
  play(ticks);
  const ended = await stage.ended(order);
  await check(order, ended);
  return ended;
}

/** The receipt verifies, the money is where the result says, and the ledger is whole. */
async function check({ option_order_id }: Placed, ended: OptionOrder): Promise<void> {
  const receipt = await stage.receipt(ended.accountId, option_order_id);
  const { archive } = receipt;
  const { verdict, checks } = verifyOptionReceipt(receipt, { trustedKey: stage.publicKey, archive });
  assert.equal(verdict, 'verified', JSON.stringify(checks.filter((each) => !each.ok || each.isNote)));
  const expected = { win: '18.5', lose: '0', tie: '10', void: '10' }[ended.ending!.result];
  assert.equal(formatAmount(ended.ending!.paid), expected);
  assert.equal(
    await stage.ledger.available(ended.accountId),
    { win: '108.5', lose: '90', tie: '100', void: '100' }[ended.ending!.result],
  );
  await stage.ledger.audit();
}

const afterReceipt = (order: OptionOrder, point: 'entry' | 'exit'): number =>
  order[point]!.publishedAt - order.receivedAt;

test('up wins when the exit is higher, down when it is lower, and never the other way round', async () => {
  for (const [side, exit, result] of [
    ['up', '60000.01', 'win'],
    ['up', '59999.99', 'lose'],
    ['down', '59999.99', 'win'],
    ['down', '60000.01', 'lose'],
  ] as const) {
    const order = await playOut(side, [[250, '60000'], [30_000, exit]]); // oxfmt-ignore
    assert.equal(order.ending!.result, result, `${side} ${exit}`);
    account = await stage.ledger.pay('100');
    nextMinutes();
  }
});

test('an equal price gives the stake back, compared to the last of 18 decimals', async () => {
  const tie = await playOut('up', [[250, '60000'], [29_000, '60000.00']]); // oxfmt-ignore
  assert.equal(tie.ending!.result, 'tie');
  account = await stage.ledger.pay('100');
  nextMinutes();
  const win = await playOut('up', [[250, '60000'], [29_000, '60000.000000000000000001']]); // oxfmt-ignore
  assert.equal(win.ending!.result, 'win');
});

test('the entry is the first tick 250 ms after receipt, not the one a millisecond before', async () => {
  const order = await playOut('up', [[100, '1'], [249, '2'], [250, '3'], [251, '4'], [30_250, '5']]); // oxfmt-ignore
  assert.equal(afterReceipt(order, 'entry'), 250);
  assert.equal(formatAmount(order.entry!.price), '3');
  assert.equal(order.expiresAt, order.receivedAt + 30_250);
});

test('a tick 5,000 ms after receipt still is the entry, one a millisecond later makes the order void', async () => {
  const order = await playOut('up', [[5_000, '3'], [35_000, '4']]); // oxfmt-ignore
  assert.equal(order.ending!.result, 'win');
  account = await stage.ledger.pay('100');
  nextMinutes();
  const late = await playOut('up', [[5_001, '3'], [35_000, '4']]); // oxfmt-ignore
  assert.deepEqual([late.entry, late.ending!.voidReason], [null, 'no-entry-tick']);
});

test('the exit is the last tick up to expiry, the moment itself included', async () => {
  const at = await playOut('up', [[300, '3'], [30_299, '1'], [30_300, '4'], [30_301, '1']]); // oxfmt-ignore
  assert.deepEqual([afterReceipt(at, 'exit'), at.ending!.result], [30_300, 'win']);
  account = await stage.ledger.pay('100');
  nextMinutes();
  const just = await playOut('up', [[300, '3'], [30_299, '1'], [30_301, '4']]); // oxfmt-ignore
  assert.deepEqual([afterReceipt(just, 'exit'), just.ending!.result], [30_299, 'lose']);
});

test('a market that stops for good voids what it left open, and refunds it', async () => {
  const running = await place();
  stage.market.publish('BTC', [{ price: '3', publishedAt: now + 300 }]);
  await filled(account);
  const waiting = await place({ receivedAt: now + 1_000 });
  assert.equal(await stage.ledger.available(account), '80');
  stage.market.finish(now + 2 * minuteMs);
  assert.equal((await stage.ended(running)).ending!.voidReason, 'no-exit-tick');
  assert.equal((await stage.ended(waiting)).ending!.voidReason, 'no-entry-tick');
  assert.equal(await stage.ledger.available(account), '100');
  await stage.ledger.audit();
});

test('an order is settled late with the tick of its expiry, whatever the price is by then', async () => {
  const order = await place({ side: 'up' });
  stage.market.publish('BTC', [{ price: '10', publishedAt: now + 300 }]);
  await filled(account);
  await stage.stop();
  play([[30_300, '11'], [31_000, '2'], [60_000, '3']]); // oxfmt-ignore
  stage.clock.advance(10 * minuteMs);
  await stage.start();
  const ended = await stage.ended(order);
  assert.deepEqual([afterReceipt(ended, 'exit'), ended.ending!.result], [30_300, 'win']);
  await check(order, ended);
});

test('after a restart an order that waits gets the entry it would have had, and reads the archive where memory ends', async () => {
  const order = await place({ side: 'down' });
  await stage.stop();
  play([[249, '5'], [260, '10'], [1_000, '7'], [30_100, '9'], [30_400, '11']]); // oxfmt-ignore
  stage.market.forgetBefore(now + 2 * minuteMs);
  const reads = stage.market.archiveReads();
  await stage.start();
  const ended = await stage.ended(order);
  assert.deepEqual(
    [afterReceipt(ended, 'entry'), afterReceipt(ended, 'exit'), ended.ending!.result],
    [260, 30_100, 'win'],
  );
  assert.ok(stage.market.archiveReads() > reads, 'the archive was not asked');
  stage.market.forgetBefore(0);
  await check(order, ended);
});

test('while its entry is read from the archive, an order is not given the tick that is published meanwhile', async () => {
  const order = await place({ side: 'down' });
  await stage.stop();
  play([[260, '10'], [30_100, '9']]); // oxfmt-ignore
  const newest = { price: '12', publishedAt: now + 3 * minuteMs };
  stage.market.forgetBefore(now + 2 * minuteMs, () => {
    stage.market.forgetBefore(now + 2 * minuteMs);
    stage.market.publish('BTC', [newest]);
  });
  await stage.start();
  const ended = await stage.ended(order);
  assert.equal(stage.market.lastTick('BTC')!.publishedAt, newest.publishedAt);
  assert.deepEqual([afterReceipt(ended, 'entry'), ended.ending!.result], [260, 'win']);
  stage.market.forgetBefore(0);
  await check(order, ended);
});

test('the list of open orders shows each entry as soon as its tick is public, also after a restart', async () => {
  const order = await place();
  const shown = async () => {
    const [{ entry, expires_at }, ...others] = (await stage.list(account, 1)) as [OptionOrderMessage];
    assert.deepEqual(others, []);
    return { entry, expires_at };
  };
  assert.deepEqual(await shown(), { entry: null, expires_at: null });
  stage.market.publish('BTC', [{ price: '3', publishedAt: now + 300 }]);
  const { sequence } = stage.market.lastTick('BTC')!;
  const entry = { sequence, price: '3', published_at: toInstant(now + 300) };
  const entered = { entry, expires_at: toInstant(now + 30_300) };
  assert.deepEqual(await shown(), entered);
  await stage.stop();
  stage.market.forgetBefore(now + minuteMs);
  assert.deepEqual(await shown(), entered);
  await stage.start();
  play([[30_300, '4']]); // oxfmt-ignore
  await check(order, await stage.ended(order));
  stage.market.forgetBefore(0);
});

test('an order that nobody told of ends at its own ticks', async () => {
  const silent = await openLanes({ databaseUrl: stage.ledger.url, clock: stage.clock, bus: createBus(), newId: stage.ledger.newId, commands }); // oxfmt-ignore
  const { pool } = stage.ledger;
  const configs = openConfigs(pool);
  await configs.load();
  const { sequence } = stage.market.lastTick('BTC')!;
  const input = { accountId: account, book: 'real', coin: 'BTC', side: 'up', stake: wad('10'), receivedAt: now, acceptedSequence: sequence, marketState: 'live', config: configs.offer('1')! } as const; // oxfmt-ignore
  const { orderId } = await silent.submit({ command: placeOptionsOrder, accountId: account, book: 'real', input, receivedAt: now }); // oxfmt-ignore
  await silent.close();
  play([[249, '9'], [250, '5'], [30_250, '7'], [30_251, '1']]); // oxfmt-ignore
  await stage.runJob('option-sweep');
  const order = { option_order_id: wireId('option', orderId) };
  const ended = await stage.ended(order);
  assert.deepEqual([afterReceipt(ended, 'entry'), afterReceipt(ended, 'exit')], [250, 30_250]);
  await check(order, ended);
});

test('an order that ends while the sweep reads it is not told as open again', async (context) => {
  const { pool } = stage.ledger;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const ending = Promise.withResolvers<void>();
  let swept = 0;
  context.mock.method(pool, 'query', async (...args: unknown[]) => {
    const result = await query(...args);
    if (!String(args[0]).includes('as running')) return result;
    swept = Math.max(swept, (result as { rows: unknown[] }).rows.length);
    await ending.promise;
    return result;
  });
  const order = await place();
  stage.market.publish('BTC', [{ price: '3', publishedAt: now + 300 }]);
  const sweep = stage.runJob('option-sweep');
  await until('the sweep reads the order', () => swept > 0);
  play([[30_300, '4']]); // oxfmt-ignore
  await stage.ended(order);
  ending.resolve();
  await sweep;
  assert.deepEqual(stepsOf(account), ['placed', 'entered', 'ended']);
});

test('an order ends once, is pushed at each step, and moves from the open list to the other', async () => {
  const order = await place();
  assert.deepEqual(
    (await stage.list(account, 1)).map(({ option_order_id }) => option_order_id),
    [order.option_order_id],
  );
  assert.equal(await refusedWith(stage.receipt(account, order.option_order_id)), 'not-settled');
  play([[300, '3'], [30_300, '4']]); // oxfmt-ignore
  await stage.ended(order);
  // More ticks, and the sweep that looks for orders left behind, must not touch it again.
  stage.clock.advance(minuteMs);
  stage.market.publish('BTC', [{ price: '9', publishedAt: stage.clock.now() }]);
  await stage.runJob('option-sweep');
  assert.deepEqual(stepsOf(account), ['placed', 'entered', 'ended']);
  assert.deepEqual(await stage.list(account, 1), []);
  assert.deepEqual(await stage.list(account, 0), [stage.pushes(account).at(-1)!['notify']]);
  assert.equal(await stage.ledger.available(account), '108.5');
  await stage.ledger.audit();
});

test('new orders need a live market, what is open does not', async () => {
  const [key, other] = [randomUUID() as Uuid, randomUUID() as Uuid];
  const order = await place({ key });
  for (const [state, code] of [
    ['degraded', 'market-degraded'],
    ['halted', 'market-halted'],
  ] as const) {
    stage.market.setState('BTC', state);
    assert.equal(await refusedWith(place({ key: other })), code);
    assert.deepEqual(await place({ key }), order);
  }
  play([[300, '3'], [30_300, '4']]); // oxfmt-ignore
  assert.equal((await stage.ended(order)).ending!.result, 'win');
  stage.market.setState('BTC', 'live');
  assert.equal(await stage.ledger.available(account), '108.5');
  await stage.ledger.audit();
});

test('the house takes no order whose win it could not pay, and the stake stays where it was', async () => {
  const rich = await poor.ledger.pay('1000');
  assert.equal(await refusedWith(poor.place({ accountId: rich, stake: '20.0002' })), 'order-limit-reached');
  await poor.place({ accountId: rich, stake: '20' });
  assert.equal(await refusedWith(poor.place({ accountId: rich, stake: '10' })), 'order-limit-reached');
  assert.equal(await poor.ledger.available(rich), '980');
  await poor.ledger.audit();
});

test('a refusal because the house could not pay stays the answer under its key, also when it could pay later', async () => {
  const accountId = await poor.ledger.pay('100');
  const once = { accountId, stake: '20.0002', key: randomUUID() as Uuid };
  assert.equal(await refusedWith(poor.place(once)), 'order-limit-reached');
  await payIntoHouse(poor.ledger, { amount: '1000' });
  assert.equal(await refusedWith(poor.place(once)), 'order-limit-reached');
  await poor.place({ ...once, key: randomUUID() as Uuid });
  assert.equal(await poor.ledger.available(accountId), '79.9998');
  await poor.ledger.audit();
});

test('bonus money stays bonus: won from the bonus bankroll, never from the real one', async () => {
  const guest = await stage.ledger.pay('100', { book: 'bonus' });
  const before = await houseTotals();
  const order = await place({ accountId: guest, book: 'bonus' });
  play([[300, '3'], [30_300, '4']]); // oxfmt-ignore
  assert.equal((await stage.ended(order)).book, 'bonus');
  assert.equal(await stage.ledger.available(guest), '108.5');
  const after = await houseTotals();
  assert.equal(after.get('real'), before.get('real'));
  assert.notEqual(after.get('bonus'), before.get('bonus'));
  await stage.ledger.audit();
});

async function expectDecidedAlike(numRuns: number): Promise<void> {
  const step = fc.tuple(fc.constantFrom(1, 40, 90, 110, 250, 700, 1_000, 2_900, 3_000, 3_100, 6_000, 10_000, 13_100), fc.constantFrom('10', '10.00001', '9.99999', '11')); // oxfmt-ignore
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.constantFrom('up', 'down'), async (steps, side) => {
      account = await stage.ledger.pay('100');
      nextMinutes();
      const order = await place({ side });
      let afterMs = 0;
      play(steps.map(([ms, price]) => [(afterMs += ms), price] as const).filter(([ms]) => ms < 2 * minuteMs));
      const ended = await stage.ended(order);
      const { archive, order: placed, terms } = await stage.receipt(account, order.option_order_id);
      assert.equal(archive.ticks[0]![0], placed.accepted_sequence + 1);
      const decision = decideOption({ order: placed, terms, ticks: archive.ticks });
      assert.ok(decision.isReached);
      assert.deepEqual(
        [
          ended.ending!.result,
          ended.ending!.voidReason,
          formatAmount(ended.ending!.paid),
          ended.entry?.sequence,
          ended.exit?.sequence,
          ended.exit ? exitRuleOf(ended.exit, ended) : null,
        ],
        [
          decision.result,
          decision.voidReason,
          decision.paid,
          decision.entry?.[0],
          decision.exit?.[0],
          decision.exitRule,
        ],
      );
    }),
    { numRuns },
  );
  await stage.ledger.audit();
}

test('whatever the ticks do, every order ends as the proof library decides', () => expectDecidedAlike(20));
test('so do many more', longRun('four hundred histories of ticks'), () => expectDecidedAlike(400));

/** What customers and house together hold of each book does not matter here: the house's part alone. */
async function houseTotals(): Promise<Map<string, string>> {
  const { rows } = await stage.ledger.pool.query<{ book: string; total: string }>(
    `select book, sum(balance)::text as total from ledger_house where bucket <> 'demo-faucet' and coin = 'USDT' group by book`,
  );
  return new Map(rows.map(({ book, total }) => [book, total]));
}

/** What the account was told, step by step. */
const stepsOf = (accountId: Uuid): string[] =>
  stage.pushes(accountId).map(({ notify }) => {
    const { entry, result } = notify as OptionOrderMessage;
    return result ? 'ended' : entry ? 'entered' : 'placed';
  });

const filled = (accountId: Uuid): Promise<void> =>
  until('an entry', async () => (await stage.list(accountId, 1)).some(({ entry }) => entry !== null));
