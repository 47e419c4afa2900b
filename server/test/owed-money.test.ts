// Money that is owed earns nothing: it can't be staked, and an overdue loan is collected in parts from whatever USDT becomes available.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  changePledgeRenewal,
  closePledge,
  getPledgeOrder,
  openPledge,
  wad,
  wireId,
  type BorrowRecord,
  type PledgeOrder,
  type Uuid,
} from '@candor/wire';
import { findSessions, insertSession } from '../src/accounts/sessions/session-store.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import { Refusal } from '../src/kit/refuse.ts';
import type { Command } from '../src/ledger/command.ts';
import { pledgeNotices } from '../src/staking/notices.ts';
import { collectOverdue } from '../src/lending/repay-loan.ts';
import { runAsOwner } from './support/database.ts';
import { openLendingStage, type LendingStage } from './support/lending-stage.ts';
import { newKey } from './support/money.ts';
import { refusedWith } from './support/options-stage.ts';

const dayMs = 86_400_000;
let stage: LendingStage;
before(async () => (stage = await openLendingStage({ hasStaking: true })));
after(() => stage.end());

const account = (accountId: Uuid) => ({ account_id: wireId('account', accountId) });
const stake = (accountId: Uuid, amount: string, product = '4', isRenewed = false): Promise<PledgeOrder> =>
  stage.ask(
    openPledge,
    { ...account(accountId), pledge_product_id: product, config_version: 1, amount, auto_renew: isRenewed },
    { accountId },
  );
const pledgesOf = async (accountId: Uuid): Promise<PledgeOrder[]> =>
  (await stage.ask<{ RESULT_LIST: PledgeOrder[] }>(getPledgeOrder, { ...account(accountId), pledge_type: 1, pagesize: 100 }, { accountId })).RESULT_LIST; // oxfmt-ignore
const factsOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(() => undefined, (each: unknown) => each); // oxfmt-ignore
  assert.ok(error instanceof Refusal, String(error));
  return { code: error.code, ...error.facts };
};

/** Lost in a trade, or spent: it is the house's now. */
const lose: Command<{ amount: string }, { done: true }> = {
  name: 'test-lose',
  refusals: [],
  coins: () => ['USDT'],
  house: ['bankroll'],
  decide: ({ amount }, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'test-money', coin: 'USDT', from: 'available', to: 'bankroll', amount: wad(amount) }],
    reply: { done: true },
  }),
};
const loseNow = (accountId: Uuid, amount: string) =>
  stage.ledger.lanes.submit({ command: lose, accountId, book: 'real', input: { amount }, idempotency: newKey(), receivedAt: stage.clock.now() }); // oxfmt-ignore

async function borrow(accountId: Uuid, number: string): Promise<BorrowRecord> {
  await stage.approve(await stage.apply({ accountId }, { number, month: 1 }));
  return (await stage.list(accountId))[0]!;
}
async function passTo(at: number): Promise<void> {
  stage.clock.advance(at - stage.clock.now());
  await stage.catchUp();
}
const only = async (accountId: Uuid): Promise<BorrowRecord> => (await stage.list(accountId))[0]!;

test('whoever borrows with no money of their own can not stake it, and is left with nothing after a year', async () => {
  const accountId = await stage.customer();
  const loan = await borrow(accountId, '500');
  assert.deepEqual(await factsOf(stake(accountId, '500')), { code: 'pledge-debt', coin: 'USDT', owed: '506', available: '0' }); // oxfmt-ignore
  assert.equal(await refusedWith(stake(accountId, '100')), 'pledge-debt');
  await passTo(Date.parse(loan.due_at!));
  const overdue = await only(accountId);
  assert.deepEqual([overdue.state, overdue.collected, overdue.owed_now], [5, '500', '6']);
  assert.equal(await stage.ledger.available(accountId), '0');
  assert.equal(await refusedWith(stake(accountId, '100')), 'insufficient-balance');
  await passTo(stage.clock.now() + 330 * dayMs);
  assert.deepEqual([await stage.ledger.available(accountId), (await only(accountId)).owed_now], ['0', '6']);
  await stage.ledger.audit();
});

test('what exceeds the debt may be staked, to the last unit, and a debt that is paid binds nothing', async () => {
  const accountId = await stage.customer('106.0001');
  const loan = await borrow(accountId, '500');
  assert.equal(await refusedWith(stake(accountId, '100.0002')), 'pledge-debt');
  const { pledge_order_id } = await stake(accountId, '100.0001');
  assert.equal(await stage.ledger.available(accountId), '506');
  await stage.ledger.audit();
  await stage.repay({ accountId }, loan);
  await stage.ledger.pay('100', { accountId });
  await stake(accountId, '100');
  await stage.ask(closePledge, { ...account(accountId), pledge_order_id }, { accountId });
  await stage.ledger.audit();
});

test('a pledge that ends while there is a debt is renewed with what exceeds it, and its owner is told', async () => {
  const accountId = await stage.customer('300');
  const pledge = await stake(accountId, '300', '1', true);
  const loan = await borrow(accountId, '200');
  const renewal = (auto_renew: boolean) => stage.ask(changePledgeRenewal, { ...account(accountId), pledge_order_id: pledge.pledge_order_id, auto_renew }, { accountId }); // oxfmt-ignore
  await renewal(false);
  assert.equal(await refusedWith(renewal(true)), 'pledge-debt');
  await stage.ledger.pay('2.4', { accountId });
  await renewal(true);
  await loseNow(accountId, '152.4');
  // 300 come back with an income of 0.42, 50 are there: 202.4 of them are owed.
  await passTo(Date.parse(pledge.ends_at));
  const [renewed] = await pledgesOf(accountId);
  assert.deepEqual([renewed!.amount, renewed!.renews], ['148.02', pledge.pledge_order_id]);
  assert.equal(await stage.ledger.available(accountId), '202.4');
  const notices = await pledgeNotices.read(stage.ledger.pool, [{ accountId, objectId: await idOf(pledge) }]);
  const held = notices.find(({ says }) => says === 'pledge-held');
  assert.deepEqual(held?.facts, { renewed: { amount: '148.02', coin: 'USDT' }, owed: { amount: '202.4', coin: 'USDT' } }); // oxfmt-ignore
  await loseNow(accountId, '202.4');
  // Nothing but the second term's own money comes back now, which is less than what is owed.
  await passTo(Date.parse(renewed!.ends_at));
  assert.deepEqual(await pledgesOf(accountId), []);
  await passTo(Date.parse(loan.due_at!));
  const overdue = await only(accountId);
  assert.deepEqual([overdue.state, overdue.collected, overdue.owed_now], [5, '148.2272', '54.1728']);
  await stage.ledger.audit();
});
const idOf = async ({ pledge_order_id }: PledgeOrder): Promise<Uuid> => {
  const { rows } = await stage.ledger.pool.query<{ id: Uuid }>('select pledge_id as id from pledges');
  return rows.find(({ id }) => wireId('pledge', id) === pledge_order_id)!.id;
};

test('an overdue loan is collected from whatever comes, exactly once, also by engines side by side and after a restart', async () => {
  const accountId = await stage.customer();
  const loan = await borrow(accountId, '200');
  await loseNow(accountId, '170');
  await passTo(Date.parse(loan.due_at!));
  assert.deepEqual([(await only(accountId)).collected, (await only(accountId)).owed_now], ['30', '172.4']);
  const second = await stage.ledger.openAgain();
  const { rows } = await stage.ledger.pool.query<{ id: Uuid }>('select loan_id as id from loans where account_id = $1', [accountId]); // oxfmt-ignore
  const input = { accountId, loanId: rows[0]!.id };
  let paid = 30;
  for (const part of ['0.0001', '100', '20.5', '51.8999', '12']) {
    await stage.ledger.pay(part, { accountId });
    const both = [stage.ledger.lanes, second, stage.ledger.lanes, second];
    await Promise.all([
      stage.catchUp(),
      ...both.map((lanes) => lanes.submit({ command: collectOverdue, accountId, book: 'real', input, receivedAt: stage.clock.now() })),
    ]); // oxfmt-ignore
    paid += Number(part);
    const { state, collected, owed_now } = await only(accountId);
    if (paid < 202.4) {
      assert.deepEqual([state, collected, owed_now], [5, String(Number(paid.toFixed(4))), String(Number((202.4 - paid).toFixed(4)))]); // oxfmt-ignore
    } else assert.deepEqual([state, collected], [4, '202.4']);
  }
  await second.close();
  const again = await stage.ledger.openAgain();
  await stage.catchUp(again);
  await again.close();
  assert.equal(await stage.ledger.available(accountId), '12', 'what is left is the customer’s');
  const sums = await stage.ledger.pool.query<{ kind: string; sum: string }>(
    `select kind, trim_scale(sum(amount))::text as sum from ledger_moves where object_id = $1 and kind in ('loan-repaid', 'loan-cost') group by 1 order by 1`,
    [input.loanId],
  );
  assert.deepEqual(sums.rows, [{ kind: 'loan-cost', sum: '2.4' }, { kind: 'loan-repaid', sum: '200' }]); // oxfmt-ignore
  await stage.ledger.audit();
});

test('parts are written of once a day, what is left can be paid by hand, and the account is free again', async () => {
  const accountId = await stage.customer();
  const loan = await borrow(accountId, '100');
  await loseNow(accountId, '100');
  await passTo(Date.parse(loan.due_at!));
  const [session, ends] = [stage.ledger.newId(), stage.clock.now()];
  const tokenHash = Buffer.from('a session of whoever owes').toString('base64');
  const about = { ip: '127.0.0.1', userAgent: 'test', createdAt: ends, lastSeenAt: ends };
  await insertSession(stage.ledger.serverPool, { sessionId: session, accountId, tokenHash, ...about });
  const isOverdue = async () => (await findSessions(stage.ledger.serverPool, [tokenHash])).get(tokenHash)?.isOverdue;
  assert.equal(await isOverdue(), true);
  stage.mails.length = 0;
  for (const days of [1, 0, 0, 1, 0]) {
    stage.clock.advance(days * dayMs + 1);
    await stage.ledger.pay('10', { accountId });
    await stage.catchUp();
  }
  const { rows } = await stage.ledger.pool.query<{ kind: string }>('select kind from loan_notices where account_id = $1 order by at', [accountId]); // oxfmt-ignore
  assert.deepEqual(rows.map(({ kind }) => kind), ['paid-out', 'overdue', 'part-taken', 'part-taken']); // oxfmt-ignore
  const job = stage.product().jobs.find(({ name }) => name === 'loan-notices')!;
  await startPart({ jobs: [job] });
  await job.runNow();
  await stopPart({ jobs: [job] });
  const own = stage.mails.filter(({ kind }) => kind === 'borrow-part-taken' || kind === 'borrow-overdue-parts');
  assert.ok(own.length >= 3 && own.some(({ text }) => text.includes('50 USDT') && text.includes('51.2 USDT')), JSON.stringify(own)); // oxfmt-ignore
  const owed = await only(accountId);
  assert.equal(owed.owed_now, '51.2');
  await stage.ledger.pay('51.2', { accountId });
  assert.equal((await stage.repay({ accountId }, owed)).state, 4);
  assert.deepEqual([(await only(accountId)).collected, await stage.ledger.available(accountId)], ['50', '0']);
  assert.equal(await isOverdue(), false);
  await stage.ledger.audit();
});

test('a loan under an older agreement is collected as that says: all of it as soon as it is there, and nothing before', async () => {
  const accountId = await stage.customer();
  const loan = await borrow(accountId, '100');
  await runAsOwner(stage.ledger, `alter table loans disable trigger user; update loans set collects_in_parts = null where account_id = '${accountId}'; alter table loans enable trigger user`); // oxfmt-ignore
  assert.equal(await refusedWith(stake(accountId, '100')), 'pledge-debt');
  await loseNow(accountId, '60');
  await passTo(Date.parse(loan.due_at!));
  assert.deepEqual([(await only(accountId)).state, (await only(accountId)).collected, await stage.ledger.available(accountId)], [5, '0', '40']); // oxfmt-ignore
  await stage.ledger.pay('61.1999', { accountId });
  await stage.catchUp();
  assert.equal(await stage.ledger.available(accountId), '101.1999');
  await stage.ledger.pay('0.0002', { accountId });
  await stage.catchUp();
  assert.deepEqual([(await only(accountId)).state, await stage.ledger.available(accountId)], [4, '0.0001']);
  await stage.ledger.audit();
});

test('the database lets nobody lower what was collected, collect before the due day, or apply for a loan of the old kind', async () => {
  const accountId = await stage.customer();
  await borrow(accountId, '100');
  const { pool } = stage.ledger;
  const change = (set: string) => pool.query(`update loans set ${set} where account_id = $1`, [accountId]);
  await assert.rejects(change('collected = 1, collected_at = now()'));
  await assert.rejects(change('collects_in_parts = null'));
  await passTo(Date.parse((await only(accountId)).due_at!));
  await assert.rejects(change('collected = 99, collected_at = now()'), /only grows/);
  await assert.rejects(change('amount = 1'), /only what was collected changes/);
  await assert.rejects(change('collected = null, collected_at = null'), /only grows/);
  await assert.rejects(change('collected = 101.2'), /loans_collected_left|only grows/);
  await assert.rejects(pool.query('update debts set collected = 102 where account_id = $1', [accountId]), /debts_something_left/); // oxfmt-ignore
});
