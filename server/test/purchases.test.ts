// Coins for a bank transfer on a real database: what is ordered is set aside until it ends, the thirty minutes end once whoever comes
// first, and nobody gets more than was paid for.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { parseWireId, wireId, type Purchase, type Uuid } from '@candor/wire';
import { Refusal } from '../src/kit/refuse.ts';
import { runAsOwner } from './support/database.ts';
import { firstPurchaseTerms } from './support/first-terms.ts';
import { refusedWith } from './support/options-stage.ts';
import { minuteMs, openPurchaseStage, type PurchaseStage } from './support/purchase-stage.ts';
import { randomIntOf, testSeed } from './support/seed.ts';

let stage: PurchaseStage;
before(async () => {
  stage = await openPurchaseStage({ USDT: '200000', BTC: '10', XRP: '10000' });
  price('50000');
});
after(() => stage.end());

/** Of a bitcoin, from now on. */
const price = (text: string): void =>
  void stage.market.publish('BTC', [{ price: text, publishedAt: stage.clock.now() }]);
const paymentMs = firstPurchaseTerms.paymentMinutes * minuteMs;
const lateMs = firstPurchaseTerms.lateDays * 24 * 60 * minuteMs;
const caller = async () => ({ accountId: await stage.ledger.pay('1') });
const nextDay = (): void => stage.clock.advance(24 * 60 * minuteMs);

test('ordered, paid and confirmed: the coin is set aside all the time and is the customer’s once', async () => {
  const ann = await caller();
  const order = await stage.order(ann, { money: '1000', currency: 'USD' });
  assert.deepEqual([order.state, order.fee, order.coin_amount], ['waiting-payment', '10', '990']);
  assert.match(order.reference, /^RF\d{2}[A-Z0-9]{12}$/);
  assert.equal(await stage.reserved('USDT'), '990');
  await stage.ledger.audit();
  assert.equal((await stage.paid(ann, order.id)).state, 'paid');
  stage.clock.advance(60 * minuteMs);
  await stage.catchUp();
  const key = randomUUID() as Uuid;
  const done = await stage.confirm(order.id, { key });
  assert.deepEqual([done.state, done.credited, done.refund], ['completed', '990', '0']);
  assert.deepEqual((await stage.confirm(order.id, { key })).state, 'completed', 'the same key again is the same');
  assert.equal(await refusedWith(stage.confirm(order.id)), 'order-changed');
  assert.equal(await stage.ledger.available(ann.accountId), '991');
  assert.equal(await stage.reserved('USDT'), '0');
  const states = stage.pushes(ann.accountId).flatMap((event) => (event.action === 'purchase' ? [event.notify.state] : [])); // oxfmt-ignore
  assert.deepEqual(states, ['waiting-payment', 'paid', 'completed']);
  await stage.ledger.audit();
});

test('what an older process ordered and did not count is paid out and given up all the same', async () => {
  const ann = await caller();
  const [paid, given] = [await stage.order(ann, { money: '100' }), await stage.order(ann, { money: '100' })];
  await runAsOwner(stage.ledger, `delete from account_promises where account_id = '${ann.accountId}'`);
  await assert.rejects(stage.ledger.audit(), /is counted: purchase/);
  await stage.paid(ann, paid.id);
  assert.equal((await stage.confirm(paid.id, { received: '100' })).state, 'completed');
  assert.equal((await stage.cancel(ann, given.id)).state, 'cancelled');
  assert.equal(await stage.ledger.available(ann.accountId), '100');
  assert.equal(await stage.reserved('USDT'), '0');
  await stage.ledger.audit();
});

test('asked again with one key, also all at once, it is ordered and paid once', async () => {
  const ann = await caller();
  const key = randomUUID() as Uuid;
  const again = () => stage.order({ ...ann, key }, { money: '100' });
  const replies = await Promise.all(Array.from({ length: 16 }, again));
  for (const reply of replies) assert.deepEqual(reply, replies[0]);
  assert.equal((await stage.list(ann.accountId)).length, 1);
  assert.equal(await refusedWith(stage.order({ ...ann, key }, { money: '101' })), 'key-reused');
  const { id } = replies[0]!;
  const said = { ...ann, key: randomUUID() as Uuid };
  assert.deepEqual(await stage.paid(said, id), await stage.paid(said, id));
  assert.equal(await refusedWith(stage.paid(ann, id)), 'order-changed');
  assert.equal(await refusedWith(stage.cancel(ann, id)), 'order-changed');
  await stage.reject(id);
});

test('less buys less, more is sent back, and what never came is rejected', async () => {
  const [ann, ben, cat] = [await caller(), await caller(), await caller()];
  const [part, more, none] = [await stage.order(ann), await stage.order(ben), await stage.order(cat)];
  await Promise.all([stage.paid(ann, part.id), stage.paid(ben, more.id), stage.paid(cat, none.id)]);
  assert.deepEqual((await stage.confirm(part.id, { received: '400' })).credited, '396');
  const over = await stage.confirm(more.id, { received: '1250.5' });
  assert.deepEqual([over.credited, over.refund], ['990', '250.5']);
  const rejected = await stage.reject(none.id);
  assert.deepEqual([rejected.state, rejected.reason, rejected.refund], ['rejected', 'not-received', '0']);
  assert.equal(await stage.ledger.available(cat.accountId), '1');
  assert.equal(await refusedWith(stage.confirm(none.id)), 'order-changed');
  await stage.ledger.audit();
});

test('what is not paid in time is free again, and money that comes later is never lost nor worth more', async () => {
  const [ann, ben] = [await caller(), await caller()];
  const [first, second] = [await stage.order(ann, { coin: 'BTC' }), await stage.order(ben, { coin: 'BTC' })];
  assert.equal(first.coin_amount, '0.0198');
  stage.clock.advance(paymentMs);
  assert.equal((await stage.paid(ben, second.id)).state, 'late-paid', 'at the moment itself it is late');
  assert.equal(await refusedWith(stage.cancel(ann, first.id)), 'order-changed');
  await stage.catchUp();
  assert.equal((await stage.list(ann.accountId))[0]!.state, 'expired');
  assert.equal(await stage.reserved('BTC'), '0.0198');
  price('100000');
  assert.equal((await stage.paid(ann, first.id)).state, 'late-paid');
  assert.equal((await stage.confirm(first.id)).credited, '0.0099', 'the price has doubled');
  price('25000');
  assert.equal((await stage.confirm(second.id)).credited, '0.0198', 'it has fallen');
  price('50000');
  const third = await stage.order(ann, { coin: 'BTC' });
  stage.clock.advance(paymentMs + lateMs);
  await stage.catchUp();
  assert.equal(await refusedWith(stage.paid(ann, third.id)), 'order-changed');
  assert.ok((await stage.list(ann.accountId))[0]!.ended_at !== null);
  await stage.ledger.audit();
});

test('three that were not paid pause buying for the rest of the day, however they ended', async () => {
  nextDay();
  const ann = await caller();
  await stage.cancel(ann, (await stage.order(ann)).id);
  await stage.order(ann);
  stage.clock.advance(paymentMs);
  await stage.catchUp();
  const third = await stage.order(ann);
  await stage.cancel(ann, third.id);
  assert.equal(await refusedWith(stage.cancel(ann, third.id)), 'order-changed');
  assert.equal(await refusedWith(stage.order(ann)), 'purchases-paused');
  nextDay();
  await storeRatesOfToday();
  assert.equal((await stage.order(ann)).state, 'waiting-payment');
});

/** Rates of the day that the clock has come to. */
async function storeRatesOfToday(): Promise<void> {
  const { storeDemoRates } = await import('../src/currencies/demo-rates.ts');
  await storeDemoRates(stage.ledger.pool, stage.clock);
  await stage.stop();
  await stage.start();
}

test('who may not buy, and what can not be bought, is refused and sets nothing aside', async () => {
  await storeRatesOfToday();
  const ann = await caller();
  const reserved = await stage.reserved('USDT');
  const refused = (wanted: Parameters<PurchaseStage['order']>[1], more: object = {}) =>
    refusedWith(stage.order({ ...ann, ...more }, wanted));
  assert.equal(await refused({}, { isVerified: false }), 'verification-required');
  assert.equal(await refused({}, { book: 'bonus' }), 'purchase-experience');
  assert.equal(await refused({ currency: 'XXX' }), 'currency-unknown');
  assert.equal(await refused({ money: '9.99' }), 'purchase-out-of-range');
  assert.equal(await refused({ money: '50000.01' }), 'purchase-out-of-range');
  assert.equal(await refused({ money: '100.001' }), 'too-many-decimals');
  assert.equal(await refused({ money: '10000.5', currency: 'JPY' }), 'too-many-decimals');
  assert.equal(await refused({ accuracy: 8 }), 'coin-accuracy-wrong');
  assert.equal(await refused({ coin: 'ETH' }), 'market-degraded');
  assert.equal(await refused({ receive: '1000' }), 'purchase-moved');
  assert.equal((await stage.order(ann, { receive: '992' })).coin_amount, '990');
  await stage.order(ann, { money: '50000' });
  assert.equal(await refused({ money: '49001' }), 'purchase-day-limit');
  assert.equal(await stage.reserved('USDT'), String(parseInt(reserved, 10) + 990 + 49_500));
  stage.market.publish('XRP', [{ price: '2', publishedAt: stage.clock.now() }]);
  const rich = await caller();
  assert.equal(await refusedWith(stage.order(rich, { money: '2100', coin: 'XRP' })), 'purchase-house-short');
  assert.equal((await stage.order(rich, { money: '2000', coin: 'XRP' })).coin_amount, '990');
  assert.equal(await refusedWith(stage.order(rich, { money: '100', coin: 'XRP' })), 'purchase-house-short');
  stage.clock.advance(5 * 24 * 60 * minuteMs);
  assert.equal(await refused({ currency: 'EUR' }), 'rate-old');
  await stage.catchUp();
  await stage.ledger.audit();
});

test('who pays nothing holds a share of the house and no more, and all together leave most of it to others', async () => {
  nextDay();
  await storeRatesOfToday();
  stage.market.publish('XRP', [{ price: '2', publishedAt: stage.clock.now() }]);
  const held = parseInt(await stage.reserved('XRP'), 10);
  const crowd = await Promise.all(Array.from({ length: 8 }, caller));
  const ordered = await Promise.allSettled(crowd.map((each) => stage.order(each, { money: '1500', coin: 'XRP' })));
  const taken = ordered.flatMap((each, place) => (each.status === 'fulfilled' ? [{ id: each.value.id, who: crowd[place]! }] : [])); // oxfmt-ignore
  assert.ok(
    taken.length > 0 && parseInt(await stage.reserved('XRP'), 10) <= 2_500,
    `${held}, then ${taken.length} more`,
  );
  for (const each of ordered) if (each.status === 'rejected') assert.equal(each.reason.code, 'purchase-house-short');
  for (const { who, id } of taken) await stage.paid(who, id);
  assert.equal(await refusedWith(stage.order(await caller(), { money: '1500', coin: 'XRP' })), 'purchase-house-short');
  assert.equal((await stage.order(await caller(), { money: '1500' })).coin_amount, '1485');
  const ann = await caller();
  const three = await Promise.allSettled(Array.from({ length: 12 }, (_, place) => stage.order(ann, { coin: place % 2 ? 'BTC' : 'USDT' }))); // oxfmt-ignore
  assert.equal(three.filter(({ status }) => status === 'fulfilled').length, firstPurchaseTerms.openMax);
  for (const each of three) if (each.status === 'rejected') assert.equal(each.reason.code, 'open-orders-limit');
  await stage.ledger.audit();
  const [first] = await stage.list(ann.accountId);
  await stage.confirm(first!.id);
  assert.equal((await stage.order(ann)).state, 'waiting-payment');
  for (const { id } of taken) await stage.reject(id);
  await stage.ledger.audit();
});

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
    reserved = 0, ended_at = now(), decided_by = (select operator_id from operators where name = 'tess') where reference = '${order.reference}'`),
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
  // Two persons may, with the line of either or with none.
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

test('the database holds it too: an order decided by one has a line of somebody else, and a used line has its order', async () => {
  const { order } = await saidPaid();
  const { pool } = stage.ledger;
  const uuid = parseWireId('purchase', order.id)!;
  const complete = (received = 'money'): string =>
    `update purchases set state = 'completed', received = ${received}, credited = coins, refund = 0, reserved = 0, ended_at = now(),
      decided_by = (select operator_id from operators where name = 'tess') where purchase_id = '${uuid}'`;
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

test('paid, cancelled, expired and confirmed at once: each order ends once, also over a restart', async (context) => {
  const seed = testSeed;
  const randomInt = randomIntOf(seed);
  context.diagnostic(`seed ${seed}`);
  const people = await Promise.all(Array.from({ length: 24 }, caller));
  const orders = await Promise.all(people.map((person) => stage.order(person, { money: '100' })));
  stage.clock.advance(paymentMs - 1);
  const quiet = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  const races = orders.flatMap(({ id }, place) => {
    const person = people[place]!;
    const all = [() => stage.paid(person, id), () => stage.cancel(person, id), () => stage.confirm(id, { received: '100' }), () => stage.reject(id, { received: '100', reason: 'other' })]; // oxfmt-ignore
    return all.toSorted(() => randomInt(3) - 1);
  });
  const other = await stage.ledger.openAgain();
  const running = races.map((race) => quiet(race()));
  stage.clock.advance(1);
  await Promise.all([...running, stage.catchUp(), stage.catchUp(other)]);
  await stage.stop();
  await stage.start();
  const after = (await Promise.all(people.map(({ accountId }) => stage.list(accountId)))).map(([order]) => order!);
  for (const { id, state } of after.filter(({ state }: Purchase) => state === 'paid' || state === 'late-paid'))
    assert.ok(['completed', 'rejected'].includes((await stage.confirm(id, { received: '100' })).state), state);
  await stage.catchUp();
  for (const [place, { accountId }] of people.entries()) {
    const [order] = await stage.list(accountId);
    const got = await stage.ledger.available(accountId);
    assert.equal(got, order!.state === 'completed' ? '100' : '1', `${place} ${order!.state}`);
  }
  await other.close();
  await stage.ledger.audit();
});
