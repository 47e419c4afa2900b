// Coins for a bank transfer on a real database: what is ordered is set aside until it ends, the thirty minutes end once whoever comes
// first, and nobody gets more than was paid for.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { parseWireId, type Purchase, type Uuid } from '@candor/wire';
import { Refusal } from '../src/kit/refuse.ts';
import { purchaseNotices } from '../src/purchases/notices.ts';
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
  const objectId = parseWireId('purchase', order.id)!;
  const notices = await purchaseNotices.read(stage.ledger.pool, [{ accountId: ann.accountId, objectId }]);
  assert.deepEqual(
    notices.map(({ says, path }) => [says, path]),
    [['purchase-completed', `/bankInfo?id=${order.id}`]],
  );
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
