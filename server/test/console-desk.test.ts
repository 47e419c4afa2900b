// What the console shows beyond its lists, over HTTP on a real server: alarms, processes, history, what is open, a customer's page,
// and what an auditor takes along.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  auditLine,
  changePersonalLimits,
  checkBooks,
  endLocks,
  exportForAuditor,
  exportOpenOrders,
  getCustomer,
  getCustomerReceipt,
  getExposure,
  getHealth,
  getHouseHistory,
  getHouseToday,
  listActs,
  listCheckpoints,
  listOpenOrders,
  listSetAside,
  noteCustomer,
  proposeAct,
  queryOptionsOrderList,
  readAuditLog,
  listLooks,
  retrySetAside,
  submitOptionsOrder,
  tryRole,
  type AuditLine,
  type ConsoleClient,
  type Endpoint,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { boundLooks } from '../src/kit/bound-looks.ts';
import { openPool, openReadConnection } from '../src/kit/postgres.ts';
import { sql } from '../src/kit/sql.ts';
import { checkBooksOnce } from '../src/overview/check-books.ts';
import { endHeldLock, readHeldLocks } from '../src/overview/held-locks.ts';
import { recordAudit } from '../src/overview/record-audit.ts';
import { refusedMany } from '../src/overview/alarms.ts';
import { sampleHouse } from '../src/overview/history-store.ts';
import { runAsOwner } from './support/database.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';
import { until } from '../src/kit/until.test-support.ts';
import { issuedReceipt } from './support/issued-receipt.ts';
import { longRun } from './support/long-run.ts';

let app: RunningApp;
let ann: Person;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
  ann = await app.person('1000');
});
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

const order = (side: 1 | 2, stake: string) =>
  ({ pair_type: 'btcusdt', trade_user_id: ann.user.account_id, trade_num: stake, option_config_id: '1', trade_transaction_type: side }) as const; // oxfmt-ignore

async function fileOf(client: ConsoleClient, call: Endpoint, asked: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${app.consoleUrl()}${call.path}?${new URLSearchParams(asked).toString()}`, {
    headers: { cookie: client.cookies() },
  });
  assert.equal(response.status, 200);
  return response.text();
}

test('each process lives and says so, and one that falls silent is an alarm until another takes its place', async () => {
  const editor = await as('editor');
  const health = async () => got(await editor.call(getHealth, {}));
  await until('both processes', async () => (await health()).processes.length === 2);
  const { processes, alarms } = await health();
  assert.deepEqual(processes.map(({ role, is_silent: isSilent }) => [role, isSilent]), [['engine', false], ['web', false]]); // oxfmt-ignore
  assert.ok(processes.every(({ busy, memory_mb: memory }) => /^[01]\.\d{3}$/.test(busy) && memory > 10));
  assert.deepEqual(
    alarms.filter(({ kind }) => kind.endsWith('engine') || kind.startsWith('process')),
    [],
  );
  const lost = `insert into processes (process_id, role, host, pid, started_at, seen_at, busy_permille, memory_mb)
    values (gen_random_uuid(), 'web', 'elsewhere', 7, now() - interval '2 hours', now() - interval '1 hour', 0, 1)`;
  await app.pool.query(lost);
  const found = (await health()).alarms.find(({ kind }) => kind === 'process-silent');
  assert.equal(found?.about, 'web 7 · elsewhere');
  await app.pool.query(`update processes set seen_at = now(), failing = '[{"job":"shop-draws","since":1000}]' where host = 'elsewhere'`); // oxfmt-ignore
  const failing = (await health()).alarms.find(({ about }) => about.startsWith('shop-draws'));
  assert.deepEqual(failing, { kind: 'job-failing', is_grave: false, about: 'shop-draws · web 7 · elsewhere', since: '1970-01-01T00:00:01.000Z', pid: null }); // oxfmt-ignore
  await app.pool.query(`delete from processes where host = 'elsewhere'`);
});

test('the bankroll and what is set aside of it have a history, and today has a result', async () => {
  const [editor, risk] = [await as('editor'), await as('risk')];
  await until('the first sample', async () => got(await editor.call(getHouseHistory, {})).points.length > 0);
  // As if it had been an hour ago that half of it was there.
  await app.pool.query(
    `insert into house_samples select at - interval '1 hour', bucket, coin, book, balance / 2 from house_samples
     where at = (select max(at) from house_samples) and bucket = 'bankroll'`,
  );
  await app.pool.query(
    `insert into house_samples select at, 'options-reserve', coin, book, 7 from house_samples
     where at = (select max(at) from house_samples) and coin = 'USDT' and bucket = 'bankroll' on conflict do nothing`,
  );
  const { buckets, points, coins } = got(await risk.call(getHouseHistory, { coin: 'USDT' }));
  // The demo's shop may have something open by now.
  assert.deepEqual(buckets.filter((bucket) => bucket !== 'shop'), ['bankroll', 'options-reserve']); // oxfmt-ignore
  assert.ok(coins.includes('USDT'));
  assert.equal(points.length, 2);
  const [before, now] = points as [(typeof points)[number], (typeof points)[number]];
  assert.equal(before.balances[1], '0', 'what had no money at a time is 0 there');
  assert.ok(parseInt(now.balances[0]!, 10) >= 2 * parseInt(before.balances[0]!, 10) - 1);
  // What a product promises from an account of its own, whatever that is called.
  await runAsOwner(app, `insert into ledger_house (bucket, coin, book, slice, balance) values ('shop', 'DOGE', 'real', 0, 5), ('fees', 'DOGE', 'real', 0, 5)`); // oxfmt-ignore
  await sampleHouse(app.pool);
  await runAsOwner(app, `delete from ledger_house where coin = 'DOGE' and bucket in ('shop', 'fees') and balance = 5`);
  assert.deepEqual(got(await risk.call(getHouseHistory, { coin: 'DOGE' })).buckets.filter((bucket) => bucket !== 'bankroll'), ['shop']); // oxfmt-ignore
  assert.deepEqual(got(await risk.call(getHouseHistory, { coin: 'XYZ' })).points, []);
  const { products } = got(await editor.call(getHouseToday, {}));
  assert.ok(products.some(({ product, result }) => product === 'options' && result === '0'));
});

test('what is open is listed by size, and what a move would cost is said of options too', async () => {
  const [risk, support] = [await as('risk'), await as('support')];
  got(await ann.client.call(submitOptionsOrder, order(1, '10')));
  got(await ann.client.call(submitOptionsOrder, order(2, '20')));
  const list = async (filter: object) => got(await risk.call(listOpenOrders, filter)).RESULT_LIST;
  const open = await list({});
  assert.deepEqual(open.map(({ amount, side, product }) => [amount, side, product]), [['20', 'down', 'option'], ['10', 'up', 'option']]); // oxfmt-ignore
  assert.equal(open[0]!.account_id, ann.user.account_id);
  assert.deepEqual((await list({ sort: 'amount' })).map(({ amount }) => amount), ['10', '20']); // oxfmt-ignore
  assert.deepEqual(await list({ coin: 'ETH' }), []);
  assert.deepEqual(await list({ product: 'contract' }), []);
  assert.equal(refusalOf(await support.call(listOpenOrders, {})), 'role-missing');
  assert.equal((await fileOf(risk, exportOpenOrders)).trimEnd().split('\r\n').length, 3);
  const bitcoin = got(await risk.call(getExposure, {})).coins.find(({ coin }) => coin === 'BTC')!;
  // Falls: 20 at 0.85 is paid and 10 is kept; rises: 10 at 0.85 is paid and 20 is kept.
  assert.deepEqual(bitcoin.option_costs, ['7', '7', '7', '-11.5', '-11.5', '-11.5']);
});

test('the books are checked each hour once, whoever asks, and what is broken is an alarm', async () => {
  const treasurer = await as('treasurer');
  const health = async () => got(await treasurer.call(getHealth, {}));
  got(await treasurer.call(checkBooks, {}));
  const { books } = await health();
  assert.equal(books?.asked_by, 'demo-treasurer-1');
  assert.ok(books.invariants > 10 && books.broken.length === 0);
  const wrong = { name: 'two is one', sql: sql`select 1 as checked, 1 as broken` };
  // A check reads over a connection without the limits of requests.
  const isFree = sql`select 1 as checked, (current_setting('statement_timeout') <> '0')::int as broken`;
  const opened: string[] = [];
  const parts = {
    pool: app.pool,
    invariants: () => [wrong, { name: 'no statement is cut off', sql: isFree }],
    openRead: () => (opened.push('a connection'), openReadConnection(app.databaseUrl)),
  };
  assert.equal(await checkBooksOnce(parts, null), undefined, 'an hour is not over');
  assert.deepEqual(opened, []);
  await runAsOwner(app, `alter table book_checks disable trigger book_checks_guard; update book_checks set begun_at = begun_at - interval '1 hour'; alter table book_checks enable trigger book_checks_guard`); // oxfmt-ignore
  const many = await Promise.all(Array.from({ length: 8 }, () => checkBooksOnce(parts, null)));
  assert.equal(many.filter((found) => found !== undefined).length, 1, 'eight at once check once');
  const { alarms } = await health();
  assert.deepEqual([alarms[0]?.kind, alarms[0]?.about, alarms[0]?.is_grave], ['books-broken', 'two is one', true]);
  await assert.rejects(app.pool.query(`update book_checks set broken = '[]'`), /what a check found is kept/);
  await assert.rejects(app.pool.query('delete from book_checks'), /permission denied/);
});

test('a session that keeps locks is found and ended by an operator, and no other session is', async () => {
  const [risk, auditor] = [await as('risk'), await as('auditor')];
  const thieves = openPool(app.databaseUrl, 2);
  const [thief, reader] = [await thieves.connect(), await thieves.connect()];
  const pidOf = async (connection: typeof thief) =>
    (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  for (const each of [thief, reader]) await each.query('set idle_in_transaction_session_timeout = 0');
  const held = async () => (await readHeldLocks(app.consolePool, 0)).map(({ pid, role }) => [pid, role]);
  const [pid, readerPid] = [await pidOf(thief), await pidOf(reader)];
  await thief.query(`begin; select from ledger_lock_house('{bankroll}', '{USDT}', '{real}', '{0}')`);
  await reader.query('begin; select from ledger_house limit 1');
  assert.ok((await held()).some(([each, role]) => each === pid && role === 'candor_app'));
  assert.ok(!(await held()).some(([each]) => each === readerPid), 'who only reads keeps nobody waiting');
  assert.equal(await endHeldLock(app.consolePool, readerPid, 0), undefined);
  assert.equal(refusalOf(await risk.call(endLocks, { pid })), 'not-found', 'a minute is not over');
  assert.equal(refusalOf(await auditor.call(endLocks, { pid })), 'role-missing');
  assert.equal((await endHeldLock(app.consolePool, pid, 0))?.role, 'candor_app');
  await assert.rejects(thief.query('commit'));
  // What is kept by an advisory lock outlives its transaction.
  await reader.query(`commit; select pg_advisory_lock(hashtext('book_checks'))`);
  assert.ok((await held()).some(([each]) => each === readerPid));
  thief.release(true);
  reader.release(true);
  await thieves.end();
});

test('an audit by command that ended is the newest check of the books, and one that has not ended within a day is an alarm', async () => {
  const treasurer = await as('treasurer');
  const health = async () => got(await treasurer.call(getHealth, {}));
  const told = async () => (await health()).alarms.filter(({ kind }) => kind === 'audit-unfinished').length;
  const found = { checked: 7, broken: [], notChecked: [], seconds: 90_000 };
  const age = () =>
    runAsOwner(
      app,
      `begin; alter table book_checks disable trigger book_checks_guard; update book_checks set begun_at = begun_at - interval '25 hours';
       alter table book_checks enable trigger book_checks_guard; commit`,
    );
  const interrupted = await recordAudit(app.consolePool, 'olga');
  assert.equal(await told(), 0);
  await age();
  assert.equal(await told(), 1);
  const again = await recordAudit(app.consolePool, 'olga');
  assert.equal(await told(), 1, 'one that was begun since says nothing of the first');
  await interrupted(app.consolePool, { ...found, notChecked: ['one'] });
  assert.equal(await told(), 1, 'nor does one that could not check everything');
  await again(app.consolePool, found);
  assert.equal(await told(), 0);
  const { books } = await health();
  assert.deepEqual([books?.asked_by, books?.invariants, books?.broken], ['npm run audit (olga)', 7, []]);
  await age();
  assert.equal(await told(), 0, 'the one before it counts no more');
  const broken = await recordAudit(app.consolePool, 'olga');
  await broken(app.consolePool, { ...found, broken: ['two is one'], notChecked: ['one'] });
  assert.deepEqual((await health()).books?.broken, ['two is one']);
  const { rows } = await app.pool.query<{ detail: string }>(
    `select detail from audit_log where operator = 'npm run audit (olga)' and act = 'books-checked' order by seq`,
  );
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [
      '{"broken":[],"not_checked":["one"],"seconds":90000}',
      '{"broken":[],"not_checked":[],"seconds":90000}',
      '{"broken":["two is one"],"not_checked":["one"],"seconds":90000}',
    ],
  );
});

test('who looks at customers is named from half of the bound on, and more so once it is reached', async () => {
  const [risk, auditor, support] = [await as('risk'), await as('auditor'), await as('support', 2)];
  const { rows } = await app.pool.query<{ operatorId: Uuid; name: string }>(`select operator_id as "operatorId", name from operators where name = 'demo-support-2'`); // oxfmt-ignore
  const eve = rows[0]!;
  const told = async () =>
    got(await risk.call(getHealth, {}))
      .alarms.filter(({ kind, about }) => kind.startsWith('looks-') && about.startsWith(eve.name))
      .map(({ kind, about, is_grave: isGrave }) => [kind, about.slice(eve.name.length + 2), isGrave]);
  const looks = boundLooks({ pool: app.consolePool });
  const open = (many: number) =>
    Promise.all(Array.from({ length: many }, () => looks.count(eve, 'customers', randomUUID())));
  await open(29);
  assert.deepEqual(await told(), []);
  got(await support.call(getCustomer, { account_id: ann.user.account_id }));
  assert.deepEqual(await told(), [['looks-many', '30 / 60 customers (1 h)', false]]);
  await open(30);
  assert.deepEqual(await told(), [['looks-used-up', '60 / 60 customers (1 h)', false]]);
  const shown = got(await auditor.call(listLooks, {})).looks.find((each) => each.operator === eve.name)!;
  const { peak_at: _, ...figures } = shown;
  const bounds = { hour_bound: 60, day_bound: 300 };
  assert.deepEqual(figures, { operator: eve.name, kind: 'customers', day: 60, week: 60, peak: 60, ...bounds });
  assert.equal(refusalOf(await risk.call(listLooks, {})), 'role-missing');
  const { entries } = got(await auditor.call(readAuditLog, { act: 'looks-used-up' }));
  assert.deepEqual(entries.map(({ operator, detail }) => [operator, detail]), [[eve.name, '{"in_day":60,"in_hour":60,"kind":"customers"}']]); // oxfmt-ignore
});

test('what was set aside waits in a queue, and goes on once somebody lets it', async () => {
  const [risk, auditor] = [await as('risk'), await as('auditor')];
  await app.pool.query(
    `insert into set_aside_commands (name, account_id, object_id, error, tries) values ('test', gen_random_uuid(), gen_random_uuid(), 'why', 3)`,
  );
  const list = async () => got(await auditor.call(listSetAside, {})).RESULT_LIST;
  const [waiting] = await list();
  assert.deepEqual([waiting?.command, waiting?.error, waiting?.tries], ['test', 'why', 3]);
  const named = { set_aside_id: waiting!.set_aside_id };
  assert.equal(refusalOf(await auditor.call(retrySetAside, named)), 'role-missing');
  const alarm = got(await risk.call(getHealth, {})).alarms.find(({ kind }) => kind === 'commands-set-aside');
  assert.equal(alarm?.about, '1');
  got(await risk.call(retrySetAside, named));
  assert.equal(refusalOf(await risk.call(retrySetAside, named)), 'not-found');
  assert.deepEqual(await list(), []);
});

test(
  'a customer’s page has events, limits, notes and receipts, and each look is kept',
  longRun('an option of 30 s'),
  async () => {
    const [support, auditor, editor] = [await as('support'), await as('auditor'), await as('editor')];
    const id = ann.user.account_id;
    got(await ann.client.call(changePersonalLimits, { account_id: id, loss_day: '100', loss_week: '', loss_month: '', stake_max: '500', reminder_minutes: '' })); // oxfmt-ignore
    const words = 'called about a receipt <b>today</b>';
    got(await support.call(noteCustomer, { account_id: id, text: words }));
    assert.equal(refusalOf(await auditor.call(noteCustomer, { account_id: id, text: 'x' })), 'role-missing');
    assert.equal(refusalOf(await support.call(noteCustomer, { account_id: 'acc_1', text: 'x' })), 'account-unknown');
    const customer = got(await support.call(getCustomer, { account_id: id }));
    assert.deepEqual(
      customer.notes.map(({ operator, text }) => [operator, text]),
      [['demo-support-1', words]],
    );
    assert.ok(customer.events.some(({ kind }) => kind === 'login'));
    assert.deepEqual([customer.limits.loss_day, customer.limits.loss_week, customer.limits.stake_max, customer.limits.pause], ['100', null, '500', null]); // oxfmt-ignore
    assert.deepEqual(customer.holds, []);
    await assert.rejects(app.pool.query(`update customer_notes set text = 'nothing'`), /permission denied|never/);

    const ended = async () => got(await ann.client.call(queryOptionsOrderList, { trade_user_id: id, trade_type: 0 })).RESULT_LIST[0]; // oxfmt-ignore
    await until('an ended option', async () => (await ended()) !== undefined);
    const optionId = (await ended())!.option_order_id;
    const own = await issuedReceipt(ann.client, optionId);
    const seen = got(await support.call(getCustomerReceipt, { account_id: id, kind: 'option', id: optionId }));
    assert.deepEqual(seen, own);
    assert.equal(refusalOf(await editor.call(getCustomerReceipt, { account_id: id, kind: 'option', id: optionId })), 'role-missing'); // oxfmt-ignore
    const other = await app.person();
    assert.equal(refusalOf(await support.call(getCustomerReceipt, { account_id: other.user.account_id, kind: 'option', id: optionId })), 'not-found'); // oxfmt-ignore
    assert.equal(refusalOf(await support.call(getCustomerReceipt, { account_id: id, kind: 'constructor', id: optionId })), 'not-found'); // oxfmt-ignore
    const acts = got(await auditor.call(readAuditLog, { operator: 'demo-support-1', subject: id })).entries.map(({ act }) => act); // oxfmt-ignore
    assert.deepEqual([...new Set(acts)].toSorted(), ['customer-noted', 'customer-viewed', 'receipt-viewed']);
  },
);

test('an auditor takes the whole log along and finds every hash right without this server', async () => {
  const [auditor, risk] = [await as('auditor'), await as('risk')];
  got(await risk.call(proposeAct, { kind: 'halt-coin', body: { coin: 'ETH', reason: 'a test' }, why: 'a test' }));
  assert.equal(got(await risk.call(listActs, { state: 'proposed' })).TOTAL, 1);
  const lines = (await fileOf(auditor, exportForAuditor)).trimEnd().split('\n').map((line) => auditLine.parse(JSON.parse(line))); // oxfmt-ignore
  const of = <Part extends AuditLine['part']>(part: Part) => lines.filter((line): line is Extract<AuditLine, { part: Part }> => line.part === part); // oxfmt-ignore
  const [about] = of('about');
  const entries = of('entry');
  assert.deepEqual(entries.map(({ seq }) => seq), Array.from({ length: about!.last_seq }, (_, place) => place + 1)); // oxfmt-ignore
  let before = '0'.repeat(64);
  for (const { seq, at_ms: at, operator, act, subject, detail, previous_hash: previous, hash } of entries) {
    assert.equal(previous, before);
    const text = [seq, at, operator, act, subject, detail].join('\n');
    before = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text).digest('hex');
    assert.equal(hash, before, `entry ${seq}`);
  }
  assert.deepEqual(of('proposal').map(({ maker, state, body }) => [maker, state, JSON.parse(body)]), [['demo-risk-1', 'proposed', { coin: 'ETH', reason: 'a test' }]]); // oxfmt-ignore
  assert.ok(of('operator').some(({ name, roles }) => name === 'demo-auditor-1' && roles.includes('auditor')));
  const raw = lines.map((line) => JSON.stringify(line)).join('\n');
  assert.doesNotMatch(raw, /argon2|totp|token|secret/);
  const part = await fileOf(auditor, exportForAuditor, { from_seq: String(about!.last_seq) });
  assert.match(part, new RegExp(`"part":"entry",.*"seq":${about!.last_seq}`));
  const { checkpoints, entries: size } = got(await auditor.call(listCheckpoints, {}));
  assert.ok(size > 0 && checkpoints.every((each) => each.note.includes(`\n${each.size}\n`)));
  assert.equal(refusalOf(await risk.call(listCheckpoints, {})), 'role-missing');
});

test('calls that an operator is refused are in the audit log, and many of them are an alarm that names the operator', async () => {
  const [editor, auditor] = [await as('editor'), await as('auditor')];
  const tried = listOpenOrders.path;
  for (let turn = 0; turn < 3; turn++) assert.equal(refusalOf(await editor.call(listOpenOrders, {})), 'role-missing');
  const ofEditor = async () => {
    const { entries } = got(await auditor.call(readAuditLog, { act: 'call-refused', pagesize: 100 }));
    return entries.map(({ operator: by, detail }) => ({ by, ...(JSON.parse(detail) as { path: string; code: string }) })).filter(({ path, by }) => path === tried && by.includes('editor')); // oxfmt-ignore
  };
  await until('the first of them has a row', async () => (await ofEditor()).length === 1);
  const [row] = await ofEditor();
  assert.equal(row!.code, 'role-missing');
  const detail = JSON.stringify({ calls: refusedMany, code: 'role-missing', ip: '198.51.100.1', path: tried });
  await app.consolePool.query(`select audit_append($1, 'call-refused', '', $2)`, [row!.by, detail]);
  const { alarms } = got(await auditor.call(getHealth, {}));
  assert.match(alarms.find(({ kind }) => kind === 'calls-refused')!.about, new RegExp(`^${row!.by}: \\d+$`));
});
