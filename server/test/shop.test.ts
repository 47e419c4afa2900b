// The shop on a real database: what can be won is reserved first, a person has one ticket, a draw can be recomputed, and all is paid once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyDraw } from '@candor/proof/draw';
import { fairTicketsMin, findOrders, findPeriods, getDraw, getPeriod, getShopPeriod, getTicketProof, givePrizeAddress, openGoodPeriod, takePrizeWorth, wad, wireId, type ListedPeriod, type DrawDocument, type ShopGood, type ShopTicket, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { inTransaction } from '../src/kit/in-transaction.ts';
import { openPool } from '../src/kit/postgres.ts';
import { checkInvariants, type InvariantReport } from '../src/ledger/check-invariants.ts';
import { houseAccountId } from '../src/ledger/command.ts';
import { readHeldRows, readHeldTables } from '../src/own-data/held-tables.ts';
import { drawsRule } from '../src/shop/draws-rule.ts';
import { voidPeriod } from '../src/shop/end-period.ts';
import { periodIdOf, type PeriodTerms } from '../src/shop/open-period.ts';
import type { Period } from '../src/shop/period.ts';
import { addGoodAtOnce, findPeriod, publishList } from '../src/shop/store.ts';
import { ticketKind } from '../src/shop/ticket.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
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
  const period = await stage.openPeriod({ winners: 1, tickets: 3, prize: wad('5') });
  assert.deepEqual(await stage.sums(), { shop: '6', funds: String(Number(before.funds) - 6) }, 'a prize and two rebates'); // oxfmt-ignore
  const people = await rich(3);
  const tickets = [];
  for (const accountId of people) tickets.push(await stage.buy({ accountId }, period));
  await stage.runUntil(period, 'drawn');
  const seen = await Promise.all(tickets.map(({ orderId }, place) => stage.ticket(people[place]!, orderId)));
  const won = seen.filter(({ state }) => state === 'winning');
  assert.deepEqual(won.map(({ paid, number }) => [paid, String(number)]), [['5', won[0]!.period.winning_num]]); // oxfmt-ignore
  assert.deepEqual(seen.filter(({ state }) => state === 'revealed').map(({ paid }) => paid), ['0.5', '0.5']); // oxfmt-ignore
  const balances = await Promise.all(people.map((accountId) => stage.ledger.available(accountId)));
  assert.deepEqual(balances.toSorted(), ['103', '98.5', '98.5']);
  const after = await stage.sums();
  assert.equal(Number(after.funds) - Number(before.funds), 3 * 2 - 5 - 2 * 0.5);
  assert.deepEqual(stage.pushes(people[0]!).filter(({ action }) => action === 'ticket').length, 2);
  await stage.ledger.audit();

  const draw = await drawOf(period);
  const verified = verifyDraw(draw, { trustedKey: stage.publicKey });
  assert.deepEqual(verified.checks.filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail]), [['key', 'the checkpoint is not signed with the key']], 'that of another stage'); // oxfmt-ignore
  assert.equal(verifyDraw(draw).verdict, 'incomplete');
  const proof = await stage.ask<{ order_id: string; hashes: string[] }>(getTicketProof, { periods_id: draw.period.periods_id, number: 2 }, { accountId: houseAccountId }); // oxfmt-ignore
  assert.deepEqual([proof.order_id, proof.hashes.length], [draw.list[1], 2]);
  const listed = await stage.ask<{ RESULT_LIST: ShopTicket[] }>(findOrders, { user_id: won[0]!.user_id, order_type: 3 }, { accountId: people[won[0]!.number! - 1]! }); // oxfmt-ignore
  assert.equal(listed.RESULT_LIST.length, 1);
});

test('the audit names a draw with other winners, another signature or a list that its tickets do not make', async () => {
  const period = await stage.openPeriod({ winners: 1, tickets: 3, prize: wad('5') });
  for (const accountId of await rich(3)) await stage.buy({ accountId }, period);
  await stage.runUntil(period, 'drawn');
  const found = async (lastHours?: number) => {
    const [{ checked, broken, examples }] = (await checkInvariants(stage.ledger.pool, [
      drawsRule(lastHours === undefined ? {} : { lastHours }),
    ])) as [InvariantReport];
    return { checked, broken, examples };
  };
  const { checked, broken } = await found();
  assert.ok(checked > 0);
  assert.equal(broken, 0);
  const isThis = `where period_id = '${period.periodId}'`;
  const { rows } = await stage.ledger.pool.query<{ won: string; signature: string; root: string }>(
    `select winning_num as won, signature, root from shop_draws join shop_lists using (period_id) ${isThis}`,
  );
  const { won, signature, root } = rows[0]!;
  const change = (table: string, set: string): Promise<void> =>
    runAsOwner(
      stage.ledger,
      `begin; alter table ${table} disable trigger user; update ${table} set ${set} ${isThis}; alter table ${table} enable trigger user; commit`,
    );
  const changes = [
    ['shop_draws', `winning_num = '${won === '1' ? '2' : '1'}'`, `winning_num = '${won}'`],
    ['shop_draws', `signature = repeat('0', 96)`, `signature = '${signature}'`],
    ['shop_lists', `root = repeat('0', 64)`, `root = '${root}'`],
    ['shop_lists', 'round = round + 1', 'round = round - 1'],
  ] as const;
  for (const [table, other, back] of changes) {
    await change(table, other);
    const named = { checked, broken: 1, examples: [wireId('period', period.periodId)] };
    assert.deepEqual(await found(), named, other);
    await change(table, back);
  }
  assert.deepEqual(await found(), { checked, broken: 0, examples: [] });
});

test('what can not be reserved does not open, and a level is asked for', async () => {
  assert.equal(await refusedWith(stage.openPeriod({ price: wad('99999999'), prize: wad('99999999') })), 'house-short');
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
  const period = await stage.openPeriod({ openMs: 50 });
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
  const first = await stage.openPeriod({ series: 1, tickets: 1, prize: wad('2') });
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
    const period = await stage.openPeriod({
      tickets: 2,
      winners: 2,
      prizeKind: 'good',
      price: wad('40'),
      prize: wad('40'),
    });
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
    assert.equal(await stage.ledger.available(other), '100');
    await stage.ledger.audit();
  },
);

test('the database refuses a list after its round, a ticket after the closing, and an end that no draw says', async () => {
  const period = await stage.openPeriod({ tickets: 1, prize: wad('2') });
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

/** Returns true for the error of a command that the database refused for this reason. */
const heldBack = (reason: RegExp) => (error: Error) => reason.test(String(error.cause ?? error));

/** A period as an operator enters it: a ticket costs 2, and the prize of 5 is drawn if at least one ticket is sold. */
const typed = { price: '2', tickets: 3, tickets_min: 1, winners: 1, rebate_share: '0.25', prize_kind: 'coin', prize: '5', open_minutes: 60, series: 1 }; // oxfmt-ignore

test('terms that pay their buyers are refused by name, and open only if the maker wants it and another approved exactly that', async () => {
  const good_id = 'paying';
  const texts = [{ language: 'en', name: 'Paying', description: 'Of the test.' }];
  await addGoodAtOnce(stage.ledger.pool, { goodId: good_id, level: 0, drawing: 'coins', texts });
  const act = stage.product().acts!.find((each) => each.act === openGoodPeriod)!;
  const factsOf = (more: object) => act.facts(openGoodPeriod.body.parse({ ...typed, good_id, ...more }), stage.ledger.pool); // oxfmt-ignore
  const refused = (more: object) => factsOf(more).then(() => 'taken', ({ code, facts }: { code: string; facts: object }) => ({ code, ...facts })); // oxfmt-ignore
  assert.deepEqual(await refused({}), { code: 'period-pays-buyers', result_at_minimum: '-3', tickets_min: '3' });
  assert.deepEqual(await refused({ tickets: 2 }), { code: 'period-pays-buyers', result_at_minimum: '-3', tickets_min: 'none' }); // oxfmt-ignore
  assert.deepEqual(await refused({ tickets_min: 3, pays_buyers: true }), { code: 'period-malformed', field: 'pays_buyers' }); // oxfmt-ignore
  assert.deepEqual((await factsOf({ tickets_min: 3 }))['pays_buyers'], false);
  const body = openGoodPeriod.body.parse({ ...typed, good_id, pays_buyers: true });
  const facts = await factsOf({ pays_buyers: true });
  const { reserve, result_sold_out, result_at_minimum, result_worst, result_worst_sold, ticket_worth_max, pays_buyers } = facts; // oxfmt-ignore
  assert.deepEqual(
    { reserve, result_sold_out, result_at_minimum, result_worst, result_worst_sold, ticket_worth_max, pays_buyers },
    { reserve: '6', result_sold_out: '0', result_at_minimum: '-3', result_worst: '-3', result_worst_sold: 1, ticket_worth_max: '5', pays_buyers: true }, // oxfmt-ignore
  );

  const carriedOut = (proposalId: Uuid) => act.carryOut({ proposalId, body, facts, maker: 'tom', checker: 'rita' }, stage.ledger.pool); // oxfmt-ignore
  const proposed = { kind: 'open-period', maker: ['tom', 'treasurer'], checker: ['rita', 'risk'] } as const;
  await assert.rejects(carriedOut(houseAccountId), heldBack(/needs an approved proposal/), 'nobody approved it');
  const other = await approvedProposal(stage.ledger.pool, { ...proposed, body: { ...body, prize: '4' }, facts });
  await assert.rejects(carriedOut(other), heldBack(/needs an approved proposal/), 'something else was approved');
  const unseen = await approvedProposal(stage.ledger.pool, { ...proposed, body, facts: { ...facts, result_at_minimum: '0' } }); // oxfmt-ignore
  await assert.rejects(carriedOut(unseen), heldBack(/needs an approved proposal/), 'another sum was shown');
  await carriedOut(await approvedProposal(stage.ledger.pool, { ...proposed, body, facts }));
  const first = { goodId: good_id, periodId: periodIdOf(good_id, 1) };
  for (const accountId of await rich(3)) await stage.buy({ accountId }, first);
  await stage.runUntil(first, 'closed');
  const next = await findPeriod(stage.ledger.pool, periodIdOf(good_id, 2));
  assert.deepEqual([next?.state, next?.paysBuyers, next?.series], ['open', true, 0], 'the series was approved with it');
  await stage.ledger.audit();
});

test('neither the command nor the database opens what pays its buyers and was not approved', async () => {
  assert.equal(await refusedWith(stage.openPeriod({ ticketsMin: 9 })), 'period-pays-buyers');
  await assert.rejects(stage.openPeriod({ ticketsMin: 9, paysBuyers: true }), heldBack(/needs an approved proposal/));
  await assert.rejects(stage.openPeriod({ paysBuyers: true }), heldBack(/if and only if it says so/));
  const { periodId } = await stage.openPeriod();
  const copied = `insert into shop_periods select (jsonb_populate_record(p, jsonb_build_object('period_id', gen_random_uuid(), 'number', 2, 'state', 'void', 'closed_at', now(), 'tickets_min', 9))).*
    from shop_periods p where period_id = $1`;
  for (const pool of [stage.ledger.pool, openPool(stage.ledger.ownerUrl, 1)]) {
    await assert.rejects(pool.query(copied, [periodId]), /if and only if it says so/);
    if (pool !== stage.ledger.pool) await pool.end();
  }
});

test('a period that was opened before with terms that pay its buyers goes on as agreed, and none follows at these terms', async () => {
  // Its terms are changed after the database has looked at them.
  await runAsOwner(stage.ledger, 'create function opened_before() returns trigger language plpgsql as $$ begin new.tickets_min := 1; return new; end $$'); // oxfmt-ignore
  const openedBefore = async (): Promise<OpenedPeriod> => {
    await runAsOwner(stage.ledger, 'create trigger shop_periods_z before insert on shop_periods for each row execute function opened_before()'); // oxfmt-ignore
    const period = await stage.openPeriod({ series: 5, tickets: 3, prize: wad('5') });
    await runAsOwner(stage.ledger, 'drop trigger shop_periods_z on shop_periods');
    return period;
  };
  const listed = (period: OpenedPeriod) => stage.ask<ListedPeriod>(getShopPeriod, { periods_id: wireId('period', period.periodId) }, { accountId: houseAccountId }); // oxfmt-ignore
  const [stopped, replaced] = [await openedBefore(), await openedBefore()];
  for (const accountId of await rich(3)) {
    await stage.buy({ accountId }, stopped);
    await stage.buy({ accountId }, replaced);
  }
  const termsInstead = (last: Period): PeriodTerms | undefined =>
    last.goodId === replaced.goodId ? { ...last, number: 2, ticketsMin: 3, series: 7, openMs: 60_000 } : undefined;
  await stage.runUntil(stopped, 'closed', { termsInstead });
  await stage.runUntil(replaced, 'closed', { termsInstead });
  assert.equal(await findPeriod(stage.ledger.pool, periodIdOf(stopped.goodId, 2)), undefined);
  const { pays_buyers, result_at_minimum, fair_tickets_min, series } = await listed(stopped);
  assert.deepEqual({ pays_buyers, result_at_minimum, fair_tickets_min, series }, { pays_buyers: 'not-approved', result_at_minimum: '-3', fair_tickets_min: 3, series: 5 }); // oxfmt-ignore
  const next = await findPeriod(stage.ledger.pool, periodIdOf(replaced.goodId, 2));
  assert.deepEqual([next?.state, next?.ticketsMin, next?.series], ['open', 3, 7]);
  assert.equal((await listed({ ...replaced, periodId: next!.periodId })).pays_buyers, 'no');
  await stage.ledger.audit();
});

test('shortly before the closing nobody learns how many tickets are sold, not by buying one either; afterwards everybody does', async () => {
  const period = await stage.openPeriod({ tickets: 3, prize: wad('5'), openMs: 65_000 });
  const [early, late, last] = (await rich(3)) as [Uuid, Uuid, Uuid];
  const periods_id = wireId('period', period.periodId);
  const shown = async (accountId: Uuid) => {
    const [{ period: one }, { RESULT_LIST: goods }, { RESULT_LIST: own }] = await Promise.all([
      stage.ask<ShopGood>(getPeriod, { periods_id }, { accountId }),
      stage.ask<{ RESULT_LIST: ShopGood[] }>(findPeriods, {}, { accountId }),
      stage.ask<{ RESULT_LIST: ShopTicket[] }>(findOrders, { user_id: wireId('account', accountId) }, { accountId }),
    ]);
    const listed = goods.find(({ period: each }) => each?.periods_id === periods_id)!.period!;
    return { sold: [one!.sold, listed.sold, ...own.map((ticket) => ticket.period.sold)], numbers: own.map(({ number }) => number) }; // oxfmt-ignore
  };
  const copied = (accountId: Uuid) =>
    inTransaction(stage.ledger.pool, async (database) => {
      const table = (await readHeldTables(database, [ticketKind])).find(({ name }) => name === 'shop_tickets')!;
      const place = table.columns.findIndex(({ name }) => name === 'number');
      const numbers: (string | null | undefined)[] = [];
      for await (const rows of readHeldRows(database, table, accountId)) numbers.push(...rows.map((row) => row[place]));
      return numbers;
    });
  const first = await stage.buy({ accountId: early }, period);
  assert.equal(first.number, 1);
  assert.deepEqual(await shown(early), { sold: [1, 1, 1], numbers: [1] });
  stage.pass(5_000);
  const hidden = await stage.buy({ accountId: late }, period);
  assert.equal(hidden.number, null);
  assert.deepEqual(await shown(late), { sold: [1, 1, 1], numbers: [null] });
  assert.deepEqual(await shown(early), { sold: [1, 1, 1], numbers: [1] }, 'who bought before is told as before');
  assert.equal((await stage.ticket(late, hidden.orderId)).number, null);
  assert.deepEqual([await copied(early), await copied(late)], [['1'], [null]], 'the copy of their own data');
  const pushed = JSON.stringify([...stage.pushes(early), ...stage.pushes(late)]);
  assert.doesNotMatch(pushed, /sold|number/);
  await assert.rejects(drawOf(period), { code: 'not-found' });
  await stage.buy({ accountId: last }, period);
  await stage.runUntil(period, 'closed');
  assert.deepEqual([await shown(late), await copied(late)], [{ sold: [3, 3, 3], numbers: [2] }, ['2']]);
  const { list } = await drawOf(period);
  assert.deepEqual([list.length, list[1]], [3, hidden.orderId], 'the list has each in the order of the sales');
  await stage.ledger.audit();
});

test(
  'whatever is opened, bought, closed and paid in any order: the reserve is what can still be won or rebated',
  longRun('a random play'),
  async () => {
    for (let round = 0; round < 2; round++) {
      const tickets = 1 + randomInt(8);
      const terms = {
        tickets,
        winners: 1 + randomInt(tickets),
        price: wad('2'),
        prize: wad('15'),
        rebate: wad(['0', '0.0001', '2'][randomInt(3)]!),
      };
      const fair = fairTicketsMin(terms);
      const period = await stage.openPeriod({
        ...terms,
        // What can't be fair wins no more than it costs.
        ...(fair === undefined ? { prize: wad('2') } : {}),
        ticketsMin: Math.max(fair ?? 1, 1 + randomInt(tickets)),
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
