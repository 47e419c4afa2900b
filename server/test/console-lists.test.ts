// Lists of the console over HTTP on a real server: pages, orders and filters, the table that reads the same, and the log of each look.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  askRates,
  getHealth,
  getRatesDesk,
  checkBooks,
  endOperatorSession,
  exportActs,
  exportAuditLog,
  exportCustomers,
  exportJournal,
  getConductDesk,
  getCoinDesk,
  getCustomer,
  getCustomerMore,
  getExposure,
  getMarketDesk,
  getOperatorMe,
  listActs,
  listCorrections,
  listCustomers,
  listHouseAccounts,
  listJournal,
  listOperatorSessions,
  listQueues,
  parseWireId,
  proposeAct,
  needsSearch,
  readAuditLog,
  rolesFor,
  submitOptionsOrder,
  tryRole,
  type ConsoleClient,
  type CustomerList,
  type Endpoint,
  type OperatorRole,
  type Uuid,
} from '@candor/wire';
import { customerLists } from '../src/customers/customer-lists.ts';
import { boundLooks } from '../src/kit/bound-looks.ts';
import { openPool } from '../src/kit/postgres.ts';
import type { OrderKind } from '../src/kit/product.ts';
import { ticketKind } from '../src/shop/ticket.ts';
import { runAsOwner } from './support/database.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

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

async function tableOf(client: ConsoleClient, call: Endpoint, filter: Record<string, string> = {}): Promise<string[]> {
  const url = `${app.consoleUrl()}${call.path}?${new URLSearchParams(filter).toString()}`;
  const response = await fetch(url, { headers: { cookie: client.cookies() } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition') ?? '', /attachment/);
  return (await response.text()).trimEnd().split('\r\n');
}

test('proposals come in pages, in any order and by their maker, and the table has the same rows', async () => {
  const [risk, editor, other] = [await as('risk'), await as('editor'), await as('risk', 2)];
  for (const coin of ['BTC', 'ETH', 'XRP']) {
    got(await risk.call(proposeAct, { kind: 'halt-coin', body: { coin, reason: '=cmd|1' }, why: '+a test' }));
  }
  const page = got(await risk.call(listActs, { state: 'proposed', pagesize: 2, current_page: 2 }));
  assert.deepEqual([page.TOTAL, page.RESULT_LIST.length], [3, 1]);
  const coins = async (sort: '-proposed_at' | 'proposed_at') =>
    got(await risk.call(listActs, { state: 'proposed', sort })).RESULT_LIST.map(({ body }) => body['coin']);
  assert.deepEqual(await coins('proposed_at'), ['BTC', 'ETH', 'XRP']);
  assert.deepEqual(await coins('-proposed_at'), ['XRP', 'ETH', 'BTC']);
  assert.equal(got(await risk.call(listActs, { maker: 'demo-risk-1' })).TOTAL, 3);
  assert.equal(got(await risk.call(listActs, { maker: ' ｄｅｍｏ-risk-1' })).TOTAL, 3, 'in any width');
  assert.equal(got(await risk.call(listActs, { maker: 'nobody' })).TOTAL, 0);
  assert.equal(refusalOf(await risk.call(listActs, { sort: 'why; drop table' as never })), 'malformed');

  const [head, ...rows] = await tableOf(other, exportActs, { state: 'proposed', sort: '-proposed_at' });
  assert.match(head!, /^proposal_id,kind,body,/);
  assert.equal(rows.length, 3);
  assert.match(rows[0]!, /XRP/);
  assert.ok(
    rows.every((row) => row.includes("'+a test")),
    'a formula is marked as text',
  );
  assert.equal((await tableOf(editor, exportActs)).length, 1, 'what does not concern a role is in no table of it');

  const waiting = async (client: ConsoleClient) =>
    got(await client.call(listQueues, {})).queues.find(({ name }) => name === 'acts')!;
  const counts = async (client: ConsoleClient) => [(await waiting(client)).waiting, (await waiting(client)).in_all];
  assert.deepEqual(await counts(risk), [0, 3], 'nobody decides on his own');
  assert.deepEqual(await counts(other), [3, 3]);
  assert.deepEqual(await counts(await as('auditor')), [0, 3], 'whoever looks after all sees what waits for others');
  assert.equal(typeof (await waiting(other)).oldest_at, 'string');
  assert.deepEqual(await waiting(editor), { name: 'acts', waiting: 0, in_all: 0, oldest_at: null });
  const namesFor = async (role: OperatorRole) => got(await (await as(role)).call(listQueues, {})).queues.map(({ name }) => name).toSorted(); // oxfmt-ignore
  assert.deepEqual(await namesFor('editor'), ['acts', 'prizes'], 'a queue that the role may not list is not told of');
  assert.deepEqual(await namesFor('support'), ['acts', 'prizes', 'support']);
  assert.deepEqual(await namesFor('auditor'), [
    'acts',
    'contract-payments',
    'deposits',
    'loans',
    'purchases',
    'refills',
    'set-aside',
    'support',
    'withdrawals',
  ]);
});

test('a customer is found by what is known of him, and every look is in the audit log', async () => {
  const [support, auditor] = [await as('support'), await as('auditor')];
  const { account_id: id, user_number: number, user_name: email } = ann.user;
  const wide = (text: string): string => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)); // oxfmt-ignore
  const spaced = `${number.slice(0, 4)} ${number.slice(4)}`;
  for (const find of [
    id,
    number,
    email.toUpperCase(),
    ` ${number} `,
    wide(number),
    wide(email),
    `\u200e${number}`,
    spaced,
  ]) {
    // oxfmt-ignore
    const { TOTAL, RESULT_LIST } = got(await support.call(listCustomers, { find }));
    assert.deepEqual([TOTAL, RESULT_LIST[0]?.account_id], [1, id], find);
  }
  for (const find of ['12345678', 'nobody@example.com', '+41790000000', 'opt_01kaj3', "' or true --"]) {
    assert.equal(got(await support.call(listCustomers, { find })).TOTAL, 0, find);
  }
  assert.equal(got(await auditor.call(listCustomers, { state: 'frozen' })).TOTAL, 0);
  assert.ok(got(await auditor.call(listCustomers, { type: '1' })).TOTAL >= 1);

  const customer = got(await support.call(getCustomer, { account_id: id }));
  assert.equal(customer.balances.find(({ coin }) => coin === 'USDT')?.available, '1000');
  assert.ok(customer.moves.length > 0 && customer.sessions.length > 0);
  assert.equal(refusalOf(await support.call(getCustomer, { account_id: 'acc_1' })), 'account-unknown');
  assert.equal(refusalOf(await (await as('editor')).call(getCustomer, { account_id: id })), 'role-missing');

  const acts = async (filter: object) =>
    got(await auditor.call(readAuditLog, { operator: 'demo-support-1', ...filter })).entries;
  assert.equal((await acts({ act: 'customer-viewed', subject: id })).length, 1);
  const searches = (await acts({ act: 'customers-listed', subject: id })).map(({ detail }) => detail).filter((detail) => detail.startsWith('{"by"')); // oxfmt-ignore
  assert.deepEqual([...new Set(searches)].toSorted(), ['account', 'email', 'number'].map((by) => `{"by":"${by}","found":1}`)); // oxfmt-ignore
  const inVain = (await acts({ act: 'customers-listed', subject: '' })).map(({ detail }) => detail);
  assert.ok(inVain.includes('{"by":"email","found":0}') && inVain.includes('{"by":"phone","found":0}'), inVain.join());

  const rows = await tableOf(auditor, exportCustomers, { find: email });
  assert.equal(rows.length, 2);
  const exported = got(await auditor.call(readAuditLog, { act: 'list-exported', operator: 'demo-auditor-1' })).entries;
  assert.match(exported[0]!.detail, /"find":"somebody"/);
  const { rows: typed } = await app.pool.query<{ detail: string }>(`select detail from audit_log where detail ~ $1`, [`@|${number}|41790000000`]); // oxfmt-ignore
  assert.deepEqual(typed, [], 'what was typed is kept nowhere');
  const log = await tableOf(auditor, exportAuditLog, { act: 'ｃustomer-viewed ' });
  assert.equal(log.length, 2);
  assert.match(log[1]!, new RegExp(`,demo-support-1,customer-viewed,${id},`));
});

test('a list shows every role e-mail and phone masked, and one customer’s page shows them whole', async () => {
  const { account_id: id, user_name: email } = ann.user;
  const phone = '+41791234567';
  await runAsOwner(app, 'update accounts set phone = $1 where number = $2', [phone, ann.user.user_number]);
  const [first, domain] = [email[0]!, email.slice(email.indexOf('@'))];
  for (const role of rolesFor(listCustomers)) {
    const client = await as(role, 2);
    const { RESULT_LIST: found } = got(await client.call(listCustomers, { find: email }));
    assert.deepEqual(found.map((each) => [each.email, each.phone]), [[`${first}•••${domain}`, '•••67']], role); // oxfmt-ignore
    const whole = got(await client.call(getCustomer, { account_id: id }));
    assert.deepEqual([whole.email, whole.phone], [email, phone], role);
    const page = await client.call(listCustomers, { pagesize: 100 });
    assert.equal(page.ok ? 'listed' : page.code, needsSearch({ roles: [role] }) ? 'search-needed' : 'listed', role);
    assert.doesNotMatch(JSON.stringify(page), new RegExp(`${email}|${phone.slice(1)}`), role);
  }
  const table = (await tableOf(await as('administrator', 2), exportCustomers)).join();
  assert.ok(table.includes('•••67') && !table.includes(phone) && !table.includes(email));
});

test('support lists nobody without a search, by no filter, page, blank or pattern', async () => {
  const support = await as('support', 2);
  for (let page = 1; page <= 30; page++)
    assert.equal(refusalOf(await support.call(listCustomers, { pagesize: 100, current_page: page })), 'search-needed');
  const listed = async (asked: object) => support.call(listCustomers, asked as never);
  for (const asked of [{ type: '1' }, { state: 'open', identity: 'unverified' }, { sort: 'number' }, { find: '' }, { find: ' \u200e ' }])
    assert.equal(refusalOf(await listed(asked)), 'search-needed', JSON.stringify(asked));
  const { user_number: number, user_name: email } = ann.user;
  for (const find of ['%', '*', '_', '.', '@', '+', '+41', '1', 'acc_', 'a@', '%@%', email.slice(1), email.slice(0, -1), `%${email.slice(3)}`, number.slice(1), number.slice(0, -1), `${number.slice(0, -1)}_`])
    assert.equal(got(await listed({ find, pagesize: 100 })).TOTAL, 0, find);
}); // oxfmt-ignore

const forgetLooks = (): Promise<void> => runAsOwner(app, 'delete from operator_looks');

test('one operator opens so many customers an hour and no more, by any call, in any process, and after a restart', async () => {
  const support = await as('support', 2);
  const { rows } = await app.pool.query<{ operatorId: Uuid; name: string }>(`select operator_id as "operatorId", name from operators where name = 'demo-support-2'`); // oxfmt-ignore
  const eve = rows[0]!;
  const restarted = openPool(app.consoleDatabaseUrl, 4);
  const processes = [boundLooks({ pool: app.consolePool }), boundLooks({ pool: restarted })];
  const open = (from: number, to: number) =>
    Promise.allSettled(Array.from({ length: to - from }, (_, place) => processes[place % 2]!.count(eve, 'customers', `customer ${from + place}`))); // oxfmt-ignore
  const shownOf = (all: PromiseSettledResult<void>[]): number => all.filter(({ status }) => status === 'fulfilled').length; // oxfmt-ignore
  await forgetLooks();
  assert.equal(shownOf(await open(0, 58)), 58);
  // Two have room, and six ask at once.
  const people = await Promise.all([app.person(), app.person(), app.person()]);
  const ids = people.map(({ user }) => user.account_id);
  const asked = await Promise.all([...ids, ...ids].map((id) => support.call(getCustomer, { account_id: id })));
  const seen = new Set(asked.flatMap((each) => (each.ok ? [each.data.account_id] : [])));
  assert.equal(seen.size, 2);
  const unseen = ids.find((id) => !seen.has(id))!;
  const refusal = await support.call(getCustomer, { account_id: unseen });
  assert.equal(refusalOf(refusal), 'looks-used-up');
  assert.ok(!refusal.ok && Date.parse(refusal.facts['until']!) > Date.now() && refusal.facts['roles'] === 'risk, administrator'); // oxfmt-ignore
  assert.equal(refusalOf(await support.call(getCustomerMore, { account_id: unseen, list: 'notes', after: '5' })), 'looks-used-up'); // oxfmt-ignore
  got(await support.call(getCustomer, { account_id: [...seen][0]! }));
  // Three hundred in an hour, by both processes at once.
  assert.equal(shownOf(await open(100, 400)), 0);
  await runAsOwner(app, `update operator_looks set at = at - interval '1 hour' where operator_id = $1`, [
    eve.operatorId,
  ]);
  assert.equal(shownOf(await open(400, 700)), 60);
  for (let hour = 0; hour < 3; hour++) {
    await runAsOwner(app, `update operator_looks set at = at - interval '1 hour' where operator_id = $1`, [
      eve.operatorId,
    ]);
    assert.equal(shownOf(await open(1000 + 60 * hour, 1060 + 60 * hour)), 60);
  }
  await runAsOwner(app, `update operator_looks set at = at - interval '1 hour' where operator_id = $1`, [
    eve.operatorId,
  ]);
  assert.equal(shownOf(await open(2000, 2060)), 0, 'a day has its bound as well');
  assert.equal(shownOf(await open(1000, 1060)), 60, 'whom one was shown today is no new one');
  await restarted.end();
});

test('pages of a list and exports are counted, a page that is asked for again is not', async () => {
  const risk = await as('risk', 2);
  await forgetLooks();
  for (let page = 1; page <= 125; page++) {
    const outcome = await risk.call(listCustomers, { pagesize: 1, current_page: page });
    assert.equal(outcome.ok ? undefined : outcome.code, page > 120 ? 'looks-used-up' : undefined, String(page));
  }
  got(await risk.call(listCustomers, { pagesize: 1, current_page: 3 }));
  await forgetLooks();
  for (let made = 1; made <= 5; made++) await tableOf(risk, exportCustomers);
  const sixth = await fetch(`${app.consoleUrl()}${exportCustomers.path}`, { headers: { cookie: risk.cookies() } });
  assert.equal(sixth.status, 429);
  assert.match(await sixth.text(), /looks-used-up/);
});

test('lists of a customer that go on are read to their end, whatever comes in meanwhile', async () => {
  const [support, editor, person] = [await as('support'), await as('editor'), await app.person()];
  const { account_id: id } = person.user;
  const accountId = parseWireId('account', id);
  const addNotes = (from: number, to: number) => app.pool.query(`insert into customer_notes (account_id, operator, text) select $1, 'x', n from generate_series($2::int, $3) n`, [accountId, from, to]); // oxfmt-ignore
  await addNotes(1, 120);
  // All at one moment.
  await app.pool.query(`insert into account_events (event_id, account_id, kind, at, ip, user_agent)
    select gen_random_uuid(), $1, 'made-up', date_trunc('milliseconds', now()), '', '' from generate_series(1, 120)`, [accountId]); // oxfmt-ignore
  const customer = got(await support.call(getCustomer, { account_id: id }));
  assert.deepEqual([customer.notes.length, customer.next.orders, customer.cut], [50, undefined, []]);
  await addNotes(121, 121);
  const readOn = async <List extends CustomerList>(list: List) => {
    let [rows, next]: [(typeof customer)[List][number][], string | undefined] = [[...customer[list]], customer.next[list]]; // oxfmt-ignore
    while (next !== undefined) {
      const more = got(await support.call(getCustomerMore, { account_id: id, list, after: next }));
      [rows, next] = [[...rows, ...more[list]!], more.next];
    }
    return rows;
  };
  assert.deepEqual((await readOn('notes')).map(({ text }) => text), Array.from({ length: 120 }, (_, place) => String(120 - place))); // oxfmt-ignore
  const events = (await readOn('events')).filter(({ kind }) => kind === 'made-up');
  assert.equal(new Set(events.map(({ event_id: event }) => event)).size, 120);
  assert.deepEqual((await readOn('moves')).length, customer.moves.length);

  const more = { account_id: id, list: 'notes', after: customer.next.notes! } as const;
  for (const list of ['moves', 'orders', 'events', 'notes'] as const)
    assert.equal(refusalOf(await support.call(getCustomerMore, { ...more, list, after: "1'--" })), 'malformed', list);
  assert.deepEqual(got(await support.call(getCustomerMore, { ...more, account_id: ann.user.account_id })).notes, [], 'nobody else’s'); // oxfmt-ignore
  assert.equal(refusalOf(await support.call(getCustomerMore, { ...more, account_id: 'acc_1' })), 'account-unknown');
  assert.equal(refusalOf(await editor.call(getCustomerMore, more)), 'role-missing');
  const looks = got(await (await as('auditor')).call(readAuditLog, { act: 'customer-viewed', subject: id })).entries;
  assert.ok(looks.some(({ detail }) => detail.includes('"list":"notes"')));
});

test('orders of all products are one list by time, of tickets too, whose ids are digests', async () => {
  const accountId = parseWireId('account', ann.user.account_id)!;
  const at = 1_700_000_000_000;
  const rows = (columns: string) => `(select '${accountId}'::uuid as account_id, ${columns} from generate_series(1, 70) as n) as made`; // oxfmt-ignore
  const shown = { coin: `'BTC'`, side: 'n::text', amount: '1::numeric', amountCoin: `'USDT'`, state: `'won'`, paid: 'null::numeric', paidCoin: `'USDT'`, receivedAt: 'at' }; // oxfmt-ignore
  const kinds: OrderKind[] = [
    { kind: 'option', table: rows(`n, (lpad(to_hex(${at} + n * 1000), 12, '0') || '70008' || lpad('', 15, '0'))::uuid as order_id, to_timestamp(${at / 1000} + n) as at`), id: 'order_id', endedAt: 'at', shown }, // oxfmt-ignore
    { ...ticketKind, table: rows(`n as number, md5(n::text)::uuid as ticket_id, 1::numeric as price, null::numeric as paid, null::text as outcome, to_timestamp(${at / 1000 + 0.5} + n) as bought_at`) }, // oxfmt-ignore
  ];
  const lists = customerLists({ pool: app.pool, orderKinds: kinds });
  const [sides, sizes]: [string[], number[]] = [[], []];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { orders, next } = await lists.orders(accountId, after);
    sides.push(...orders.map(({ side }) => side));
    sizes.push(orders.length);
    after = next;
  }
  assert.deepEqual(sizes, [50, 50, 40]);
  assert.deepEqual(sides, Array.from({ length: 140 }, (_, place) => `${place % 2 ? '' : '#'}${70 - Math.floor(place / 2)}`)); // oxfmt-ignore
});

test('the market desk has every coin with its state, and each coin its sources', async () => {
  const editor = await as('editor');
  const { coins } = got(await editor.call(getMarketDesk, {}));
  const bitcoin = coins.find(({ coin }) => coin === 'BTC')!;
  assert.equal(bitcoin.halt, null);
  assert.ok(coins.length > 10);
  assert.equal(got(await editor.call(getCoinDesk, { coin: 'BTC' })).coin, 'BTC');
  assert.equal(refusalOf(await editor.call(getCoinDesk, { coin: 'XYZ' })), 'unknown-coin');
  assert.deepEqual(got(await editor.call(listCorrections, { sort: '-minute_ms' })), { TOTAL: 0, RESULT_LIST: [] });
});

test('the rates desk has every currency with its state, and a missing rate is an alarm', async () => {
  const [treasurer, editor] = [await as('treasurer'), await as('editor')];
  const { currencies, has_source: hasSource } = got(await editor.call(getRatesDesk, {}));
  const yen = currencies.find(({ code }) => code === 'JPY')!;
  assert.deepEqual([hasSource, yen.state, yen.source, yen.is_offered], [false, 'good', 'demo', true]);
  assert.equal(refusalOf(await editor.call(askRates, {})), 'role-missing');
  assert.equal(refusalOf(await treasurer.call(askRates, {})), 'rates-no-source');
  const doubt = `insert into currency_doubts (currency, per_usd, day, seen_at) values ('JPY', 1, (now() at time zone 'UTC')::date, now())`;
  await app.pool.query(doubt);
  const { alarms } = got(await editor.call(getHealth, {}));
  assert.deepEqual(
    alarms
      .filter(({ kind }) => kind.startsWith('rates'))
      .map(({ kind, is_grave: isGrave, about }) => [kind, isGrave, about]),
    [['rates-doubted', true, 'JPY']],
  );
  await app.pool.query('update currency_doubts set ended_at = now()');
});

test('the house shows what it holds and could lose, its journal, and that its books are right', async () => {
  const [treasurer, editor] = [await as('treasurer'), await as('editor')];
  const order = { pair_type: 'btcusdt', trade_user_id: ann.user.account_id, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 } as const; // oxfmt-ignore
  got(await ann.client.call(submitOptionsOrder, order));
  const { accounts, due } = got(await editor.call(listHouseAccounts, {}));
  assert.equal(due, '0');
  assert.ok(accounts.some(({ bucket, coin, book }) => bucket === 'bankroll' && coin === 'USDT' && book === 'real'));
  const { coins } = got(await editor.call(getExposure, {}));
  const bitcoin = coins.find(({ coin }) => coin === 'BTC')!;
  assert.deepEqual([bitcoin.options, bitcoin.up_stake, bitcoin.down_stake], [1, '10', '0']);
  assert.deepEqual(bitcoin.costs, ['0', '0', '0', '0', '0', '0']);

  assert.equal(refusalOf(await editor.call(listJournal, {})), 'role-missing');
  const own = got(await treasurer.call(listJournal, {}));
  assert.ok(own.TOTAL > 0 && own.RESULT_LIST.every(({ amount }) => !amount.startsWith('-')));
  const account = ann.user.account_id;
  const lines = got(await treasurer.call(listJournal, { account, coin: 'USDT', sort: 'sequence' })).RESULT_LIST;
  assert.deepEqual(lines.map(({ kind }) => kind), ['test-money', 'option-placed']); // oxfmt-ignore
  assert.equal(refusalOf(await treasurer.call(listJournal, { account: 'acc_1' })), 'account-unknown');
  assert.equal((await tableOf(treasurer, exportJournal, { account })).length, 3);

  const { invariants } = got(await treasurer.call(checkBooks, {}));
  assert.ok(invariants.length > 10);
  assert.deepEqual(invariants.filter(({ broken }) => broken > 0), []); // oxfmt-ignore
  assert.equal(got(await editor.call(getConductDesk, {})).in_force.jurisdiction, 'demo');
});

test('an administrator ends anybody’s session, others end their own alone', async () => {
  const [administrator, risk, third] = [await as('administrator'), await as('risk'), await as('risk', 2)];
  const all = got(await administrator.call(listOperatorSessions, {})).sessions;
  assert.ok(all.some(({ operator }) => operator === 'demo-risk-2'));
  const own = got(await risk.call(listOperatorSessions, {})).sessions;
  assert.ok(own.every(({ operator }) => operator === 'demo-risk-1') && own.some(({ is_yours: isYours }) => isYours));
  const theirs = all.filter(({ operator }) => operator === 'demo-risk-2');
  for (const { session_id } of theirs) {
    assert.equal(refusalOf(await risk.call(endOperatorSession, { session_id })), 'not-found');
    got(await administrator.call(endOperatorSession, { session_id }));
  }
  assert.equal(refusalOf(await third.call(getOperatorMe, {})), 'login-required');
  got(await risk.call(getOperatorMe, {}));
});
