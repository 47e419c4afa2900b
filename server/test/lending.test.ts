// Borrowing on a real database: what is promised is reserved, what is owed is clear, and nothing is paid out or taken twice.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  formatAmount,
  getAcceptedAgreement,
  queryBorrowLimit,
  subtract,
  wad,
  wireId,
  type BorrowRecord,
  type CreditLimit,
  type Uuid,
} from '@candor/wire';
import { Refusal } from '../src/kit/refuse.ts';
import type { Command } from '../src/ledger/command.ts';
import { debtOf, nameDebt, readDebt } from '../src/ledger/debt.ts';
import { writeAgreement } from '../src/lending/agreement.ts';
import { applyForLoan } from '../src/lending/apply.ts';
import { newKey } from './support/money.ts';
import { openLendingStage, type LendingStage } from './support/lending-stage.ts';
import { refusedWith } from './support/options-stage.ts';
import { randomIntOf, runs, testSeed } from './support/seed.ts';

const randomInt = randomIntOf(testSeed);

let stage: LendingStage;
before(async () => (stage = await openLendingStage()));
after(() => stage.end());

const dayMs = 86_400_000;
const house = async (): Promise<{ free: string; reserved: string }> => {
  const { rows } = await stage.ledger.pool.query<{ free: string; reserved: string }>(
    `select trim_scale(coalesce(sum(balance) filter (where bucket = 'lending'), 0))::text as free,
       trim_scale(coalesce(sum(balance) filter (where bucket = 'lending-reserve'), 0))::text as reserved from ledger_house`,
  );
  return rows[0]!;
};

test('an application reserves its amount, is paid out in full, and early it costs the months that have begun', async () => {
  const accountId = await stage.customer('100');
  const start = await house();
  const asked = await stage.apply({ accountId }, { number: '333.3333', month: 3 });
  assert.deepEqual([asked.state, asked.cope, asked.total_amount, asked.owed_now], [1, '11', '344.3333', null]);
  assert.deepEqual(await house(), { free: formatAmount(subtract(wad(start.free), wad('333.3333'))), reserved: '333.3333' }); // oxfmt-ignore
  assert.equal(await stage.ledger.available(accountId), '100');
  await stage.ledger.audit();

  await stage.approve(asked);
  const [running] = await stage.list(accountId);
  assert.deepEqual([running!.state, running!.due_at, running!.owed_now, running!.owed_rises_at], [2, '2027-04-30T10:00:00.000Z', '337', '2027-02-28T10:00:00.000Z']); // oxfmt-ignore
  assert.equal(await stage.ledger.available(accountId), '433.3333');
  assert.equal((await house()).reserved, '0');
  await stage.ledger.audit();

  stage.clock.advance(28 * dayMs);
  assert.equal(await refusedWith(stage.repay({ accountId }, asked, '337')), 'borrow-owed-changed');
  const repaid = await stage.repay({ accountId }, asked);
  assert.deepEqual([repaid.state, repaid.repaid_cope, repaid.owed_now], [4, '7.3334', null]);
  assert.equal(await stage.ledger.available(accountId), '92.6666');
  assert.deepEqual(await house(), { free: start.free, reserved: '0' });
  assert.equal(await refusedWith(stage.repay({ accountId }, asked)), 'order-changed');
  const pushed = stage.pushes(accountId).flatMap((event) => (event.action === 'borrow' ? [event.notify.state] : []));
  assert.deepEqual(pushed, [1, 2, 4]);
  await stage.ledger.audit();
});

test('the agreement is kept word for word in the language it was accepted in, and nothing else can be accepted', async () => {
  const accountId = await stage.customer();
  assert.equal(await refusedWith(stage.apply({ accountId }, { cope: '1' })), 'borrow-terms-changed');
  const { borrow_id, account_id, agreement_sha256: digest } = await stage.apply({ accountId });
  const kept = await stage.ask<{ text: string; sha256: string; language: string }>(getAcceptedAgreement, { account_id, borrow_id }, { accountId }); // oxfmt-ignore
  assert.equal(createHash('sha256').update(kept.text).digest('hex'), digest);
  assert.deepEqual([kept.sha256, kept.language], [digest, 'ja']);
  for (const said of [
    '200.00 USDT',
    account_id,
    '1.10%',
    '13.20%',
    '206.60 USDT',
    '3 か月目：206.60 USDT',
    '1 か月目：202.20 USDT',
  ])
    // oxfmt-ignore
    assert.ok(kept.text.includes(said), `${said} in ${kept.text}`);
  assert.doesNotMatch(kept.text, /[{}]|undefined/);
});

test('the limit follows from what is known of a customer, and says why', async () => {
  const accountId = await stage.customer('1000');
  const ask = (caller = { accountId }) => stage.ask<CreditLimit>(queryBorrowLimit, { account_id: wireId('account', accountId) }, caller); // oxfmt-ignore
  const first = await ask();
  assert.deepEqual([first.limit, first.blocked, first.is_capped], ['500', null, false]);
  assert.equal(await refusedWith(stage.apply({ accountId }, { number: '500.0001' })), 'borrow-limit');
  assert.equal(await refusedWith(stage.apply({ accountId }, { number: '1' })), 'borrow-out-of-range');
  assert.equal(await refusedWith(stage.apply({ accountId }, { month: 2 })), 'borrow-terms-changed');
  assert.equal(await refusedWith(stage.apply({ accountId, isVerified: false })), 'verification-required');
  assert.equal(await refusedWith(stage.apply({ accountId, book: 'bonus' })), 'borrow-real-only');
  const asked = await stage.apply({ accountId }, { number: '500' });
  await stage.approve(asked);
  assert.equal((await ask()).blocked, 'unfinished');
  await stage.repay({ accountId }, asked);
  stage.clock.advance(61 * dayMs);
  const { limit, parts } = await ask();
  assert.deepEqual(parts, [
    { part: 'identity', amount: '500' },
    { part: 'age', amount: '200' },
    { part: 'vip', amount: '0' },
    { part: 'history', amount: '250' },
  ]);
  assert.equal(limit, '950');
});

test('one application at a time: of many that come together, to two processes, one is taken', async () => {
  const second = await stage.ledger.openAgain();
  const accountId = await stage.customer();
  const [amount, account] = [wad('200'), wireId('account', accountId)];
  const config = { termId: '1', version: 1, months: 1, monthlyRate: wad('0.012'), minAmount: wad('50'), maxAmount: wad('10000'), isOffered: true }; // oxfmt-ignore
  const limits = { version: 1, identityAmount: wad('500'), ageAmount: wad('0'), ageMonthsMax: 0, vipAmount: wad('0'), historyShare: wad('0'), historyMax: wad('0'), limitMax: wad('500'), twoPersonsAbove: wad('1000') }; // oxfmt-ignore
  const agreement = writeAgreement({ amount, config, account }, 'en');
  const shown = { cost: wad('2.4'), total: wad('202.4'), agreementDigest: agreement.digest };
  const credit = { limit: wad('500'), parts: [], isCapped: false };
  const input = {
    accountId,
    book: 'real' as const,
    isVerified: true,
    amount,
    shown,
    config,
    agreement,
    limits,
    credit,
  };
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, place) =>
      (place % 2 === 0 ? second : stage.ledger.lanes).submit({ command: applyForLoan, accountId, book: 'real', input, idempotency: newKey(), receivedAt: stage.clock.now() }),
    ),
  ); // oxfmt-ignore
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Refusal).code] : []));
  assert.deepEqual(
    refused,
    Array.from({ length: 7 }, () => 'borrow-unfinished'),
  );
  assert.equal((await stage.list(accountId)).length, 1);
  await second.close();
  await stage.ledger.audit();
});

test('nothing is paid out that was decided otherwise, twice, or by one operator above the limit', async () => {
  const accountId = await stage.customer();
  const declined = await stage.apply({ accountId });
  await stage.reject(declined);
  assert.equal(await refusedWith(stage.approve(declined)), 'loan-decided');
  const again = await stage.apply({ accountId });
  const both = await Promise.allSettled([stage.approve(again), stage.approve(again), stage.reject(again)]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
  const old = await stage.customer();
  await stage.ledger.pool.query('update accounts set vip = 3 where account_id = $1', [old]);
  const large = await stage.apply({ accountId: old }, { number: '1000.0001' });
  assert.equal(await refusedWith(stage.approve(large)), 'loan-needs-two');
  await assert.rejects(stage.approve(large, stage.ledger.newId()), 'an act that there is not');
  assert.equal((await stage.list(old))[0]!.state, 1);
  await stage.ledger.audit();
});

test('what can not be reserved is refused', async () => {
  const poor = await openLendingStage({ lending: '300' });
  try {
    const [one, other] = [await poor.customer(), await poor.customer()];
    const asked = await poor.apply({ accountId: one });
    assert.equal(await refusedWith(poor.apply({ accountId: other })), 'borrow-sold-out');
    await poor.reject(asked);
    await poor.apply({ accountId: other }, { number: '300' });
    await poor.ledger.audit();
  } finally {
    await poor.end();
  }
});

test('a borrower is reminded 7, 3 and 1 days before, and on the day it is taken in full, or in part and is overdue without a penalty', async () => {
  const [rich, poor] = [await stage.customer('100'), await stage.customer()];
  const loans = [await stage.apply({ accountId: rich }, { month: 1 }), await stage.apply({ accountId: poor }, { month: 1 })]; // oxfmt-ignore
  for (const each of loans) await stage.approve(each);
  const dueAt = Date.parse((await stage.list(rich))[0]!.due_at!);
  stage.mails.length = 0;
  for (const days of [7, 3, 1]) {
    stage.clock.advance(dueAt - days * dayMs - stage.clock.now());
    await stage.catchUp();
  }
  const { rows } = await stage.ledger.pool.query<{ left: number }>(
    `select days_left as left from loan_notices where account_id = $1 and kind = 'reminder' order by at`,
    [rich],
  );
  assert.deepEqual(rows.map(({ left }) => left), [7, 3, 1]); // oxfmt-ignore
  stage.clock.advance(dueAt - 1 - stage.clock.now());
  await stage.catchUp();
  assert.equal((await stage.list(rich))[0]!.state, 2, 'not before its time');
  stage.clock.advance(1);
  await stage.catchUp();
  const [[taken], [overdue]] = [await stage.list(rich), await stage.list(poor)];
  assert.deepEqual([taken!.state, taken!.repaid_cope, await stage.ledger.available(rich)], [4, '2.4', '97.6']);
  assert.deepEqual([overdue!.state, overdue!.owed_now, await stage.ledger.available(poor)], [5, '2.4', '0']);
  stage.clock.advance(400 * dayMs);
  await stage.catchUp();
  assert.equal((await stage.list(poor))[0]!.owed_now, '2.4', 'no penalty, however late');
  await stage.ledger.pay('2.4', { accountId: poor });
  assert.equal((await stage.repay({ accountId: poor }, overdue!)).state, 4);
  assert.equal(await stage.ledger.available(poor), '0');
  await stage.ledger.audit();
});

test('an engine that stood still for weeks tells of no day that is over, and takes what is due once with two engines', async () => {
  const accountId = await stage.customer('50');
  await stage.approve(await stage.apply({ accountId }, { month: 1 }));
  stage.clock.advance(60 * dayMs);
  const second = await stage.ledger.openAgain();
  await Promise.all([stage.catchUp(), stage.catchUp(second)]);
  await second.close();
  const { rows } = await stage.ledger.pool.query<{ kind: string }>('select kind from loan_notices where account_id = $1 order by at, kind', [accountId]); // oxfmt-ignore
  assert.deepEqual(rows.map(({ kind }) => kind), ['paid-out', 'taken']); // oxfmt-ignore
  assert.equal(await stage.ledger.available(accountId), '47.6');
  await stage.ledger.audit();
});

/** As whatever lets value leave an account must ask. */
const takeOut: Command<{ accountId: Uuid; coin: 'USDT' | 'BTC'; amount: string }, { taken: true }> = {
  name: 'test-take-out',
  refusals: ['insufficient-balance'],
  coins: () => ['USDT', 'BTC'],
  house: ['demo-faucet'],
  rows: ({ accountId }) => [nameDebt(accountId)],
  decide({ accountId, coin, amount }, state) {
    const left = subtract(state.balance('USDT').available, coin === 'USDT' ? wad(amount) : wad('0'));
    const isCovered = left >= debtOf(state, accountId) && state.balance(coin).available >= wad(amount);
    if (!isCovered) return new Refusal('insufficient-balance');
    return {
      objectId: state.newId(),
      moves: [{ kind: 'test-money', coin, from: 'available', to: 'demo-faucet', amount: wad(amount) }],
      reply: { taken: true },
    };
  },
};

/** Half of the USDT for BTC at 50,000, as a swap changes what is held. */
const convert: Command<{ amount: string }, { done: true }> = {
  name: 'test-convert',
  refusals: ['insufficient-balance'],
  coins: () => ['USDT', 'BTC'],
  house: ['bankroll', 'suspense'],
  decide({ amount }, state) {
    if (state.balance('USDT').available < wad(amount)) return new Refusal('insufficient-balance');
    const objectId = state.newId();
    return {
      objectId,
      moves: [
        { kind: 'test-money', coin: 'USDT', from: 'available', to: 'bankroll', amount: wad(amount) },
        { kind: 'test-money', coin: 'BTC', from: 'suspense', to: 'available', amount: (wad(amount) / 50_000n) as never }, // oxfmt-ignore
      ],
      reply: { done: true },
    };
  },
};

test('after any sequence debt, lending account and journal agree, nothing is paid out or repaid twice, and no value leaves past a debt', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => stage.customer('300')));
  const seen = new Set<number>();
  for (let step = 0; step < runs(240); step++) {
    const accountId = people[randomInt(people.length)]!;
    const caller = { accountId };
    const [last] = await stage.list(accountId);
    const submit = <Input>(command: Command<Input, unknown>, input: Input) =>
      stage.ledger.lanes.submit({ command, accountId, book: 'real', input, idempotency: newKey(), receivedAt: stage.clock.now() }); // oxfmt-ignore
    try {
      switch (randomInt(9)) {
        case 0:
        case 1:
          await stage.apply(caller, { number: `${randomInt(100, 500)}.${randomInt(1000, 9999)}`, month: [1, 3, 6, 12][randomInt(4)]! }); // oxfmt-ignore
          break;
        case 2:
        case 3:
          if (last) await stage.approve(last);
          break;
        case 4:
          if (last && randomInt(3) === 0) await stage.reject(last);
          break;
        case 5:
          if (last) await Promise.allSettled([stage.repay(caller, last), stage.repay(caller, last)]);
          break;
        case 6:
          stage.clock.advance(randomInt(1, 40 * dayMs));
          await stage.catchUp();
          break;
        case 7:
          await submit(convert, { amount: String(randomInt(1, 200)) });
          break;
        default:
          await submit(takeOut, { accountId, coin: randomInt(2) === 0 ? 'USDT' : 'BTC', amount: randomInt(2) === 0 ? '0.001' : String(randomInt(1, 300)) }); // oxfmt-ignore
      }
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
    }
    for (const { state } of await stage.list(accountId)) seen.add(state);
    await expectDebts(people);
  }
  await stage.ledger.audit();
  assert.ok(seen.size >= 3, `states: ${[...seen].join()}`);
});

async function expectDebts(people: readonly Uuid[]): Promise<void> {
  for (const accountId of people) {
    const owed = (await stage.list(accountId)).reduce((sum, { owed_now: each }: BorrowRecord) => sum + wad(each ?? '0'), 0n); // oxfmt-ignore
    assert.equal(await readDebt(stage.ledger.pool, accountId, stage.clock.now()), owed);
  }
}
