// What operators may decide of orders of coins alone and what takes two, until when money is booked for a quote to hold, and what it costs to
// say that one paid and never to pay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  bankDayAfter,
  parseWireId,
  purchasedCoins,
  recordRefundAct,
  returnTransferAct,
  wad,
  formatAmount,
  wireId,
  type Purchase,
} from '@candor/wire';
import { storeDemoRates } from '../src/currencies/demo-rates.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { newKey } from './support/money.ts';
import { runAsOwner } from './support/database.ts';
import { decidedAlone, declareOwn, outcomesOf } from './support/seat-operator.ts';
import { refusedWith } from './support/options-stage.ts';
import { minuteMs, openPurchaseStage, type PurchaseStage } from './support/purchase-stage.ts';

let stage: PurchaseStage;
before(async () => {
  stage = await openPurchaseStage({ USDT: '200000', BTC: '10' });
});
after(() => stage.end());

/** Sets the price of bitcoin from now on. */
const price = (text: string): void =>
  void stage.market.publish('BTC', [{ price: text, publishedAt: stage.clock.now() }]);
const caller = async () => ({ accountId: await stage.ledger.pay('1') });

/** Rates of the day that the clock has come to. */
async function storeRatesOfToday(): Promise<void> {
  await storeDemoRates(stage.ledger.pool, stage.clock);
  await stage.stop();
  await stage.start();
}

/** The refusal of one who may not decide alone, with its reason. */
async function needsSecond(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal && error.code === 'second-person-needed', String(error));
  return error.facts['reason'];
}

test('a large order needs two persons, and a foreign one is not found', async () => {
  await storeRatesOfToday();
  const [ann, ben] = [await caller(), await caller()];
  const order = await stage.order(ann, { money: '10000.01' });
  await stage.paid(ann, order.id);
  assert.equal(await needsSecond(stage.confirm(order.id, { received: '10000.01' })), 'above-limit');
  assert.equal(await refusedWith(stage.paid(ben, order.id)), 'not-found');
  assert.equal(await refusedWith(stage.cancel(ben, order.id)), 'not-found');
  const foreign = { received: '1', transfer_id: '' };
  assert.equal(await refusedWith(stage.confirm(wireId('purchase', ann.accountId), foreign)), 'not-found');
  await assert.rejects(stage.ledger.pool.query(`update purchases set state = 'completed', received = money, credited = coins, refund = 0,
    reserved = 0, ended_at = now(), settlement = 'rate', decided_by = (select operator_id from operators where name = 'tess') where reference = '${order.reference}'`),
    /nobody who may/); // oxfmt-ignore
  await stage.reject(order.id, { received: '10000.01', reason: 'other-name' });
});

/** An order that its customer says is paid. */
async function saidPaid(money = '1000') {
  const ann = await caller();
  const order = await stage.order(ann, { money });
  await stage.paid(ann, order.id);
  return { ann, order };
}

test('a treasurer alone turns no order into coins: not without a line, with an own line or with a line of another order', async () => {
  const orders = await Promise.all([saidPaid(), saidPaid(), saidPaid()]);
  for (const { order } of orders) assert.equal(await needsSecond(stage.confirm(order.id, { transfer_id: '' })), 'no-line'); // oxfmt-ignore
  const [{ ann, order }, { ann: ben, order: other }, { order: last }] = orders;
  const own = await stage.importLine(order.id, { by: 'tess' });
  assert.equal(await needsSecond(stage.confirm(order.id, { transfer_id: own })), 'own-line');
  const another = await stage.importLine(order.id, {
    text: `coins ${other.reference.replace(/(.{4})/g, '$1 ').trim()}`,
  });
  assert.equal(await needsSecond(stage.confirm(order.id, { transfer_id: another })), 'names-another');
  assert.equal(await needsSecond(stage.reject(order.id, { received: '1000', transfer_id: own })), 'own-line');
  const shown = await stage.look(order.id);
  const reasons = new Map(shown.transfers.map((each) => [each.transfer_id, [each.imported_by, each.second_reason]]));
  assert.deepEqual(
    [reasons.get(own), reasons.get(another)],
    [
      ['tess', 'own-line'],
      ['rita', 'names-another'],
    ],
  );
  assert.equal(await stage.ledger.available(ann.accountId), '1');
  // Two persons may decide, with a line that one of them imported or without a line.
  await stage.decideByTwo({ purchase_id: order.id, received: '1000', transfer_id: own });
  assert.equal(await stage.ledger.available(ann.accountId), '991');
  await stage.decideByTwo({ purchase_id: other.id, received: '500', reason: 'other-name' });
  const [sentBack] = await stage.list(ben.accountId);
  assert.deepEqual([sentBack!.state, sentBack!.refund, sentBack!.reason], ['rejected', '500', 'other-name']);
  const line = await stage.importLine(last.id);
  assert.equal((await stage.look(last.id)).transfers.find((each) => each.transfer_id === line)!.second_reason, null);
  assert.equal((await stage.confirm(last.id, { transfer_id: line })).state, 'completed');
  await stage.ledger.audit();
});

/** To the first moment of the day after this one. */
const toDayAfter = async (day: string): Promise<void> => {
  stage.clock.advance(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * minuteMs - stage.clock.now());
  await storeRatesOfToday();
};

test('what is not paid is no option: the quote holds for money that is booked in time, however long an operator takes', async () => {
  const buy = async (): Promise<Purchase> => {
    price('60000');
    const ann = await caller();
    const order = await stage.order(ann, { coin: 'BTC', currency: 'EUR' });
    await stage.paid(ann, order.id);
    return order;
  };
  await storeRatesOfToday();
  const [late, early, fallen, two, unknown] = [await buy(), await buy(), await buy(), await buy(), await buy()];
  const lastDay = late.book_by!;
  await toDayAfter(lastDay);
  price('66000');
  // What the money buys now, after the fee.
  const now = formatAmount(purchasedCoins(wad('1000'), { currency: 'EUR', coin: 'BTC' }, { perUsd: wad(late.per_usd), price: wad('66000'), feeRate: wad('0.01') })); // oxfmt-ignore
  assert.equal((await stage.look(late.id)).coin_amount_now, now);
  const after = await stage.confirm(late.id);
  assert.deepEqual([after.settlement, after.credited], ['rate', now]);
  const inTime = await stage.confirm(early.id, { bookedOn: lastDay });
  assert.deepEqual([inTime.settlement, inTime.credited, inTime.booked_on], ['quote', early.coin_amount, lastDay]);
  price('50000');
  const cheap = await stage.confirm(fallen.id);
  assert.deepEqual([cheap.settlement, cheap.credited], ['rate', fallen.coin_amount], 'never more than was agreed');
  price('66000');
  // Two persons who saw no line say the day, and both read what follows from it.
  assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: two.id, received: '1000' })), 'booking-day-missing');
  assert.equal(
    await refusedWith(stage.decideByTwo({ purchase_id: two.id, received: '1000', booked_on: '2026-02-30' })),
    'booking-day-missing',
  );
  assert.equal(
    (await stage.decideByTwo({ purchase_id: two.id, received: '1000', booked_on: lastDay }))['settlement'],
    'quote',
  );
  const today = new Date(stage.clock.now()).toISOString().slice(0, 10);
  assert.equal(
    (await stage.decideByTwo({ purchase_id: unknown.id, received: '1000', booked_on: today }))['settlement'],
    'rate',
  );
  const ends = await Promise.all([two, unknown].map(async (order) => (await stage.look(order.id)).credited));
  assert.deepEqual(ends, [two.coin_amount, now]);
  price('50000');
  await stage.ledger.audit();
});

test('who says twice that he paid and never does buys nothing for thirty days, and is told until when', async () => {
  await storeRatesOfToday();
  const [ann, ben] = [await caller(), await caller()];
  const claim = async (who: typeof ann): Promise<Purchase> => {
    const order = await stage.order(who, { currency: 'EUR' });
    await stage.paid(who, order.id);
    return order;
  };
  const [first, hasty] = [await claim(ann), await claim(ben)];
  // Before the last day is over an operator’s word costs no more than an order given up.
  await stage.reject(hasty.id);
  await toDayAfter(first.book_by!);
  await stage.reject(first.id);
  const second = await claim(ann);
  const again = await claim(ben);
  await toDayAfter(second.book_by!);
  await stage.reject(second.id);
  await stage.reject(again.id);
  const refusal = await stage.order(ann).catch((error: unknown) => error);
  assert.ok(refusal instanceof Refusal && refusal.code === 'purchases-blocked');
  assert.equal(Date.parse(refusal.facts['until']!), stage.clock.now() + 30 * 24 * 60 * minuteMs);
  assert.equal(
    (await claim(ben)).state,
    'waiting-payment',
    'his first counts as one given up, the second is one unpaid',
  );
  await assert.rejects(
    stage.ledger.pool.query('update unpaid_purchases set unpaid = 1, version = version + 1, last_at = now()'),
    /counts as unpaid/,
  );
  await assert.rejects(stage.ledger.pool.query('delete from unpaid_purchases'), /permission denied/);
  await stage.ledger.audit();
  stage.clock.advance(30 * 24 * 60 * minuteMs);
  await stage.catchUp();
  await storeRatesOfToday();
  assert.equal((await stage.order(ann)).state, 'waiting-payment');
  await stage.ledger.audit();
});

test('the database holds the day: no quote for money that is booked late, and no day but the line’s', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid();
  const uuid = parseWireId('purchase', order.id)!;
  const line = await stage.importLine(order.id, { bookedOn: bankDayAfter(order.book_by!, 1) });
  const complete = (bookedOn: string, settlement: string): Promise<unknown> =>
    stage.ledger.pool
      .query(`update purchases set state = 'completed', received = money, credited = coins, refund = 0, reserved = 0, ended_at = now(),
        decided_by = (select operator_id from operators where name = 'tess'), booked_on = ${bookedOn}, settlement = ${settlement} where purchase_id = '${uuid}';
      update bank_transfers set use = 'confirmed', purchase_id = '${uuid}', used_at = now() where transfer_id = '${parseWireId('transfer', line)!}'`);
  await assert.rejects(complete('book_by + 1', `'quote'`), /violates check constraint/);
  await assert.rejects(complete('book_by', `'quote'`), /the day that its line or two persons say/);
  await assert.rejects(complete('null', `null`), /what was agreed/);
  await assert.rejects(stage.ledger.pool.query(`update purchases set book_by = 'infinity'`), /never changes/);
  await stage.reject(order.id);
  // The database counts bank days as the program does.
  const days = await stage.ledger.pool.query<{ day: string; days: number; after: string }>(
    `select day::date::text as day, days, bank_day_after(day::date, days)::text as after
     from generate_series('2026-11-23'::date, '2026-12-06', '1 day') as day, generate_series(0, 10) as days`,
  );
  assert.equal(days.rowCount, 14 * 11);
  for (const each of days.rows) assert.equal(each.after, bankDayAfter(each.day, each.days), `${each.day} ${each.days}`);
});

test('the database holds it too: an order decided by one has a line of somebody else, and a used line has its order', async () => {
  const { order } = await saidPaid();
  const { pool } = stage.ledger;
  const uuid = parseWireId('purchase', order.id)!;
  const complete = (received = 'money'): string =>
    `update purchases set state = 'completed', received = ${received}, credited = coins, refund = 0, reserved = 0, ended_at = now(),
      settlement = 'rate', booked_on = current_date, decided_by = (select operator_id from operators where name = 'tess') where purchase_id = '${uuid}'`;
  const use = (line: string): string =>
    `update bank_transfers set use = 'confirmed', purchase_id = '${uuid}', used_at = now() where transfer_id = '${parseWireId('transfer', line)!}'`;
  const together = async (...statements: string[]): Promise<void> => void (await pool.query(statements.join(';')));
  const needsLine = /needs a line of a statement that somebody else imported/;
  await assert.rejects(together(complete()), needsLine);
  await assert.rejects(together(complete(), use(await stage.importLine(order.id, { by: 'tess' }))), needsLine);
  await assert.rejects(together(complete(), use(await stage.importLine(order.id, { received: '999' }))), needsLine);
  await assert.rejects(together(use(await stage.importLine(order.id))), /used for a decided order/);
  await assert.rejects(together(complete('0')), /completed by money/);
  await together(`select operator_of_demo('sam', 'support')`);
  await assert.rejects(
    together(`insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by)
      select gen_random_uuid(), 'USD', 1000, current_date, '', '', operator_id from operators where name = 'sam'`),
    /imported by an operator who may/,
  );
  await assert.rejects(together(`update bank_transfers set imported_by = imported_by`), /permission denied/);
  assert.equal((await stage.reject(order.id)).state, 'rejected');
  await stage.ledger.audit();
});

/** So many orders, of a customer each, that owe this refund. */
async function owing(count: number, refund: string): Promise<Purchase[]> {
  const orders: Purchase[] = [];
  while (orders.length < count) orders.push(await stage.owesRefund(await caller(), refund));
  return orders;
}

test('a large refund in many small ones: one treasurer sends refunds up to the sum of a day, then two persons decide', async () => {
  await storeRatesOfToday();
  const thief = await stage.seatTreasurer('splitter');
  const orders = await owing(9, '2900');
  const [first, ...others] = orders as [Purchase, ...Purchase[]];
  const { key } = newKey();
  const noted = await stage.refund(first.id, { by: 'splitter', key });
  assert.equal(noted.refunded_by, 'splitter');
  assert.deepEqual(await stage.refund(first.id, { by: 'splitter', key }), noted, 'the same request again');
  assert.equal(await refusedWith(stage.refund(first.id, { by: 'splitter' })), 'order-changed');
  for (const { id } of others.slice(0, 4)) await stage.refund(id, { by: 'splitter' });
  // 5,500 are left, which is one of the four that are sent at the same moment.
  const rest = others.slice(4);
  const outcomes = await outcomesOf(rest.map(({ id }) => stage.refund(id, { by: 'splitter' })));
  assert.deepEqual(outcomes.toSorted(), ['day-sum-reached', 'day-sum-reached', 'day-sum-reached', 'done']);
  await stage.stop();
  await stage.start();
  const left = rest[outcomes.indexOf('day-sum-reached')]!;
  assert.equal(await refusedWith(stage.refund(left.id, { by: 'splitter' })), 'day-sum-reached');
  const facts = await stage.actByTwo(recordRefundAct, { purchase_id: left.id }, 'splitter');
  assert.deepEqual([facts['refund'], facts['worth'], facts['reference']], ['2900 USD', '2900 USDT', left.reference]);
  assert.equal((await stage.look(left.id)).refunded_by, 'splitter, rita');
  assert.equal(await refusedWith(stage.actByTwo(recordRefundAct, { purchase_id: left.id })), 'order-changed');
  const { rows } = await stage.ledger.pool.query(
    `select count(*)::int as count, sum(worth)::int as sum from operator_decisions where operator_id = $1 and kind = 'refund' and proposal_id is null`,
    [thief],
  );
  assert.deepEqual(rows, [{ count: 6, sum: 17_400 }]);
  await stage.ledger.audit();
});

test('nobody sends a refund to an own account, and the role of the server notes none by itself', async () => {
  await storeRatesOfToday();
  const thief = await stage.seatTreasurer('owner');
  const [own, large] = [await stage.owesRefund(await caller(), '50'), await stage.owesRefund(await caller(), '20001')];
  const accountId = parseWireId('account', own.account_id)!;
  await declareOwn(stage.ledger, { operatorId: thief, accountId });
  assert.equal(await refusedWith(stage.refund(own.id, { by: 'owner' })), 'own-account');
  await assert.rejects(stage.actByTwo(recordRefundAct, { purchase_id: own.id }, 'owner'), /own-account/);
  const note = (order: Purchase, by: string, more = ''): Promise<unknown> =>
    stage.ledger.serverPool.query(
      `update purchases set refunded_at = now(), version = version + 1, ${by} ${more} where purchase_id = '${parseWireId('purchase', order.id)!}'`,
    );
  const named = (name: string): string => `refunded_by = (select operator_id from operators where name = '${name}')`;
  await assert.rejects(note(own, named('owner')), /own-account/);
  await assert.rejects(note(own, 'refund = refund'), /with who sent it/);
  await assert.rejects(note(own, named('rita')), /no operator who may/);
  await assert.rejects(note(own, `refund_proposal = gen_random_uuid()`), /no approved proposal/);
  await assert.rejects(note(own, named('tess'), ', refund = 0'), /final/);
  await assert.rejects(note(large, named('owner')), /day-sum-reached/);
  assert.equal((await stage.refund(own.id)).refunded_by, 'tess');
  await assert.rejects(note(own, named('rita')), /final|never changes/);
  assert.equal((await stage.look(large.id)).refunded_at, null);
});

test('a line that is said to be returned counts like a refund, in the money of its country', async () => {
  await storeRatesOfToday();
  const thief = await stage.seatTreasurer('returner');
  const order = await stage.order(await caller(), { currency: 'EUR', money: '100' });
  const own = await stage.order(await caller(), { currency: 'EUR', money: '100' });
  await declareOwn(stage.ledger, { operatorId: thief, accountId: parseWireId('account', own.account_id)! });
  const line = (received: string, text: string) => stage.importLine(order.id, { received, text });
  const [small, large, ofOrder, ofOwn, ofBoth] = [await line('1000', 'rent'), await line('30000', 'rent'), await line('100', order.reference), await line('100', own.reference), await line('100', `${order.reference} ${own.reference}`)]; // oxfmt-ignore
  await stage.returnLine(small, 'returner');
  assert.equal(await refusedWith(stage.returnLine(small, 'returner')), 'transfer-used');
  assert.equal(await refusedWith(stage.returnLine(large, 'returner')), 'day-sum-reached');
  for (const each of [ofOwn, ofBoth]) {
    assert.equal(await refusedWith(stage.returnLine(each, 'returner')), 'own-account');
    await assert.rejects(stage.actByTwo(returnTransferAct, { transfer_id: each }, 'returner'), /own-account/);
  }
  const facts = await stage.actByTwo(returnTransferAct, { transfer_id: large });
  assert.deepEqual([facts['amount'], facts['account_uuid'], facts['payer'], facts['imported_by']], ['30000 EUR', null, 'Ann Lee', 'rita']); // oxfmt-ignore
  const named = await stage.actByTwo(returnTransferAct, { transfer_id: ofOrder });
  assert.deepEqual([named['account'], named['reference']], [order.account_id, order.reference]);
  const mark = (id: string, by: string): Promise<unknown> =>
    stage.ledger.serverPool.query(
      `update bank_transfers set use = 'returned', used_at = now(), version = version + 1, ${by} where transfer_id = '${parseWireId('transfer', id)!}'`,
    );
  const byName = (name: string): string => `returned_by = (select operator_id from operators where name = '${name}')`;
  await assert.rejects(mark(ofBoth, byName('returner')), /own-account/);
  await assert.rejects(mark(ofBoth, 'returned_by = null'), /by one operator, or by two/);
  await assert.rejects(mark(ofBoth, 'return_proposal = gen_random_uuid()'), /no approved proposal/);
  await assert.rejects(mark(ofBoth, byName('rita')), /no operator who may/);
  await assert.rejects(mark(await line('30000', 'rent'), byName('returner')), /day-sum-reached/);
  // There is no rate of this currency.
  const unknown = wireId('transfer', stage.ledger.newId());
  await runAsOwner(stage.ledger, `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by)
    select $1, 'GBP', 1, current_date, '', '', operator_id from operators where name = 'rita'`, [parseWireId('transfer', unknown)]); // oxfmt-ignore
  assert.equal(await refusedWith(stage.returnLine(unknown, 'returner')), 'worth-unknown');
  await stage.actByTwo(returnTransferAct, { transfer_id: unknown });
  const { rows } = await stage.ledger.pool.query<{ worth: number; worths: number }>(
    `select worth::float8 as worth, (1000 / per_usd)::float8 as worths from operator_decisions, lateral (select per_usd from currency_rates where currency = 'EUR'
       and day <= current_date order by day desc limit 1) as rate where operator_id = $1 and proposal_id is null`,
    [thief],
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.worth.toFixed(6), rows[0]!.worths.toFixed(6));
  await stage.ledger.audit();
});

test('decisions at the same moment that exceed the sum of a day together: one is taken, the others are refused with the reason', async () => {
  await storeRatesOfToday();
  const operatorId = await stage.seatTreasurer('hasty');
  await decidedAlone(stage.ledger, { operatorId, worth: '15000' });
  const orders = await Promise.all([saidPaid('3000'), saidPaid('3000'), saidPaid('3000')]);
  const lines = await Promise.all(orders.map(({ order }) => stage.importLine(order.id, { received: '3000' })));
  const confirmed = await outcomesOf(
    orders.map(({ order }, place) =>
      stage.confirm(order.id, { received: '3000', transfer_id: lines[place]!, by: 'hasty' }),
    ),
  );
  assert.deepEqual(confirmed.toSorted(), ['day-sum-reached', 'day-sum-reached', 'done']);
  const [first] = orders;
  const texts = ['rent', 'rent', 'rent'];
  const returned = await Promise.all(texts.map((text) => stage.importLine(first.order.id, { received: '1500', text })));
  const outcomes = await outcomesOf(returned.map((id) => stage.returnLine(id, 'hasty')));
  assert.deepEqual(outcomes.toSorted(), ['day-sum-reached', 'day-sum-reached', 'done']);
});
