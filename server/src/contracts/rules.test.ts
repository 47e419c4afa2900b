import { formatAmount, wad, zero, type ContractSide, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeAt } from './end-position.ts';
import type { ContractOrder, ContractsConfig } from './order.ts';
import { coinAmount, endCause, feeOf, isOutdated, isTooMuchWorse, judgeFill, liquidationPriceOf, marginOf, payoutOf, pnlOf, shareOf, triggersOf, wrongStop } from './rules.ts'; // oxfmt-ignore

const terms: ContractsConfig = {
  version: 1,
  leverMax: 50,
  feeRate: wad('0.01'),
  maintenanceRate: wad('0.005'),
  slippageMax: wad('0.005'),
  stressRate: wad('0.1'),
  marginShareMax: wad('0.9'),
  sheetsMax: 10_000,
  marginMin: wad('1'),
  limitDistanceMax: wad('0.5'),
  limitDistances: {},
  restingMax: 100,
  ordersMax: 200,
  restingShareMax: wad('0.05'),
  limitExpiryMs: 30 * 86_400_000,
  isOffered: true,
};

interface Case {
  side: ContractSide;
  sheets?: number;
  sheetSize?: string;
  entry?: string;
  added?: string;
  takeProfit?: string;
  stopLoss?: string;
  /** Sheets that the customer asked to close; none if a trigger has to end it. */
  closing?: number;
}

/** A position that opened at tick 10 with lever 50: BTC, 100 sheets of 0.001, at 60,000 unless said otherwise. */
function positionOf(given: Case): ContractOrder {
  const { side, sheets = 100 } = given;
  const [sheetSize, entryPrice, added] = [
    wad(given.sheetSize ?? '0.001'),
    wad(given.entry ?? '60000'),
    wad(given.added ?? '0'),
  ];
  const margin = marginOf({ sheets, sheetSize, price: entryPrice, lever: 50 });
  const amount = coinAmount(sheets, sheetSize);
  const { maintenanceRate, feeRate } = terms;
  return {
    orderId: 'order' as never,
    accountId: 'account' as never,
    book: 'real',
    coin: 'BTC',
    side,
    orderType: 'market',
    lever: 50,
    sheets,
    sheetSize,
    tradePrice: entryPrice,
    margin,
    fee: feeOf(margin, feeRate),
    configVersion: 1,
    receivedAt: 1_000_000,
    acceptedSequence: 8,
    expiresAt: null,
    state: 'open',
    takeProfit: given.takeProfit === undefined ? null : wad(given.takeProfit),
    stopLoss: given.stopLoss === undefined ? null : wad(given.stopLoss),
    termsSequence: 8,
    entry: { sequence: 10, price: entryPrice, publishedAt: 1_000_300 },
    liquidationPrice: liquidationPriceOf({ side, entryPrice, lever: 50, maintenanceRate, added, amount }),
    openSheets: sheets,
    openMargin: margin,
    openAdded: added,
    addedMargin: added,
    closing: given.closing ? { sheets: given.closing, receivedAt: 1_001_000, acceptedSequence: 12 } : null,
    changeCount: 0,
    exit: null,
    ending: null,
    paid: zero,
    due: zero,
  };
}

const tickAt = (price: string, sequence = 20) => ({ sequence, price: wad(price), publishedAt: 1_010_000 });

/** What a tick of this price does: how it ended, what it left, what came back. */
function endAt(order: ContractOrder, price: string) {
  const closed = closeAt(order, tickAt(price), { now: 1, maintenanceRate: terms.maintenanceRate });
  assert.ok(closed, `nothing happens at ${price}`);
  const { order: after, paid, margin } = closed;
  return { result: after.ending?.result ?? 'part', paid: formatAmount(paid), margin: formatAmount(margin), after };
}

function check(order: ContractOrder, price: string, expected: { result: string; paid: string }) {
  const { result, paid, after } = endAt(order, price);
  assert.deepEqual({ result, paid }, expected);
  return after;
}

test('1: a long gains: margin, fee, liquidation price, payout', () => {
  const order = positionOf({ side: 'long', closing: 100 });
  // notional = 100 × 0.001 × 60,000 = 6,000; margin = 6,000 / 50 = 120; fee = 1 % of 120 = 1.2.
  assert.deepEqual([formatAmount(order.margin), formatAmount(order.fee)], ['120', '1.2']);
  // 60,000 × (1 − 1/50 + 0.005) = 60,000 × 0.985 = 59,100.
  assert.equal(formatAmount(order.liquidationPrice!), '59100');
  // (60,500 − 60,000) × 0.1 = 50; 120 + 50 = 170.
  check(order, '60500', { result: 'closed', paid: '170' });
});

test('2: a long loses', () => {
  // (59,700 − 60,000) × 0.1 = −30; 120 − 30 = 90.
  check(positionOf({ side: 'long', closing: 100 }), '59700', { result: 'closed', paid: '90' });
});

test('3: a short gains', () => {
  const order = positionOf({ side: 'short', closing: 100 });
  // 60,000 × (1 + 1/50 − 0.005) = 60,000 × 1.015 = 60,900.
  assert.equal(formatAmount(order.liquidationPrice!), '60900');
  // (60,000 − 59,500) × 0.1 = 50; 120 + 50 = 170.
  check(order, '59500', { result: 'closed', paid: '170' });
});

test('4: a short loses', () => {
  // (60,000 − 60,200) × 0.1 = −20; 120 − 20 = 100.
  check(positionOf({ side: 'short', closing: 100 }), '60200', { result: 'closed', paid: '100' });
});

test('5: a long with added margin lives longer', () => {
  const order = positionOf({ side: 'long', added: '60', closing: 100 });
  // 59,100 − 60 / 0.1 = 58,500.
  assert.equal(formatAmount(order.liquidationPrice!), '58500');
  // (58,600 − 60,000) × 0.1 = −140; 120 + 60 − 140 = 40.
  check(order, '58600', { result: 'closed', paid: '40' });
});

test('6: a short with added margin lives longer', () => {
  const order = positionOf({ side: 'short', added: '60', closing: 100 });
  // 60,900 + 60 / 0.1 = 61,500.
  assert.equal(formatAmount(order.liquidationPrice!), '61500');
  // (60,000 − 61,400) × 0.1 = −140; 120 + 60 − 140 = 40.
  check(order, '61400', { result: 'closed', paid: '40' });
});

test('7: part of it is closed, the rest later', () => {
  const order = positionOf({ side: 'long', closing: 40 });
  // Of the margin 120 × 40/100 = 48 belong to them; (60,500 − 60,000) × 0.04 = 20; 48 + 20 = 68.
  const rest = check(order, '60500', { result: 'part', paid: '68' });
  // 120 − 48 = 72 and 60 sheets stay, with the same liquidation price.
  assert.deepEqual([rest.openSheets, formatAmount(rest.openMargin)], [60, '72']);
  assert.equal(rest.liquidationPrice, order.liquidationPrice);
  // (59,800 − 60,000) × 0.06 = −12; 72 − 12 = 60; 68 + 60 = 128 in all.
  const last = { ...rest, closing: { sheets: 60, receivedAt: 1_001_000, acceptedSequence: 20 } };
  const closed = closeAt(last, tickAt('59800', 30), { now: 1, maintenanceRate: terms.maintenanceRate })!;
  assert.deepEqual([formatAmount(closed.paid), formatAmount(closed.order.paid)], ['60', '128']);
});

test('8: added margin goes back with its part', () => {
  const order = positionOf({ side: 'long', added: '60', closing: 40 });
  // 120 × 0.4 = 48 and 60 × 0.4 = 24; gain 20: 48 + 24 + 20 = 92.
  const rest = check(order, '60500', { result: 'part', paid: '92' });
  // 36 stay added to 0.06 BTC: 59,100 − 36 / 0.06 = 58,500, as before.
  assert.deepEqual([formatAmount(rest.openAdded), formatAmount(rest.liquidationPrice!)], ['36', '58500']);
});

test('9: a stop-loss fills at the tick that reached it', () => {
  const order = positionOf({ side: 'long', stopLoss: '59500' });
  assert.equal(endCause(order, tickAt('59500.01')), undefined);
  // (59,499.5 − 60,000) × 0.1 = −50.05; 120 − 50.05 = 69.95.
  check(order, '59499.5', { result: 'stop-loss', paid: '69.95' });
});

test('10: a gap through the stop costs what the gap costs, and the margin at most', () => {
  const order = positionOf({ side: 'short', stopLoss: '60500' });
  // 60,800 is beyond the stop of 60,500 and before 60,900: (60,000 − 60,800) × 0.1 = −80; 120 − 80 = 40.
  check(order, '60800', { result: 'stop-loss', paid: '40' });
  // 78,000 (+30 %): (60,000 − 78,000) × 0.1 = −1,800; the customer loses 120, the house bears 1,680.
  check(order, '78000', { result: 'liquidated', paid: '0' });
});

test('11: liquidation, at the price itself and not a step before', () => {
  const order = positionOf({ side: 'long' });
  assert.equal(endCause(order, tickAt('59100.01')), undefined);
  // (59,100 − 60,000) × 0.1 = −90; 120 − 90 = 30.
  check(order, '59100', { result: 'liquidated', paid: '30' });
});

test('12: take-profit, and every rounding on the side that is not the customer’s', () => {
  // (60,000 − 58,990) × 0.1 = 101; 120 + 101 = 221.
  check(positionOf({ side: 'short', takeProfit: '59000' }), '58990', { result: 'take-profit', paid: '221' });
  const eth = positionOf({ side: 'long', sheets: 7, sheetSize: '0.01', entry: '3123.45', closing: 7 });
  // 0.07 × 3,123.45 = 218.6415; / 50 = 4.37283, up to 4.3729; 1 % = 0.043729, up to 0.0438.
  assert.deepEqual([formatAmount(eth.margin), formatAmount(eth.fee)], ['4.3729', '0.0438']);
  const one = { sheets: 1, closing: 1 };
  // Margin of one sheet: 60 / 50 = 1.2. A step of 0.01 is 0.00001 USDT: a gain of it rounds to 0, a loss to 0.0001.
  check(positionOf({ side: 'long', ...one }), '60000.01', { result: 'closed', paid: '1.2' });
  check(positionOf({ side: 'long', ...one }), '59999.99', { result: 'closed', paid: '1.1999' });
  // A third of 4.3729 is 1.45763…: 1.4576 goes, 2.9153 stay.
  assert.deepEqual(
    [formatAmount(shareOf(wad('4.3729'), 1, 3)), formatAmount(shareOf(wad('4.3729'), 3, 3))],
    ['1.4576', '4.3729'],
  );
});

const side = fc.constantFrom<ContractSide>('long', 'short');
const price = fc.bigInt({ min: 1n, max: 10n ** 7n }).map((cents) => (cents * 10n ** 16n) as Wad);
const amount = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((units) => (units * 10n ** 15n) as Wad);

test('long and short mirror each other, and nobody gets back less than nothing or more than the sum', () => {
  fc.assert(
    fc.property(price, price, amount, amount, (entryPrice, exit, coins, margin) => {
      const [up, down] = [
        pnlOf({ side: 'long', entryPrice, price: exit, amount: coins }),
        pnlOf({ side: 'short', entryPrice, price: exit, amount: coins }),
      ];
      const exact = (exit - entryPrice) * coins;
      assert.ok(up * 10n ** 18n <= exact && (up + 10n ** 14n) * 10n ** 18n > exact);
      assert.ok(up + down <= 0n && up + down >= -(10n ** 14n));
      for (const pnl of [up, down]) {
        const paid = payoutOf(margin, pnl);
        assert.ok(paid >= 0n && margin - paid <= margin && (paid === 0n || paid === margin + pnl));
      }
    }),
  );
});

test('at the liquidation price nearly the maintenance margin is left, and a position never begins liquidated', () => {
  fc.assert(
    fc.property(
      side,
      price,
      fc.integer({ min: 1, max: 100 }),
      amount,
      amount,
      (which, entryPrice, lever, coins, added) => {
        const { maintenanceRate } = terms;
        const at = liquidationPriceOf({ side: which, entryPrice, lever, maintenanceRate, added, amount: coins });
        assert.ok(which === 'long' ? at < entryPrice : at > entryPrice);
        const without = liquidationPriceOf({
          side: which,
          entryPrice,
          lever,
          maintenanceRate,
          added: zero,
          amount: coins,
        });
        assert.ok(which === 'long' ? at <= without : at >= without);
        if (at === 0n) return;
        // Exactly: 1/lever of the notional, with what was added, less the loss up to there, is 0.5 % of the notional.
        const scale = BigInt(lever) * 10n ** 18n;
        const loss = (which === 'long' ? entryPrice - at : at - entryPrice) * coins;
        const left = entryPrice * coins * 10n ** 18n + added * 10n ** 18n * scale - loss * scale;
        const kept = (entryPrice * coins * BigInt(lever) * 5n * 10n ** 18n) / 1000n;
        assert.ok(left <= kept && kept - left <= scale * coins, `${left} is left, ${kept} should be`);
      },
    ),
  );
});

test('the triggers that the engine watches fire exactly when the rules end a position', () => {
  const level = fc.integer({ min: 50_000, max: 70_000 }).map((value) => wad(String(value)));
  fc.assert(
    fc.property(side, fc.option(level), fc.option(level), level, (which, takeProfit, stopLoss, now) => {
      const order = { ...positionOf({ side: which }), takeProfit, stopLoss };
      const { falling, rising } = triggersOf(order);
      const isFired = (falling !== null && now <= falling) || (rising !== null && now >= rising);
      assert.equal(endCause(order, { sequence: 11, price: now, publishedAt: 2_000_000 }) !== undefined, isFired);
    }),
  );
});

test('slippage counts to one side, a price that is not the market’s to both', () => {
  const seen = { tradePrice: wad('100'), slippageMax: wad('0.005') };
  for (const [which, at, isWorse] of [
    ['long', '100.5', false],
    ['long', '100.500001', true],
    ['long', '1', false],
    ['short', '99.5', false],
    ['short', '99.499999', true],
    ['short', '1000', false],
  ] as const) {
    assert.equal(isTooMuchWorse({ side: which, price: wad(at), ...seen }), isWorse, `${which} ${at}`);
  }
  assert.deepEqual(
    ['99.499999', '99.5', '100.5', '100.500001'].map((at) => isOutdated({ price: wad(at), ...seen })),
    [true, false, false, true],
  );
});

test('stops lie on their own sides', () => {
  const at = (which: ContractSide, takeProfit: string | null, stopLoss: string | null) =>
    wrongStop(which, wad('100'), {
      takeProfit: takeProfit === null ? null : wad(takeProfit),
      stopLoss: stopLoss === null ? null : wad(stopLoss),
    });
  assert.deepEqual(
    [at('long', '101', '99'), at('short', '99', '101'), at('long', null, null)],
    [undefined, undefined, undefined],
  );
  assert.deepEqual([at('long', '100', '99'), at('long', '101', '100')], ['take_profit', 'stop_loss']);
  assert.deepEqual([at('short', '100', '101'), at('short', '99', '100')], ['take_profit', 'stop_loss']);
});

test('a market order opens 250 ms to 5 s after receipt, unless the price moved away or past a stop', () => {
  const order: ContractOrder = {
    ...positionOf({ side: 'long' }),
    state: 'waiting',
    entry: null,
    liquidationPrice: null,
  };
  const judge = (afterMs: number, at: string, changes: Partial<ContractOrder> = {}, sequence = 9) =>
    judgeFill({ ...order, ...changes }, { sequence, price: wad(at), publishedAt: 1_000_000 + afterMs }, terms);
  assert.equal(judge(249, '60000'), 'waits');
  assert.equal(judge(250, '60000', {}, 8), 'waits');
  assert.deepEqual(judge(250, '60000'), { liquidationPrice: wad('59100') });
  assert.deepEqual(judge(5_000, '60300'), { liquidationPrice: wad('59395.5') });
  assert.equal(judge(5_001, '60000'), 'no-entry-tick');
  assert.equal(judge(300, '60300.01'), 'price-moved');
  assert.equal(judge(300, '59000', { stopLoss: wad('59500') }), 'price-moved');
  const limit = { orderType: 'limit' as const, tradePrice: wad('59000') };
  assert.equal(judge(90_000, '59000.01', limit), 'waits');
  assert.deepEqual(judge(90_000, '58000', limit), { liquidationPrice: wad('57130') });
});
