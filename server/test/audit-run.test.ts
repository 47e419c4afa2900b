// The audit as `npm run audit` runs it: without the limits of requests, rule by rule, in ranges of the journal, and on after a break.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { wad, type Uuid } from '@candor/wire';
import pg from 'pg';
import { openPool, openReadConnection } from '../src/kit/postgres.ts';
import { moveInvariant, type Invariant, type Together } from '../src/kit/product.ts';
import { raw, sql } from '../src/kit/sql.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openKeptRun } from '../src/ledger/audit/kept-run.ts';
import { runAudit, type AuditEvent, type AuditOptions } from '../src/ledger/audit/run-audit.ts';
import { settledPosition } from '../src/ledger/audit/settled-position.ts';
import { checkInvariants, ledgerInvariants } from '../src/ledger/check-invariants.ts';
import type { Command } from '../src/ledger/command.ts';
import { describeEvent, exitCodeOf } from '../src/print-audit.ts';
import { migrationsDirectory, runAsOwner } from './support/database.ts';
import { newKey, openTestLedger, type TestLedger } from './support/money.ts';

let ledger: TestLedger;
let folder: string;
before(async () => {
  ledger = await openTestLedger();
  folder = mkdtempSync(join(tmpdir(), 'candor-audit-'));
  for (const amount of ['10', '20', '30']) await holdAndRelease(await ledger.pay(amount));
  await ledger.pay('5', { book: 'bonus' });
});
after(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true });
});

const hold: Command<'hold' | 'release', null> = {
  name: 'test-hold',
  refusals: [],
  coins: () => ['USDT'],
  house: [],
  decide: (turn, { newId }) => ({
    objectId: newId(),
    moves: [
      turn === 'hold'
        ? { kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1.5') }
        : { kind: 'swap-returned', coin: 'USDT', from: 'reserved', to: 'available', amount: wad('1.5') },
    ],
    reply: null,
  }),
};
async function holdAndRelease(accountId: Uuid): Promise<void> {
  for (const input of ['hold', 'release'] as const)
    await ledger.lanes.submit({ command: hold, accountId, book: 'real', input, idempotency: newKey(), receivedAt: Date.now() }); // oxfmt-ignore
}

const open = () => openReadConnection(ledger.url);
async function audit(invariants: readonly Invariant[], options: Partial<AuditOptions> = {}): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const event of runAudit(invariants, { open, rangeSize: 2, ...options })) events.push(event);
  return events;
}
const countsOf = (events: readonly AuditEvent[]) =>
  events.flatMap((each) => (each.kind === 'checked' ? [{ name: each.name, checked: each.checked, broken: each.broken }] : [])); // oxfmt-ignore
const kindsOf = (events: readonly AuditEvent[]) => events.map(({ kind }) => kind);
const brokenOf = (events: readonly AuditEvent[]) =>
  countsOf(events).flatMap(({ name, broken }) => (broken > 0 ? [name] : []));

/** Runs a statement as the database owner, with the triggers that protect the journal disabled. */
const change = (statement: string): Promise<void> =>
  runAsOwner(
    ledger,
    `begin; alter table ledger_moves disable trigger user; ${statement}; alter table ledger_moves enable trigger user; commit`,
  );
const firstMove = `(select min(sequence) from ledger_moves where to_after is not null)`;

test('a limit of the address on statements or pauses ends what the pool asks, and no audit', async () => {
  const limited = (limit: string) => `${ledger.url}${ledger.url.includes('?') ? '&' : '?'}${limit}`;
  const slow: Invariant = { name: 'slow', sql: sql`select count(*) as checked, 0 as broken from generate_series(1, 300000)` };
  // While the rule is prepared, its connection is idle within its transaction: either longer than the limit allows, or until it is closed.
  const idle = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
  let isLimited = true;
  const pausing: Invariant = {
    name: 'pausing',
    sql: async () => {
      const young = isLimited ? '' : `and state_change > clock_timestamp() - interval '2 ms'`;
      await until('the pause is over', async () => (await ledger.pool.query(`${idle} ${young}`)).rowCount === 0);
      return sql`select 1 as checked, 0 as broken`;
    },
  };
  for (const [limit, rule] of [['statement_timeout=1', slow], ['options=-c%20idle_in_transaction_session_timeout%3D1', pausing]] as const) {
    isLimited = true;
    const pool = openPool(limited(limit), 1);
    await assert.rejects(checkInvariants(pool, [rule]), limit);
    await pool.end();
    isLimited = false;
    const events = await audit([rule, rule], { open: () => openReadConnection(limited(limit)) });
    assert.deepEqual(kindsOf(events), ['checked', 'checked'], JSON.stringify(events));
  }
}); // oxfmt-ignore

test('the connection of an audit is its own, and writes nothing', async () => {
  const connection = await openReadConnection(ledger.url, { name: 'candor-audit' });
  const { rows } = await connection.query(`select current_setting('application_name') as name`);
  assert.deepEqual(rows, [{ name: 'candor-audit' }]);
  await assert.rejects(connection.query('delete from processes'), /read-only transaction/);
  await connection.end();
});

test('each rule is reported before the next one begins, and one that fails keeps no other from being checked', async () => {
  const begun: string[] = [];
  const rule = (name: string, text: () => ReturnType<typeof sql>): Invariant => ({
    name,
    sql: async () => {
      begun.push(name);
      return text();
    },
  });
  const one = () => sql`select 1 as checked, 0 as broken`;
  const rules = [
    rule('first', one),
    rule('divides', () => sql`select 1 / 0 as checked, 0 as broken`),
    rule('loses its connection', () => sql`select pg_terminate_backend(pg_backend_pid())`),
    rule('throws', () => {
      throw new Error('unknown');
    }),
    rule('last', () => sql`select 3 as checked, 2 as broken`),
  ];
  const lines: string[] = [];
  for await (const event of runAudit(rules, { open })) {
    if (event.kind === 'new-snapshot') continue;
    assert.equal('name' in event && event.name, begun.at(-1), 'no later rule has begun');
    lines.push(describeEvent(event).replace(/\d+\.\d s/, 's'));
  }
  assert.equal(lines[0], '✓ first (1 checked, s)');
  assert.equal(lines[1], '! divides was not checked after s: division by zero');
  assert.match(lines[2]!, /^! loses its connection was not checked after s: /);
  assert.equal(lines[3], '! throws was not checked after s: unknown');
  assert.deepEqual(lines.slice(4), ['✗ last (3 checked, 2 broken, s)']);
  const totals = { checked: 1, broken: [], notChecked: [] };
  assert.deepEqual([exitCodeOf(totals), exitCodeOf({ ...totals, notChecked: ['a'] }), exitCodeOf({ ...totals, broken: ['b'], notChecked: ['a'] })], [0, 2, 1]); // oxfmt-ignore
});

test('rules that are checked together are read once; where that fails, the one that cannot be checked is named', async () => {
  const alone: string[] = [];
  const rule = (name: string, text: string, together: Together): Invariant => ({
    name,
    together,
    sql: async () => {
      alone.push(name);
      return raw(text);
    },
  });
  const good = 'select 1 as checked, 0 as broken';
  const both: Together = {
    sql: sql`select * from (values ('one', 5::bigint, 0::bigint, '{}'::text[]), ('two', 6, 2, '{a}')) as rules (name, checked, broken, examples)`,
  };
  const found = await audit([rule('one', good, both), rule('two', good, both)]);
  assert.deepEqual(countsOf(found), [
    { name: 'one', checked: 5, broken: 0 },
    { name: 'two', checked: 6, broken: 2 },
  ]);
  assert.deepEqual(alone, []);
  const failing: Together = { sql: sql`select 1 / 0 as name` };
  const apart = await audit([
    rule('one', good, failing),
    rule('two', 'select 1 / 0', failing),
    rule('three', good, failing),
  ]);
  assert.deepEqual(kindsOf(apart), ['checked', 'not-checked', 'checked']);
  assert.deepEqual(alone, ['one', 'two', 'three']);
});

test('a rule on single moves that fails keeps no other one from being counted', async () => {
  const events = await audit([
    moveInvariant('whole', { broken: sql`amount <= 0` }),
    moveInvariant('divides', { broken: sql`amount / 0 > 1` }),
    moveInvariant('of some', { of: sql`kind = 'swap-placed'`, broken: sql`true` }),
  ]);
  const rest = events.filter(({ kind }) => kind !== 'progress');
  assert.deepEqual(kindsOf(rest), ['checked', 'not-checked', 'checked']);
  assert.deepEqual(brokenOf(rest), ['of some']);
  assert.equal(countsOf(rest)[1]?.checked, countsOf(rest)[1]?.broken);
});

test('all rules see one state, until it is older than it may be', async () => {
  const rule = (name: string): Invariant => ({
    name,
    sql: async () => {
      await ledger.pay('1');
      return sql`select count(*) as checked, 0 as broken from ledger_moves`;
    },
  });
  const counts = (events: readonly AuditEvent[]) => countsOf(events).map(({ checked }) => checked);
  const shared = await audit([rule('one'), rule('two')]);
  assert.equal(new Set(counts(shared)).size, 1);
  assert.deepEqual(kindsOf(shared), ['checked', 'checked']);
  const renewed = await audit([rule('one'), rule('two')], { snapshotMaxMs: -1 });
  assert.deepEqual(kindsOf(renewed), ['checked', 'new-snapshot', 'checked']);
  const [first, second] = counts(renewed);
  assert.equal(second, first! + 1);
});

test('one pass over the journal finds exactly what each rule finds by itself', async () => {
  const balance = (set: string) => `update ledger_balances set ${set} where account_id = (select account_id from ledger_moves where sequence = ${firstMove})`; // oxfmt-ignore
  const move = (set: string, where = `sequence = ${firstMove}`) => `update ledger_moves set ${set} where ${where}`;
  const faults: readonly (readonly [made: string, undone: string])[] = [
    ['select', 'select'],
    [balance('available = available + 1'), balance('available = available - 1')],
    [`update ledger_house set balance = balance + 2 where bucket = 'bankroll' and slice = 0`, `update ledger_house set balance = balance - 2 where bucket = 'bankroll' and slice = 0`],
    [move('amount = amount + 3'), move('amount = amount - 3')],
    [move('to_after = to_after + 1'), move('to_after = to_after - 1')],
    [move(`coin = 'BTC'`), move(`coin = 'USDT'`)],
    [move(`book = 'bonus'`), move(`book = 'real'`)],
    [move(`kind = 'gift'`), move(`kind = 'test-money'`)],
    [`insert into ledger_balances (account_id, coin, book, staked) values ('${randomUUID()}', 'ETH', 'real', 7)`, `delete from ledger_balances where coin = 'ETH' and staked = 7`],
    ['delete from ledger_house where bucket = \'bankroll\' and balance = 0', 'select'],
    [move('from_bucket = \'chain-custody\', book = \'bonus\'', 'false'), 'select'],
  ]; // oxfmt-ignore
  const found = new Set<string>();
  for (const [made, undone] of faults) {
    await change(made);
    const alone = await checkInvariants(ledger.pool, ledgerInvariants);
    const events = await audit(ledgerInvariants);
    const byName = (counts: readonly { name: string }[]) => counts.toSorted((a, b) => a.name.localeCompare(b.name));
    assert.deepEqual(byName(countsOf(events)), byName(alone), made);
    for (const name of brokenOf(events)) found.add(name);
    await change(undone);
  }
  assert.deepEqual([...found].toSorted(), [
    'a customer balance equals the sum of its journal',
    'a house balance equals the sum of its journal',
    'all balances of a coin and book sum to zero',
    'each running balance follows from the one before',
    'every movement is of a kind that a product or the house declares',
    'no entry and no account touches both books',
  ]);
  assert.deepEqual(brokenOf(await audit(ledgerInvariants)), []);
});

test('a number that was drawn and is not committed yet ends the part of the journal that is final', async () => {
  const writer = new pg.Client({ connectionString: ledger.ownerUrl });
  await writer.connect();
  const connection = await open();
  try {
    const last = await settledPosition(connection, 0);
    await writer.query('set idle_in_transaction_session_timeout = 0');
    await writer.query('begin');
    await writer.query(`insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice, amount, at)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 0, 'gift', gen_random_uuid(), 'USDT', 'real', 'capital', 'bankroll', 0, 0, 9, now())`);
    await ledger.pay('1');
    assert.equal(await settledPosition(connection, 0), undefined, 'a higher number is committed, a lower one is not');
    // An audit that can't wait reads all of it in one snapshot, and what it keeps does not pass over the lower number.
    const options: Partial<AuditOptions> = { settleMs: 0, openKeptRun: keptIn('late', {}) };
    assert.deepEqual(brokenOf(await audit(ledgerInvariants, options)), []);
    const waiting = settledPosition(connection, 600_000);
    await writer.query('commit');
    assert.ok((await waiting)! >= last! + 2);
    const found = brokenOf(await audit(ledgerInvariants, options));
    assert.ok(found.includes('every movement is of a kind that a product or the house declares'), found.join());
    assert.ok(found.includes('a house balance equals the sum of its journal'), found.join());
  } finally {
    await change(`delete from ledger_moves where kind = 'gift'`);
    await connection.end();
    await writer.end();
  }
});

test('an index that was built before the upgrade is kept, and one that was left half built is built anew', async () => {
  const text = readFileSync(join(migrationsDirectory, '0117_journal-in-ranges.sql'), 'utf8');
  const index = async () =>
    (await ledger.pool.query<object>(
      `select indexrelid as id, indisvalid as "isValid" from pg_index where indexrelid = 'ledger_moves_by_number'::regclass`,
    )).rows as { id: number; isValid: boolean }[]; // oxfmt-ignore
  const built = await index();
  await runAsOwner(ledger, text);
  assert.deepEqual(await index(), built);
  await runAsOwner(ledger, 'drop index ledger_moves_by_number');
  await assert.rejects(
    runAsOwner(ledger, 'create unique index concurrently ledger_moves_by_number on ledger_moves (book)'),
  );
  const [half] = await index();
  assert.equal(half?.isValid, false);
  await runAsOwner(ledger, text);
  const [anew] = await index();
  assert.equal(anew?.isValid, true);
  assert.notEqual(anew.id, half.id);
});

const keptIn = (name: string, { fromTheStart = false, now = Date.now() }): NonNullable<AuditOptions['openKeptRun']> =>
  (of, apply) => openKeptRun(join(folder, name), of, { fromTheStart, now, apply }); // oxfmt-ignore

/** Ends it after its first range, as a machine that goes down does. */
async function interrupted(name: string, ranges = 1): Promise<void> {
  let read = 0;
  for await (const { kind } of runAudit(ledgerInvariants, { open, rangeSize: 2, openKeptRun: keptIn(name, {}) }))
    if (kind === 'progress' && ++read === ranges) return;
  assert.fail('it was not interrupted');
}

test('an audit that was interrupted goes on where it was, and one from the start believes nothing', async () => {
  await interrupted('on', 3);
  const first = await audit(ledgerInvariants, { openKeptRun: keptIn('on', {}) });
  assert.equal(kindsOf(first)[0], 'continued');
  const whole = await audit(ledgerInvariants, { openKeptRun: keptIn('on', {}) });
  assert.equal(kindsOf(whole)[0], 'progress', 'after the end, the next one reads everything again');
  assert.deepEqual(countsOf(first), countsOf(whole));
  const progress = (events: readonly AuditEvent[]) => kindsOf(events).filter((kind) => kind === 'progress').length;
  assert.equal(progress(first), progress(whole) - 3);

  await interrupted('on');
  await change(`update ledger_moves set kind = 'gift' where sequence = (select min(sequence) from ledger_moves)`);
  const kinds = 'every movement is of a kind that a product or the house declares';
  assert.deepEqual(brokenOf(await audit(ledgerInvariants, { openKeptRun: keptIn('on', {}) })), []);
  await interrupted('on');
  assert.deepEqual(brokenOf(await audit(ledgerInvariants, { openKeptRun: keptIn('on', { fromTheStart: true }) })), [kinds]); // oxfmt-ignore
  // What was found before a break is found by the one that goes on, too.
  await interrupted('on');
  assert.deepEqual(brokenOf(await audit(ledgerInvariants, { openKeptRun: keptIn('on', {}) })), [kinds]);
  await change(
    `update ledger_moves set kind = 'capital-paid-in' where sequence = (select min(sequence) from ledger_moves)`,
  );
});

test('sums that somebody wrote are not believed', async () => {
  const path = join(folder, 'forged', 'audit-run');
  const ways: readonly [string, RegExp, () => void, number?][] = [
    ['a position further on', /seal/, () => writeFileSync(path, readFileSync(path, 'utf8').replace(/"position":\d+/, '"position":999999'))],
    ['another key', /seal/, () => writeFileSync(`${path}.key`, Buffer.alloc(32, 7))],
    ['another database', /seal/, () => writeFileSync(path, readFileSync(path, 'utf8').replace(/"database":"/, '"database":"9'))],
    ['a mode that lets others write', /may be read or written by others/, () => chmodSync(path, 0o666)],
    ['a day ago', /older than a day/, () => undefined, 25 * 3_600_000],
    ['no seal at all', /no seal/, () => writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^=.*\n/gm, ''))],
  ]; // oxfmt-ignore
  for (const [name, why, forge, laterMs = 0] of ways) {
    await interrupted('forged', 2);
    forge();
    const events = await audit(ledgerInvariants, { openKeptRun: keptIn('forged', { now: Date.now() + laterMs }) });
    const [said] = events.filter((each) => each.kind === 'ignored');
    assert.match(said?.kind === 'ignored' ? said.about : '', why, name);
    assert.deepEqual(brokenOf(events), [], name);
  }
  await interrupted('forged', 2);
  // Cut off in the midst of a line, as a program leaves it that ends while it writes: what is sealed before is believed.
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -10));
  const events = await audit(ledgerInvariants, { openKeptRun: keptIn('forged', {}) });
  assert.equal(kindsOf(events)[0], 'continued');
  assert.deepEqual(brokenOf(events), []);
});
