// Which looks leave a row, and what it says.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { getCustomer, getSupportCase, listCustomers, listJournal, listTransfers, listWithdrawals, type Endpoint, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { NoteLook } from '../kit/audit-log.ts';
import { manualClock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { createNoteLook, lookMs } from './note-looks.ts';

const operatorOf = (digit: number): OperatorSession => ({
  sessionId: `0000000${digit}-0000-7000-8000-000000000000` as Uuid,
  operatorId: `0000000${digit}-0000-7000-8000-000000000000` as Uuid,
  name: `operator-${digit}`,
  roles: ['support'],
  steppedUpUntil: 0,
  endsAt: 0,
  isDemo: false,
});
const accountOf = (digit: number): string => `acc_0000000000000000000000000${digit}`;
const [mia, tom] = [operatorOf(1), operatorOf(2)];

let rows: [operator: string, act: string, subject: string, detail: string][];
let fails = false;
let look: (call: Endpoint, payload: object, data: object, operator?: OperatorSession) => Promise<void>;
let clock: ReturnType<typeof manualClock>;
beforeEach(() => {
  rows = [];
  fails = false;
  clock = manualClock(Date.UTC(2026, 10, 20));
  const query = async (_sql: string, row: (typeof rows)[number]): Promise<void> => {
    if (fails) throw new Error('the database is away');
    rows.push(row);
  };
  const note: NoteLook = createNoteLook({ pool: { query } as unknown as Pool, clock });
  look = (call, payload, data, operator = mia) => note({ operator, call, payload, data });
});
const listOf = (...digits: number[]) => ({
  TOTAL: digits.length,
  RESULT_LIST: digits.map((digit) => ({ account_id: accountOf(digit) })),
});

test('a row says who looked by which call, how it was asked, and whom it showed', async () => {
  await look(getCustomer, { account_id: accountOf(1) }, { account_id: accountOf(1), notes: [] });
  await look(listWithdrawals, { step: 'review', sort: undefined, pagesize: 20, current_page: 2 }, listOf(2, 3, 2));
  assert.deepEqual(rows, [
    ['operator-1', 'customer-viewed', accountOf(1), `{"asked":{"account_id":"${accountOf(1)}"},"path":"/api/customers/:account_id"}`], // oxfmt-ignore
    ['operator-1', 'withdrawals-listed', '', `{"asked":{"current_page":"2","pagesize":"20","step":"review"},"customers":["${accountOf(2)}","${accountOf(3)}"],"path":"/api/withdrawals"}`], // oxfmt-ignore
  ]);
});

test('a page that asks again leaves one row for some minutes, of each operator and of each question', async () => {
  for (let poll = 0; poll < 50; poll++) {
    await look(listWithdrawals, { current_page: 1 }, listOf(1, 2));
    clock.advance(5_000);
  }
  assert.equal(rows.length, 1);
  await look(listWithdrawals, { current_page: 1 }, listOf(1, 2), tom);
  await look(listWithdrawals, { current_page: 2 }, listOf(1));
  assert.equal(rows.length, 3);
  clock.advance(lookMs);
  await look(listWithdrawals, { current_page: 1 }, listOf(1, 2));
  assert.equal(rows.length, 4);
});

test('whoever comes in meanwhile is in a row of their own', async () => {
  await look(listWithdrawals, {}, listOf(1));
  await look(listWithdrawals, {}, listOf(1, 2));
  await look(listWithdrawals, {}, listOf(2));
  assert.deepEqual(rows.map(([, , subject]) => subject), [accountOf(1), accountOf(2)]); // oxfmt-ignore
});

test('a list that names payers and no account, and one that is empty, leave a row by how they were asked', async () => {
  await look(listTransfers, { use: 'open' }, { TOTAL: 1, RESULT_LIST: [{ payer: 'Ann Lee' }] });
  await look(listJournal, { account: ` ${accountOf(4).toLowerCase()}\n` }, { TOTAL: 0, RESULT_LIST: [] });
  assert.deepEqual(rows.map(([, act, subject]) => [act, subject]), [['transfers-listed', ''], ['journal-viewed', accountOf(4)]]); // oxfmt-ignore
});

test('what was typed to find somebody by is not kept, only whom it found', async () => {
  await look(listCustomers, { find: 'ann@example.com' }, listOf(5));
  assert.doesNotMatch(rows.join(), /ann@/);
  assert.equal(rows[0]![2], accountOf(5));
});

test('nothing is shown that could not be noted, and the next one asks again', async () => {
  fails = true;
  await assert.rejects(look(getSupportCase, { ticket_id: 'x' }, { account_id: accountOf(1) }), /is away/);
  fails = false;
  await look(getSupportCase, { ticket_id: 'x' }, { account_id: accountOf(1) });
  assert.equal(rows.length, 1);
});
