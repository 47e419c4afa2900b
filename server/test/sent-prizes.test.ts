// Who may say that a prize was sent: one operator up to the sum of a day, two persons above it, and nobody of a prize of their own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getPrize, givePrizeAddress, sendPrize, sendPrizeAct, wad, wireId, type Act, type Endpoint, type ListedPrize, type OpenedPrize, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { OperatorContext } from '../src/kit/feature.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { newKey } from './support/money.ts';
import { refusedWith } from './support/options-stage.ts';
import { declareOwn, outcomesOf, seatOperator } from './support/seat-operator.ts';
import { openShopStage, type OpenedPeriod, type ShopStage } from './support/shop-stage.ts';

const worth = '3000';
const address = { name: 'Ada', street: 'Bahnhofstrasse 1', postcode: '8001', city: 'Zürich', country: 'CH', phone: '' };

let stage: ShopStage;
let period: OpenedPeriod;
before(async () => {
  stage = await openShopStage();
  // What is reserved for the period pays for the prizes; its draw itself is not the matter here.
  period = await stage.openPeriod({
    tickets: 30,
    winners: 30,
    prizeKind: 'good',
    price: wad(worth),
    prize: wad(worth),
  });
  await pastGuards(`insert into shop_lists values ($1, 30, repeat('0', 64), 1, now(), 1)`, [period.periodId]);
  await pastGuards(`insert into shop_draws values ($1, repeat('0', 96), '1', now())`, [period.periodId]);
});
after(() => stage.end());

/** Written by the owner of the tables, with their triggers off. */
async function pastGuards(sql: string, values: unknown[]): Promise<void> {
  const tables = ['shop_lists', 'shop_draws', 'shop_prizes'];
  const turn = (how: string): string => tables.map((table) => `alter table ${table} ${how} trigger user`).join('; ');
  await runAsOwner(stage.ledger, turn('disable'));
  await runAsOwner(stage.ledger, sql, values);
  await runAsOwner(stage.ledger, turn('enable'));
}

interface Won {
  accountId: Uuid;
  prizeId: Uuid;
  order_id: string;
}

/** Prizes of customers who gave an address. */
async function won(count: number): Promise<Won[]> {
  const prizes = await Promise.all(
    Array.from({ length: count }, async () => {
      const prizeId = stage.ledger.newId();
      return { accountId: await stage.ledger.pay('1'), prizeId, order_id: wireId('ticket', prizeId) };
    }),
  );
  await pastGuards(
    `insert into shop_prizes (prize_id, account_id, period_id, worth, won_at, state, changed_at)
     select prize, account, $3, $4, now(), 'open', now() from unnest($1::uuid[], $2::uuid[]) as each(prize, account)`,
    [prizes.map(({ prizeId }) => prizeId), prizes.map(({ accountId }) => accountId), period.periodId, worth],
  );
  for (const { accountId, order_id } of prizes)
    await stage.ask(givePrizeAddress, { user_id: wireId('account', accountId), order_id, ...address }, { accountId });
  return prizes;
}

async function sender(name: string): Promise<OperatorContext['operator']> {
  const operatorId = await seatOperator(stage.ledger, name, 'support');
  return { sessionId: operatorId, operatorId, name, roles: ['support'], steppedUpUntil: Infinity, endsAt: Infinity, isDemo: true }; // oxfmt-ignore
}

async function desk<Reply>(
  call: Endpoint,
  payload: object,
  operator: OperatorContext['operator'],
  idempotency = newKey(),
): Promise<Reply> {
  const bound = stage.product().calls.find((each) => each.call === call)!;
  const context = { operator, receivedAt: stage.clock.now(), idempotency } as unknown as OperatorContext;
  return call.reply.parse(await bound.handle(call.payload.parse(payload), context)) as Reply;
}

const parcelOf = ({ order_id }: Won) => ({ order_id, carrier: 'Post', tracking: 'CH1' });
const send = (prize: Won, operator: OperatorContext['operator'], key = newKey()): Promise<ListedPrize> =>
  desk(sendPrize, parcelOf(prize), operator, key);

/** Answers with the facts that both persons read. */
async function sendByTwo(prize: Won, maker: string): Promise<Record<string, unknown>> {
  const act = stage.product().acts!.find((each) => (each.act as Act) === sendPrizeAct)!;
  const body = parcelOf(prize);
  const facts = await act.facts(body, stage.ledger.pool);
  const proposalId = await approvedProposal(stage.ledger.pool, { kind: 'send-prize', body, facts, maker: [maker, 'support'], checker: ['rita', 'risk'] }); // oxfmt-ignore
  await act.carryOut({ proposalId, body, facts, maker, checker: 'rita' }, stage.ledger.pool);
  return facts;
}

const shown = (prize: Won, operator: OperatorContext['operator']): Promise<OpenedPrize> =>
  desk(getPrize, { order_id: prize.order_id }, operator);

test('one operator sends prizes up to the sum of a day; above it two do, who read where the parcel went', async () => {
  const sam = await sender('sam');
  const prizes = await won(9);
  const [first, ...others] = prizes as [Won, ...Won[]];
  const key = newKey();
  const sent = await send(first, sam, key);
  assert.deepEqual([sent.state, sent.sent_by], ['sent', 'sam']);
  assert.deepEqual(await send(first, sam, key), sent, 'the same request again');
  assert.equal(await refusedWith(send(first, sam)), 'prize-settled');
  for (const prize of others.slice(0, 4)) await send(prize, sam);
  // 5,000 are left, which is one of the four that are sent at the same moment.
  const rest = others.slice(4);
  const outcomes = await outcomesOf(rest.map((prize) => send(prize, sam)));
  assert.deepEqual(outcomes.toSorted(), ['day-sum-reached', 'day-sum-reached', 'day-sum-reached', 'done']);
  await stage.stop();
  await stage.start();
  const left = rest[outcomes.indexOf('day-sum-reached')]!;
  assert.equal(await refusedWith(send(left, sam)), 'day-sum-reached');
  const facts = await sendByTwo(left, 'sam');
  assert.deepEqual([facts['worth'], facts['city'], facts['country'], facts['good_id']], ['3000 USDT', 'Zürich', 'CH', period.goodId]); // oxfmt-ignore
  assert.ok(!JSON.stringify(facts).includes('Bahnhof'));
  assert.equal((await shown(left, sam)).sent_by, 'sam, rita');
  const { rows } = await stage.ledger.pool.query(
    `select count(*)::int as count, sum(worth)::int as sum from operator_decisions where operator_id = $1 and kind = 'prize' and proposal_id is null`,
    [sam.operatorId],
  );
  assert.deepEqual(rows, [{ count: 6, sum: 18_000 }]);
});

test('nobody sends a prize of their own, and the role of the server says of none that it was sent', async () => {
  const ella = await sender('ella');
  const [own, other, third] = (await won(3)) as [Won, Won, Won];
  await declareOwn(stage.ledger, { operatorId: ella.operatorId, accountId: own.accountId });
  assert.equal(await refusedWith(send(own, ella)), 'own-account');
  await assert.rejects(sendByTwo(own, 'ella'), /own-account/);
  const mark = (prize: Won, more: string, tracking = 'CH1'): Promise<unknown> =>
    stage.ledger.serverPool.query(
      `update shop_prizes set state = 'sent', changed_at = now(), carrier = 'Post', tracking = '${tracking}', version = version + 1, ${more} where prize_id = '${prize.prizeId}'`,
    );
  const by = (name: string, decider = name): string =>
    `sent_by = '${name}', decided_by = (select operator_id from operators where name = '${decider}')`;
  await assert.rejects(mark(own, by('ella')), /own-account/);
  await assert.rejects(mark(own, `sent_by = 'ella'`), /by one operator, or by two/);
  await assert.rejects(mark(own, by('sam', 'ella')), /by one operator, or by two/);
  await assert.rejects(mark(other, by('rita')), /no operator who may/);
  await assert.rejects(mark(other, by('sam')), /day-sum-reached/);
  await assert.rejects(mark(other, `sent_by = 'sam, rita', proposal_id = gen_random_uuid()`), /no approved proposal/);
  // What two persons approved is this parcel and no other.
  const facts = { account_uuid: third.accountId, prize_uuid: third.prizeId };
  const proposalId = await approvedProposal(stage.ledger.pool, { kind: 'send-prize', body: parcelOf(third), facts, maker: ['sam', 'support'], checker: ['rita', 'risk'] }); // oxfmt-ignore
  await assert.rejects(mark(other, `sent_by = 'sam, rita', proposal_id = '${proposalId}'`), /no approved proposal/);
  await assert.rejects(mark(third, `sent_by = 'sam, rita', proposal_id = '${proposalId}'`, 'CH2'), /no approved proposal/); // oxfmt-ignore
  await assert.rejects(
    stage.ledger.serverPool.query(
      `insert into shop_prizes select (jsonb_populate_record(p, jsonb_build_object('prize_id', gen_random_uuid(), 'state', 'sent', 'carrier', 'x', 'tracking', 'x', 'sent_by', 'x'))).*
       from shop_prizes p where prize_id = $1`,
      [own.prizeId],
    ),
    /starts open/,
  );
  const free = await sender('finn');
  assert.equal((await send(own, free)).state, 'sent');
});
