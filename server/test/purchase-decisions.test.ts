// What operators may decide of orders of coins alone and what takes two, until when money is booked for a quote to hold, and what it costs to
// say that one paid and never to pay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bankDayAfter, parseWireId, purchasedCoins, recordRefundAct, returnTransferAct, wad, formatAmount, wireId, type ListedTransfer, type Purchase } from '@candor/wire'; // oxfmt-ignore
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

/** Sets the price of a bitcoin from now on. */
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
  assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: two.id, received: '1000', booked_on: '2026-02-30' })), 'booking-day-missing');
  assert.equal((await stage.decideByTwo({ purchase_id: two.id, received: '1000', booked_on: lastDay }))['settlement'], 'quote');
  const today = new Date(stage.clock.now()).toISOString().slice(0, 10);
  assert.equal((await stage.decideByTwo({ purchase_id: unknown.id, received: '1000', booked_on: today }))['settlement'], 'rate');
  const ends = await Promise.all([two, unknown].map(async (order) => (await stage.look(order.id)).credited));
  assert.deepEqual(ends, [two.coin_amount, now]);
  price('50000');
  await stage.ledger.audit();
}); // oxfmt-ignore

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
  assert.equal((await claim(ben)).state, 'waiting-payment', 'his first counts as one given up, the second is one unpaid');
  await assert.rejects(stage.ledger.pool.query('update unpaid_purchases set unpaid = 1, version = version + 1, last_at = now()'), /counts as unpaid/);
  await assert.rejects(stage.ledger.pool.query('delete from unpaid_purchases'), /permission denied/);
  await stage.ledger.audit();
  stage.clock.advance(30 * 24 * 60 * minuteMs);
  await stage.catchUp();
  await storeRatesOfToday();
  assert.equal((await stage.order(ann)).state, 'waiting-payment');
  await stage.ledger.audit();
}); // oxfmt-ignore

test('the database holds the day: no quote for money that is booked late, and no day but the line’s', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid();
  const uuid = parseWireId('purchase', order.id)!;
  const line = await stage.importLine(order.id, { bookedOn: bankDayAfter(order.book_by!, 1) });
  const complete = (bookedOn: string, settlement: string): Promise<unknown> =>
    stage.ledger.pool.query(`update purchases set state = 'completed', received = money, credited = coins, refund = 0, reserved = 0, ended_at = now(),
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
     from generate_series('2026-11-23'::date, '2026-12-06', '1 day') as day, generate_series(0, 10) as days`);
  assert.equal(days.rowCount, 14 * 11);
  for (const each of days.rows) assert.equal(each.after, bankDayAfter(each.day, each.days), `${each.day} ${each.days}`);
}); // oxfmt-ignore

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

const dayNow = (): string => new Date(stage.clock.now()).toISOString().slice(0, 10);
const csv = (...rows: string[]): string => `Date,Amount,Currency,Payer,Text\n${rows.join('\n')}\n`;
const camt = (entries: string): string => `<Document><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
interface EntryWanted {
  amount: string;
  text: string;
  bank: string;
  payer?: string;
  day?: string;
  more?: string;
  way?: string;
}
const entry = ({
  amount,
  text,
  bank,
  payer = 'ANN LEE',
  day = dayNow(),
  more = '',
  way = 'CRDT',
}: EntryWanted): string =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${bank}</AcctSvcrRef>
   <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const usesOf = async (amount: string): Promise<string[]> =>
  (await stage.lines(amount)).map(({ use }) => use).toSorted();

test('one payment that three files tell of in other words pays for one order', async () => {
  await storeRatesOfToday();
  const { order } = await saidPaid('1234');
  const text = `coins ${order.reference}`;
  const noon = csv(`${dayNow()},1234,USD,Ann Lee,${text}`);
  const counts = async (file: string) => {
    const { added, doubtful } = await stage.importFile(file);
    return [added, doubtful];
  };
  assert.deepEqual(await counts(noon), [1, 0]);
  assert.deepEqual(await counts(noon), [0, 0]);
  const booked = camt(entry({ amount: '1234', text, bank: 'BANK-0001' }));
  assert.deepEqual(await counts(booked), [1, 1]);
  const completed = csv(`${dayNow()},1234,USD,ANN LEE,${text} VALUE ${dayNow()}`, `${dayNow()},7,USD,Bo,gift`);
  assert.deepEqual(await counts(completed), [2, 1]);
  for (const file of [noon, booked, completed]) assert.deepEqual(await counts(file), [0, 0]);
  assert.deepEqual(await counts(camt(entry({ amount: '1234', text: `${text} again`, bank: 'BANK-0001' }))), [0, 0], 'the bank calls both by one reference'); // oxfmt-ignore
  assert.deepEqual(await usesOf('1234'), ['maybe-double', 'maybe-double', 'open']);
  const [open, ...doubles] = (await stage.lines('1234')).toSorted((one, other) => other.use.localeCompare(one.use));
  assert.deepEqual(doubles.map(({ match, double_of, imported_by }) => [match, double_of === null, imported_by]), [['none', false, 'rita'], ['none', false, 'rita']]); // oxfmt-ignore
  assert.equal((await stage.confirm(order.id, { received: '1234', transfer_id: open!.transfer_id })).state, 'completed');
  const { order: others } = await saidPaid('1234');
  assert.deepEqual((await stage.lines('1234')).map(({ match }) => match), ['none', 'none', 'none']);
  assert.deepEqual((await stage.look(others.id)).transfers, []);
  const [first, second] = doubles as [ListedTransfer, ListedTransfer];
  const deny = async (line: ListedTransfer): Promise<void> => {
    const with_ = { received: '1234', transfer_id: line.transfer_id };
    assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: others.id, ...with_ })), 'transfer-maybe-double');
    assert.equal(await refusedWith(stage.returnLine(line.transfer_id)), 'transfer-maybe-double');
  };
  await deny(first);
  const uuid = parseWireId('transfer', first.transfer_id)!;
  const force = (set: string): Promise<unknown> =>
    stage.ledger.serverPool.query(`update bank_transfers set ${set}, version = version + 1 where transfer_id = '${uuid}'`);
  const tess = `(select operator_id from operators where name = 'tess')`;
  await assert.rejects(force(`use = 'returned', used_at = now(), returned_by = ${tess}`), /may be a double proves nothing/);
  await assert.rejects(force(`doubt = 'another', doubt_at = now(), doubt_by = (select operator_id from operators where name = 'rita')`), /a treasurer says once/);
  await assert.rejects(force('double_of = null'), /permission denied/);
  await stage.answerDouble(first.transfer_id, 'same');
  assert.equal(await refusedWith(stage.answerDouble(first.transfer_id, 'another')), 'transfer-not-asked');
  await assert.rejects(force(`doubt = 'another', doubt_at = now(), doubt_by = ${tess}`), /a treasurer says once/);
  await deny(first);
  await stage.answerDouble(second.transfer_id, 'another');
  assert.deepEqual(await usesOf('1234'), ['confirmed', 'double', 'open']);
  await stage.returnLine(second.transfer_id);
  await stage.ledger.audit();
}); // oxfmt-ignore

test('lines of other files: a day apart and in other words they are asked about; other references make other lines', async () => {
  await storeRatesOfToday();
  const dayBefore = new Date(stage.clock.now() - 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const added = async (file: string): Promise<[number, number]> => {
    const { added: count, doubtful } = await stage.importFile(file);
    return [count, doubtful];
  };
  assert.deepEqual(await added(csv(`${dayBefore},41,USD,Ann  Lee,first coins`)), [1, 0]);
  assert.deepEqual(await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-41' }))), [1, 1], 'booked a day later');
  assert.deepEqual(await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-42' }))), [1, 1], 'one of the two may be the first line');
  for (const { transfer_id: id, use } of await stage.lines('41')) if (use === 'maybe-double') await stage.answerDouble(id, 'same');
  assert.deepEqual(await added(camt(entry({ amount: '41', text: 'first coins', bank: 'B-43' }))), [1, 0], 'the bank calls it otherwise');
  assert.deepEqual(await added(csv(`${dayNow()},43,USD,Ann Lee,Coins`, `${dayNow()},43,USD,Bo Li,Coins 2`)), [2, 0]);
  assert.deepEqual(await added(camt(entry({ amount: '43', text: 'c o i n s', payer: 'Bo Li', bank: 'B-43' }))), [1, 1]);
  assert.deepEqual(await added(camt(entry({ amount: '43', text: 'rent', payer: 'Zoe Xu', bank: 'B-44' }))), [1, 0], 'somebody else');
}); // oxfmt-ignore

test('two equal payments in two files of a day are asked about, and files that list the whole day again add nothing', async () => {
  await storeRatesOfToday();
  const line = (payer: string, amount = '50'): string => `${dayNow()},${amount},USD,${payer},Coins of today`;
  const added = async (...rows: string[]): Promise<[number, number]> => {
    const { added: count, doubtful } = await stage.importFile(csv(...rows));
    return [count, doubtful];
  };
  const [morning, whole] = [[line('X GmbH')], [line('X GmbH'), line('Y AG', '51')]];
  assert.deepEqual(await added(...morning), [1, 0]);
  assert.deepEqual(await added(...morning), [0, 0], 'the same file');
  assert.deepEqual(await added(...whole), [1, 0], 'the whole day');
  assert.deepEqual(await added(...whole, line('X GmbH')), [1, 0], 'the whole day, with a second one');
  assert.deepEqual(await added(line('X GmbH'), ''), [1, 1], 'alone, in a file of its own');
  assert.deepEqual(await added(line('X GmbH'), ''), [0, 0]);
  assert.deepEqual(await added(line('V AB', '53'), line('W AB', '54')), [2, 0]);
  assert.deepEqual(
    await added(line('V AB', '53'), line('Z SA', '52')),
    [2, 1],
    'a file that leaves out what came with the first',
  );
  assert.deepEqual(await usesOf('50'), ['maybe-double', 'open', 'open']);
  await stage.ledger.audit();
});

const dayAfterNow = (): string => new Date(stage.clock.now() + 24 * 60 * minuteMs).toISOString().slice(0, 10);

test('a payment that the bank takes back buys nothing, however the bank says it', async () => {
  await storeRatesOfToday();
  const outs = [
    (text: string, bank: string) => camt(entry({ amount: '777', text, bank, day: dayAfterNow(), way: 'DBIT', more: '<RvslInd>true</RvslInd>' })),
    (text: string) => camt(entry({ amount: '777', text: `RETURN ${text}`, bank: 'BANK-OUT', day: dayAfterNow(), way: 'DBIT' })),
    (text: string) => csv(`${dayAfterNow()},-777,USD,ann lee,${text}`),
  ];
  for (const [place, out] of outs.entries()) {
    const { order } = await saidPaid('777');
    const bank = `BANK-0777-${place}`;
    await stage.importFile(camt(entry({ amount: '777', text: order.reference, bank })));
    const line = (await stage.look(order.id)).transfers.find(({ text }) => text === order.reference)!;
    const file = out(order.reference, bank);
    assert.equal((await stage.importFile(file)).reversed, 1);
    assert.equal((await stage.importFile(file)).reversed, 0, 'the same file again');
    const [shown] = (await stage.lines('777')).filter(({ transfer_id: id }) => id === line.transfer_id);
    assert.deepEqual([shown!.use, shown!.match, shown!.reversed_on], ['reversed', 'none', dayAfterNow()]);
    assert.deepEqual((await stage.look(order.id)).transfers, []);
    const asked = { received: '777', transfer_id: line.transfer_id };
    assert.equal(await refusedWith(stage.confirm(order.id, asked)), 'transfer-reversed');
    assert.equal(await refusedWith(stage.decideByTwo({ purchase_id: order.id, ...asked })), 'transfer-reversed');
    assert.equal(await refusedWith(stage.returnLine(line.transfer_id)), 'transfer-reversed');
    await assert.rejects(
      stage.ledger.serverPool.query(`update bank_transfers set use = 'returned', used_at = now(), version = version + 1,
        returned_by = (select operator_id from operators where name = 'tess') where transfer_id = '${parseWireId('transfer', line.transfer_id)!}'`),
      /money went back proves nothing/,
    );
  }
  const unknown = await stage.importFile(camt(entry({ amount: '778', text: 'RETURN of nothing known', bank: 'BANK-X', way: 'DBIT' })));
  assert.deepEqual([unknown.reversed, unknown.unknown_returns, unknown.returns[0]!.amount], [0, 1, '778 USD']);
  await stage.ledger.audit();
}); // oxfmt-ignore

test('money that is taken back after it bought coins is shown with the order; a refund that was sent is no return', async () => {
  await storeRatesOfToday();
  const [{ order }, { order: refunded }] = [await saidPaid('779'), await saidPaid('781')];
  await stage.importFile(camt(entry({ amount: '779', text: order.reference, bank: 'BANK-779' }) + entry({ amount: '781', text: refunded.reference, bank: 'BANK-781' })));
  const lineOf = async ({ id }: Purchase): Promise<string> => (await stage.look(id)).transfers[0]!.transfer_id;
  await stage.confirm(order.id, { received: '779', transfer_id: await lineOf(order) });
  await stage.reject(refunded.id, { received: '781', transfer_id: await lineOf(refunded), reason: 'other-name' });
  const back = csv(`${dayAfterNow()},-779,USD,Ann Lee,RETURN ${order.reference}`, `${dayAfterNow()},-781,USD,Ann Lee,${refunded.reference}`);
  assert.equal((await stage.importFile(back)).reversed, 1);
  const { taken_back: taken } = await stage.look(order.id);
  assert.deepEqual([taken?.reversed_on, taken?.text], [dayAfterNow(), `RETURN ${order.reference}`]);
  assert.equal((await stage.look(refunded.id)).taken_back, null);
  await stage.ledger.audit();
}); // oxfmt-ignore

test('a line that can not be read is listed with its number, and the others are taken', async () => {
  const file = csv(`${dayNow()},61,USD,Ann Lee,coins 61`, `${dayNow()},5,PLN,Bo,zloty`, 'Total,66,,,', `${dayNow()},62,USD,Bo,coins 62`);
  const answer = await stage.importFile(file);
  assert.deepEqual([answer.lines, answer.added, answer.unreadable], [2, 2, 2]);
  assert.deepEqual(answer.problems.map(({ line }) => line), [3, 4]); // oxfmt-ignore
  assert.match(answer.problems[0]!.reason, /“PLN” is no currency/);
}); // oxfmt-ignore

// Its decisions name orders that do not exist, so it comes last.
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
