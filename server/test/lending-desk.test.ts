// Borrowing over HTTP on a real server: many applications at once, decided at the console by one operator or by two, across a restart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  approveAct,
  approveLoan,
  getAcceptedAgreement,
  getBorrowAgreement,
  getLoan,
  getLoanBook,
  listLoans,
  listOutbox,
  proposeAct,
  queryBorrowLimit,
  queryBorrowList,
  queryBorrowTerms,
  rejectLoan,
  repayBorrow,
  submitBorrow,
  tryRole,
  verifyMe,
  type ConsoleClient,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { consoleClient } from './support/operators.ts';
import { decidedAlone } from './support/seat-operator.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { crowdOf, isLongRun } from './support/long-run.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp({ liveCoins: [] })));
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

async function customer(money?: string): Promise<Person> {
  const person = await app.person(money);
  got(await person.client.call(verifyMe, {}));
  return person;
}

/** Asks for what the server itself has written down. */
async function apply({ client, user }: Person, number: string, month = 3) {
  const { account_id } = user;
  const { sha256, cope, total_amount, language } = got(await client.call(getBorrowAgreement, { account_id, number, month, language: 'sv' })); // oxfmt-ignore
  return client.call(submitBorrow, { account_id, number, cope, total_amount, month, agreement_sha256: sha256, language }); // oxfmt-ignore
}
const listOf = async ({ client, user }: Person) => got(await client.call(queryBorrowList, { account_id: user.account_id })).RESULT_LIST; // oxfmt-ignore

test('of applications that come together one is taken, the others are told of it as the specification says', async () => {
  const person = await customer('100');
  const answers = await Promise.all(Array.from({ length: crowdOf(6, 2) }, () => apply(person, '200')));
  assert.equal(answers.filter(({ ok }) => ok).length, 1);
  for (const answer of answers.filter(({ ok }) => !ok)) {
    assert.equal(refusalOf(answer), 'borrow-unfinished');
    assert.equal((answer as { status?: number }).status ?? 2, 2);
  }
  const [asked] = await listOf(person);
  const desk = await as('treasurer');
  const { loan_id: id } = got(await desk.call(listLoans, { state: 'review' })).RESULT_LIST[0]!;
  assert.equal(id, asked!.borrow_id);
  const { borrower, agreement } = got(await desk.call(getLoan, { loan_id: id }));
  assert.deepEqual([borrower.credit_limit, borrower.verified_by, agreement.language], ['500', 'demo', 'sv']);
  assert.equal(refusalOf(await (await as('auditor')).call(approveLoan, { loan_id: id })), 'role-missing');
  const paid = await Promise.all(Array.from({ length: crowdOf(4, 2) }, () => desk.call(approveLoan, { loan_id: id })));
  assert.equal(paid.filter(({ ok }) => ok).length >= 1, true);
  assert.equal((await app.available(person)).available, '300');
  assert.equal(refusalOf(await desk.call(rejectLoan, { loan_id: id, reason: 'details-unclear' })), 'loan-decided');

  if (isLongRun) await app.restart();
  const [running] = await listOf(person);
  assert.deepEqual([running!.state, running!.owed_now], [2, '202.2']);
  const { account_id } = person.user;
  const other = await customer();
  assert.equal(refusalOf(await other.client.call(repayBorrow, { account_id: other.user.account_id, borrow_id: id, total_amount: '202.2' })), 'not-found'); // oxfmt-ignore
  assert.equal(refusalOf(await other.client.call(getAcceptedAgreement, { account_id: other.user.account_id, borrow_id: id })), 'not-found'); // oxfmt-ignore
  const pays = await Promise.all(Array.from({ length: crowdOf(4, 2) }, () => person.client.call(repayBorrow, { account_id, borrow_id: id, total_amount: '202.2' }))); // oxfmt-ignore
  assert.ok(pays.some(({ ok }) => ok));
  assert.equal((await app.available(person)).available, '97.8');
  assert.equal((await listOf(person))[0]!.state, 4);
  await until('it was written to the customer', async () => {
    const { messages } = got(await person.client.call(listOutbox, { recipient: person.email }));
    return messages.some(({ kind, text }) => kind === 'borrow-paid-out' && text.includes('206.6 USDT'));
  }, 10_000); // oxfmt-ignore
  await app.audit();
});

test('above the limit of one operator two approve it, by an act that pays out once', async () => {
  const person = await customer();
  await app.pool.query("update accounts set vip = 2 where number = $1", [person.user.user_number]); // oxfmt-ignore
  assert.equal(got(await person.client.call(queryBorrowLimit, { account_id: person.user.account_id })).limit, '2500');
  const { borrow_id: id } = got(await apply(person, '1500', 6));
  const [maker, checker] = [await as('treasurer'), await as('risk', 2)];
  assert.equal(refusalOf(await maker.call(approveLoan, { loan_id: id })), 'loan-needs-two');
  const { proposal_id, version, facts } = got(await maker.call(proposeAct, { kind: 'approve-loan', body: { loan_id: id }, why: 'known for long' })); // oxfmt-ignore
  assert.deepEqual([facts['amount'], facts['credit_limit']], ['1500', '2500']);
  assert.equal(got(await checker.call(approveAct, { proposal_id, version })).state, 'done');
  assert.equal((await app.available(person)).available, '1500');
  const book = got(await maker.call(getLoanBook, {}));
  assert.deepEqual([book.running, book.running_count, book.reserved], ['1590', 1, '0']);
  await app.audit();
});

test('an application that is declined says why, and the way is free for another', async () => {
  const person = await customer();
  const { borrow_id: id } = got(await apply(person, '300', 12));
  got(await (await as('risk')).call(rejectLoan, { loan_id: id, reason: 'too-much-at-risk' }));
  const [declined] = await listOf(person);
  assert.deepEqual([declined!.state, declined!.reason], [3, 'too-much-at-risk']);
  got(await apply(person, '300', 12));
  assert.equal(refusalOf(await apply(await app.person(), '300')), 'verification-required');
  const { terms } = got(await person.client.call(queryBorrowTerms, {}));
  assert.deepEqual(terms.map(({ month }) => month), [1, 3, 6, 12]); // oxfmt-ignore
  await app.audit();
});

test('loans that are approved at the same moment and exceed the sum of a day together: one is paid out, the others are refused', async () => {
  const desk = await as('treasurer', 2);
  const { rows } = await app.pool.query<{ id: Uuid }>(
    `select operator_id as id from operators where name = 'demo-treasurer-2'`,
  );
  await decidedAlone(app, { operatorId: rows[0]!.id, worth: '19500' });
  const people = await Promise.all([customer(), customer(), customer()]);
  const loans = await Promise.all(people.map(async (person) => got(await apply(person, '300')).borrow_id));
  const answers = await Promise.all(loans.map((id) => desk.call(approveLoan, { loan_id: id })));
  const outcomes = answers.map((answer) => (answer.ok ? 'done' : refusalOf(answer)));
  assert.deepEqual(outcomes.toSorted(), ['day-sum-reached', 'day-sum-reached', 'done']);
});
