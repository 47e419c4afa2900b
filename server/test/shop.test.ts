// The shop on a real database: what can be won is reserved first, a person has one ticket, a draw can be recomputed, and all is paid once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyDraw } from '@candor/proof/draw';
import { findOrders, findPeriods, getDraw, getTicketProof, givePrizeAddress, takePrizeWorth, wad, wireId, type DrawDocument, type ShopGood, type ShopTicket, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { openPool } from '../src/kit/postgres.ts';
import { houseAccountId } from '../src/ledger/command.ts';
import { voidPeriod } from '../src/shop/end-period.ts';
import { periodIdOf } from '../src/shop/open-period.ts';
import { findPeriod, publishList } from '../src/shop/store.ts';
import { refusedWith } from './support/options-stage.ts';
import { openShopStage, type OpenedPeriod, type ShopStage } from './support/shop-stage.ts';
import { longRun } from './support/long-run.ts';
import { randomIntOf, testSeed } from './support/seed.ts';

const randomInt = randomIntOf(testSeed);

let stage: ShopStage;
before(async () => (stage = await openShopStage()));
after(() => stage.end());

const drawOf = ({ periodId }: OpenedPeriod): Promise<DrawDocument> =>
  stage.ask(getDraw, { periods_id: wireId('period', periodId) }, { accountId: houseAccountId });
const rich = (count: number): Promise<Uuid[]> =>
  Promise.all(Array.from({ length: count }, () => stage.ledger.pay('100')));

test('sold out it closes early: winners get prizes, the others rebates, the house what is over, and anyone recomputes it', async () => {
  const before = await stage.sums();
  const period = await stage.openPeriod({ winners: 1, tickets: 3 });
  assert.deepEqual(await stage.sums(), { shop: '16', funds: String(Number(before.funds) - 16) }, 'a prize and two rebates'); // oxfmt-ignore
  const people = await rich(3);
  const tickets = [];
  for (const accountId of people) tickets.push(await stage.buy({ accountId }, period));
  await stage.runUntil(period, 'drawn');
  const seen = await Promise.all(tickets.map(({ orderId }, place) => stage.ticket(people[place]!, orderId)));
  const won = seen.filter(({ state }) => state === 'winning');
  assert.deepEqual(won.map(({ paid, number }) => [paid, String(number)]), [['15', won[0]!.period.winning_num]]); // oxfmt-ignore
  assert.deepEqual(seen.filter(({ state }) => state === 'revealed').map(({ paid }) => paid), ['0.5', '0.5']); // oxfmt-ignore
  const balances = await Promise.all(people.map((accountId) => stage.ledger.available(accountId)));
  assert.deepEqual(balances.toSorted(), ['113', '98.5', '98.5']);
  const after = await stage.sums();
  assert.equal(Number(after.funds) - Number(before.funds), 3 * 2 - 15 - 2 * 0.5);
  assert.deepEqual(stage.pushes(people[0]!).filter(({ action }) => action === 'ticket').length, 2);
  await stage.ledger.audit();

  const draw = await drawOf(period);
  const verified = verifyDraw(draw, { trustedKey: stage.publicKey });
  assert.deepEqual(verified.checks.filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail]), [['key', 'the checkpoint is not signed with the key']], 'that of another stage'); // oxfmt-ignore
  assert.equal(verifyDraw(draw).verdict, 'incomplete');
  const proof = await stage.ask<{ order_id: string; hashes: string[] }>(getTicketProof, { periods_id: draw.period.periods_id, number: 2 }, { accountId: houseAccountId }); // oxfmt-ignore
  assert.deepEqual([proof.order_id, proof.hashes.length], [draw.list[1], 2]);
  const listed = await stage.ask<{ RESULT_LIST: ShopTicket[] }>(findOrders, { user_id: won[0]!.user_id, order_type: 3 }, { accountId: people[won[0]!.number - 1]! }); // oxfmt-ignore
  assert.equal(listed.RESULT_LIST.length, 1);
});

test('what can not be reserved does not open, and a level is asked for', async () => {
  assert.equal(await refusedWith(stage.openPeriod({ prize: wad('99999999') })), 'house-short');
  const period = await stage.openPeriod({ level: 2 });
  const [accountId] = await rich(1);
  assert.equal(await refusedWith(stage.buy({ accountId: accountId! }, period)), 'vip-required');
  assert.equal(await refusedWith(stage.buy({ accountId: accountId!, book: 'bonus' }, period)), 'shop-real-only');
  const poor = await stage.ledger.pay('1.9');
  assert.equal(await refusedWith(stage.buy({ accountId: poor }, await stage.openPeriod())), 'insufficient-balance');
  const goods = await stage.ask<{ RESULT_LIST: ShopGood[] }>(findPeriods, { level: 2 }, { accountId: accountId! });
  assert.deepEqual(goods.RESULT_LIST.map(({ period: shown }) => shown?.state), ['open']); // oxfmt-ignore
});

test('1,000 people at once want the last 10 tickets: 10 have one, and nobody else has paid', async () => {
  const period = await stage.openPeriod({ tickets: 10 });
  const people = await Promise.all(Array.from({ length: 1_000 }, () => stage.ledger.pay('5')));
  const outcomes = await Promise.all(
    people.map((accountId) => stage.buy({ accountId }, period).then(() => 'bought', (error: { code?: string }) => error.code)), // oxfmt-ignore
  );
  const counts = Object.groupBy(outcomes, String);
  assert.deepEqual(Object.fromEntries(Object.entries(counts).map(([code, each]) => [code, each!.length])), { bought: 10, 'tickets-sold-out': 990 }); // oxfmt-ignore
  const { rows } = await stage.ledger.pool.query<{ touched: number }>(
    'select count(*)::int as touched from ledger_balances where account_id = any ($1::uuid[]) and available <> 5',
    [people],
  );
  assert.equal(rows[0]!.touched, 10);
  await stage.ledger.audit();
});

test('one person with 50 orders at once has one ticket', async () => {
  const period = await stage.openPeriod();
  const [accountId] = await rich(1);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => stage.buy({ accountId: accountId! }, period).then(() => 'bought', (error: { code?: string }) => error.code)), // oxfmt-ignore
  );
  assert.deepEqual(new Set(outcomes), new Set(['already-bought', 'bought']));
  assert.equal(outcomes.filter((outcome) => outcome === 'bought').length, 1);
  assert.equal(await stage.ledger.available(accountId!), '98');
});

test('with too few tickets it is void: everybody has the price back, and the reserve is free', async () => {
  const before = await stage.sums();
  const period = await stage.openPeriod({ ticketsMin: 3, openMs: 50 });
  const [accountId] = await rich(1);
  const { orderId } = await stage.buy({ accountId: accountId! }, period);
  stage.pass(100);
  await stage.runUntil(period, 'void');
  const ticket = await stage.ticket(accountId!, orderId);
  assert.deepEqual([ticket.state, ticket.paid, ticket.period.void_reason], ['refunded', '2', 'too-few']);
  assert.equal(await stage.ledger.available(accountId!), '100');
  assert.deepEqual(await stage.sums(), before);
  assert.equal(await refusedWith(stage.buy({ accountId: (await rich(1))[0]! }, period)), 'period-closed');
  await stage.ledger.audit();
});

test('a series goes on by itself: each period opens at the same terms once the one before is sold out, as often as was said', async () => {
  const first = await stage.openPeriod({ series: 1, tickets: 1 });
  const next = { ...first, periodId: periodIdOf(first.goodId, 2) };
  const [one, other] = (await rich(2)) as [Uuid, Uuid];
  await stage.buy({ accountId: one }, first);
  await stage.runUntil(first, 'closed');
  const [opened, before] = [await findPeriod(stage.ledger.pool, next.periodId), await findPeriod(stage.ledger.pool, first.periodId)]; // oxfmt-ignore
  assert.deepEqual([opened?.state, opened?.series, opened?.price, opened?.prize], ['open', 0, before?.price, before?.prize]); // oxfmt-ignore
  await stage.buy({ accountId: other }, next);
  await stage.runUntil(next, 'closed');
  assert.equal(await findPeriod(stage.ledger.pool, periodIdOf(first.goodId, 3)), undefined);
  await stage.ledger.audit();
});

test(
  'a good that was won is sent to its address, or its worth is taken, once',
  longRun('waits for a draw'),
  async () => {
    const period = await stage.openPeriod({ tickets: 2, winners: 2, prizeKind: 'good', prize: wad('40') });
    const [one, other] = (await rich(2)) as [Uuid, Uuid];
    const [first, second] = [
      await stage.buy({ accountId: one }, period),
      await stage.buy({ accountId: other }, period),
    ];
    await stage.runUntil(period, 'drawn');
    await stage.ledger.audit();
    const ask = <Reply>(call: Parameters<ShopStage['ask']>[0], accountId: Uuid, more: object): Promise<Reply> =>
      stage.ask(call, { user_id: wireId('account', accountId), ...more }, { accountId });
    const address = {
      name: 'Ada',
      street: 'Bahnhofstrasse 1',
      postcode: '8001',
      city: 'Zürich',
      country: 'CH',
      phone: '',
    };
    assert.equal(await refusedWith(ask(givePrizeAddress, one, { order_id: first.orderId, ...address, city: ' ' })), 'address-malformed'); // oxfmt-ignore
    assert.equal(await refusedWith(ask(takePrizeWorth, one, { order_id: second.orderId })), 'not-found');
    await ask(givePrizeAddress, one, { order_id: first.orderId, ...address });
    assert.equal((await stage.ticket(one, first.orderId)).prize?.state, 'addressed');
    const { rows } = await stage.ledger.pool.query<{ sealed: Buffer }>('select sealed from shop_addresses');
    assert.ok(rows.every(({ sealed }) => !sealed.toString('latin1').includes('Bahnhof')));
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => ask(takePrizeWorth, other, { order_id: second.orderId }))); // oxfmt-ignore
    assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(await stage.ledger.available(other), '138');
    await stage.ledger.audit();
  },
);

test('the database refuses a list after its round, a ticket after the closing, and an end that no draw says', async () => {
  const period = await stage.openPeriod({ tickets: 1 });
  const [accountId] = await rich(1);
  const { orderId } = await stage.buy({ accountId: accountId! }, period);
  const owner = openPool(stage.ledger.ownerUrl, 1);
  try {
    const byHand = (text: string, values: unknown[]) => owner.query(text, values);
    const { periodId } = period;
    await assert.rejects(byHand(`update shop_tickets set outcome = 'won', paid = 15, ended_at = now() where period_id = $1`, [periodId]), /as its draw says/); // oxfmt-ignore
    await assert.rejects(byHand('update shop_periods set prize = 1 where period_id = $1', [periodId]), /never change/);
    await byHand(`update shop_periods set state = 'closed', closed_at = date_trunc('milliseconds', now()) - interval '1 minute' where period_id = $1`, [periodId]); // oxfmt-ignore
    await assert.rejects(publishList(stage.ledger.pool, periodId, '00'.repeat(32)), /public already/);
    await assert.rejects(byHand(`insert into shop_tickets values (gen_random_uuid(), gen_random_uuid(), 'real', $1, 2, 2, now())`, [periodId]), /open period/); // oxfmt-ignore
    await assert.rejects(byHand(`insert into shop_draws values ($1, $2, '1', now())`, [periodId, 'ab'.repeat(48)]), /follows the round/); // oxfmt-ignore
    await assert.rejects(byHand(`insert into shop_voids values ($1, 'beacon-late', now())`, [periodId]), /its reason/);
    await assert.rejects(stage.ledger.pool.query('insert into shop_lists values ($1, 1, $2, 1, now(), 1)', [periodId, '00'.repeat(32)]), /permission denied/); // oxfmt-ignore
  } finally {
    await owner.end();
  }
  await stage.runUntil(period, 'void');
  assert.equal((await stage.ticket(accountId!, orderId)).period.void_reason, 'list-late');
  assert.equal(await stage.ledger.available(accountId!), '100');
  const again = { command: voidPeriod, accountId: houseAccountId, book: 'real', input: { periodId: period.periodId, reason: 'list-late' }, receivedAt: 0 } as const; // oxfmt-ignore
  assert.deepEqual(await stage.ledger.lanes.submit(again), { isDone: false });
  await stage.ledger.audit();
});

test(
  'whatever is opened, bought, closed and paid in any order: the reserve is what can still be won or rebated',
  longRun('a random play'),
  async () => {
    for (let round = 0; round < 2; round++) {
      const tickets = 1 + randomInt(8);
      const period = await stage.openPeriod({
        tickets,
        winners: 1 + randomInt(tickets),
        ticketsMin: 1 + randomInt(tickets),
        rebate: wad(['0', '0.0001', '2'][randomInt(3)]!),
        prizeKind: randomInt(2) === 0 ? 'coin' : 'good',
        openMs: 30,
      });
      for (const accountId of await rich(randomInt(tickets + 1)))
        await stage.buy({ accountId }, period).catch(() => {});
      await stage.ledger.audit();
      stage.pass(50);
      const { rows } = await stage.ledger.pool.query<{ few: boolean }>('select sold < tickets_min as few from shop_periods where period_id = $1', [period.periodId]); // oxfmt-ignore
      await stage.runUntil(period, rows[0]!.few ? 'void' : 'drawn');
      await stage.ledger.audit();
    }
  },
);
