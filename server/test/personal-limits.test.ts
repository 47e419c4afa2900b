// Limits for oneself on a real database: however many orders arrive together, what is lost and at risk stays within what was set.
import { formatAmount, looseningMs, subtract, wad, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Refusal } from '../src/kit/refuse.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openLimitsStage, rightPassword, type LimitsStage } from './support/limits-stage.ts';
import { refusedWith } from './support/options-stage.ts';
import { runs } from './support/seed.ts';
import { longRun } from './support/long-run.ts';

let stage: LimitsStage;
before(async () => {
  stage = await openLimitsStage();
  stage.tick('60000', 0);
});
after(() => stage.end());

const hourMs = 3_600_000;

/** Of an order that is refused nothing; anything else that is thrown is a failure. */
const orRefused = <Reply>(order: Promise<Reply>): Promise<Reply | Refusal> =>
  order.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return error;
  });

async function settle(price: string): Promise<void> {
  stage.tick('60000', 300);
  await stage.quiet();
  stage.tick(price, 29_990);
  stage.tick(price, 60_000);
  await stage.quiet();
}

const counted = async (accountId: Uuid) => (await stage.limits(accountId)).counted!;

test('of 64 orders at once only those are placed that the limit of a day covers, of options and contracts together', async () => {
  const accountId = await stage.ledger.pay('10000');
  await stage.limit(accountId, { day: '200' });
  // A contract of 10 sheets takes 12 of margin and 0.12 of fee.
  const orders = Array.from({ length: 64 }, (_, place) =>
    orRefused<unknown>(place % 2 === 0 ? stage.option(accountId, '15') : stage.contract(accountId, 10)),
  );
  const outcomes = await Promise.all(orders);
  const refused = outcomes.filter((outcome) => outcome instanceof Refusal);
  assert.ok(refused.every(({ code }) => code === 'own-loss-limit'));
  assert.equal(refused[0]!.facts['until'], '2026-03-05T00:00:00.000Z');
  const { at_risk } = await counted(accountId);
  assert.ok(wad(at_risk) <= wad('200') && wad(at_risk) > wad('187'), at_risk);
  assert.equal(await stage.ledger.available(accountId), formatAmount(subtract(wad('10000'), wad(at_risk))));
  await stage.ledger.audit();

  await settle('50000');
  const { lost, at_risk: left } = await counted(accountId);
  assert.equal(left, '0');
  assert.equal(lost.day, at_risk, 'all of it is lost');
  assert.equal(await refusedWith(stage.option(accountId, '15')), 'own-loss-limit');
  await stage.ledger.audit();

  stage.tick('60000', 24 * hourMs);
  await stage.option(accountId, '15');
  assert.equal((await counted(accountId)).lost.day, '0');
  assert.equal((await counted(accountId)).lost.month, at_risk);
  await settle('60000');
});

test('a first limit counts what was lost before it and what runs', async () => {
  const accountId = await stage.ledger.pay('1000');
  await stage.option(accountId, '50');
  await settle('50000');
  await stage.option(accountId, '30');
  const { counted: figures } = await stage.limit(accountId, { week: '100' });
  assert.deepEqual([figures!.at_risk, figures!.lost.day, figures!.lost.month], ['30', '50', '50']);
  assert.equal(await refusedWith(stage.option(accountId, '21')), 'own-loss-limit');
  await stage.option(accountId, '20');
  await settle('70000');
  const { lost } = await counted(accountId);
  assert.ok(wad(lost.week) < wad('50'), 'a win gives room again');
  await stage.ledger.audit();
});

test('limits that are set while orders arrive count every one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const accountId = await stage.ledger.pay('10000');
    const outcomes = await Promise.all([
      ...Array.from({ length: 16 }, () => orRefused(stage.option(accountId, '10'))),
      stage.limit(accountId, { day: '100' }),
      ...Array.from({ length: 16 }, () => orRefused(stage.option(accountId, '10'))),
    ]);
    const placed = outcomes.filter((outcome) => 'option_order_id' in outcome).length;
    assert.equal((await counted(accountId)).at_risk, String(10 * placed));
    await stage.ledger.audit();
  }
  await settle('60000');
});

test('what is tightened holds at once, what is loosened after 24 hours', async () => {
  const accountId = await stage.ledger.pay('1000');
  await stage.limit(accountId, { stake: '50' });
  const changed = await stage.limit(accountId, { day: '40', stake: '500' });
  assert.deepEqual([changed.limits.loss_day, changed.limits.stake_max, changed.next?.stake_max], ['40', '50', '500']);
  assert.equal(await refusedWith(stage.option(accountId, '51')), 'own-stake-limit');
  assert.equal(await refusedWith(stage.option(accountId, '41')), 'own-loss-limit');
  assert.equal((await stage.limit(accountId, { day: '40', stake: '500' })).next!.at, changed.next!.at, 'asked again');
  stage.tick('60000', looseningMs - 1);
  assert.equal((await stage.limits(accountId)).limits.stake_max, '50');
  stage.tick('60000', 1);
  const loosened = await stage.limits(accountId);
  assert.deepEqual([loosened.limits.stake_max, loosened.next], ['500', null]);
  const none = await stage.limit(accountId, {});
  assert.deepEqual([none.limits.loss_day, none.next!.loss_day], ['40', null]);
  stage.tick('60000', looseningMs);
  await stage.option(accountId, '300');
  await settle('60000');
});

test('in a break nothing is placed or added, and what is open can be closed; it is never made shorter', async () => {
  const accountId = await stage.ledger.pay('1000');
  const { trade_id } = await stage.contract(accountId, 10);
  stage.tick('60000', 300);
  await stage.quiet();
  const { pause } = await stage.timeOut(accountId, 48);
  assert.equal(await refusedWith(stage.option(accountId, '10')), 'trading-paused');
  assert.equal(await refusedWith(stage.contract(accountId, 10)), 'trading-paused');
  assert.equal(await refusedWith(stage.addMargin(accountId, trade_id, '5')), 'trading-paused');
  assert.deepEqual((await stage.timeOut(accountId, 24)).pause, pause);
  await stage.closeContract(accountId, trade_id);
  stage.tick('60000', 300);
  await until('the position ends', async () => (await counted(accountId)).at_risk === '0');
  stage.tick('60000', 48 * hourMs);
  await stage.option(accountId, '10');
  await settle('60000');

  assert.equal(await refusedWith(stage.exclude(accountId, 6, 'a guess')), 'password-wrong');
  const excluded = await stage.exclude(accountId, 6, rightPassword);
  assert.equal(excluded.pause!.kind, 'self-exclusion');
  assert.deepEqual((await stage.timeOut(accountId, 24)).pause, excluded.pause);
  stage.tick('60000', 170 * 24 * hourMs);
  assert.equal(await refusedWith(stage.option(accountId, '10')), 'trading-paused');
  await assert.rejects(
    stage.ledger.pool.query(
      `update personal_limits set pause_ends_at = pause_ends_at - interval '1 day' where account_id = $1`,
      [accountId],
    ),
    /never made shorter/,
  );
});

test('random bursts of options and contracts never pass a limit', longRun('random bursts'), async () => {
  const order = fc.oneof(
    fc.record({ option: fc.integer({ min: 10, max: 80 }) }),
    fc.record({ contract: fc.integer({ min: 1, max: 60 }) }),
  );
  const step = fc.record({
    orders: fc.array(order, { minLength: 1, maxLength: 64 }),
    price: fc.constantFrom('59000', '59900', '60000', '60100', '61500'),
    close: fc.boolean(),
  });
  const limits = fc.record({ day: fc.integer({ min: 50, max: 400 }), week: fc.integer({ min: 50, max: 800 }) });
  const burst = async (accountId: Uuid, orders: readonly ({ option: number } | { contract: number })[]) =>
    Promise.all(
      orders.map((each) =>
        orRefused<{ trade_id?: string }>(
          'option' in each
            ? stage.option(accountId, String(each.option)).then(() => ({}))
            : stage.contract(accountId, each.contract),
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { minLength: 1, maxLength: 4 }), async ({ day, week }, steps) => {
      const accountId = await stage.ledger.pay('100000');
      await stage.limit(accountId, { day: String(day), week: String(week) });
      for (const { orders, price, close } of steps) {
        const placed = await burst(accountId, orders);
        const { at_risk, lost } = await counted(accountId);
        if (placed.some((each) => !(each instanceof Refusal))) {
          assert.ok(wad(at_risk) + wad(lost.day) <= wad(String(day)), `${at_risk} at risk, ${lost.day} lost of ${day}`);
          assert.ok(wad(at_risk) + wad(lost.week) <= wad(String(week)), `${at_risk}, ${lost.week} of ${week}`);
        }
        await settle(price);
        if (close) {
          const open = placed.flatMap((each) => ('trade_id' in each ? [each.trade_id!] : []));
          await Promise.all(open.map((tradeId) => orRefused(stage.closeContract(accountId, tradeId))));
        }
        stage.tick('60000', 300);
        await stage.quiet();
      }
      await stage.ledger.audit();
    }),
    { numRuns: runs(12) },
  );
});
