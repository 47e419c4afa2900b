// Customers who use every product at random, ask again for what they have had, and find the ledger explained at the end.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { callName, getMarketSummary, isDoneOnce, parseWireId, queryBills, queryOptionsOrderList, queryOrderList, submitContract, submitOptionsOrder, verifyMe, type Outcome, type Uuid, type WireId } from '@candor/wire'; // oxfmt-ignore
import { readOrders } from '../src/customers/store.ts';
import type { Play, Player } from '../src/kit/play.ts';
import { until } from '../src/kit/until.test-support.ts';
import { orderKinds, products } from '../src/products.ts';
import { takeEndedOrders } from '../src/public-log/take-ended-orders.ts';
import { runAsOwner } from './support/database.ts';
import { plantEach } from './support/planted-moves.ts';
import { longRun } from './support/long-run.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

const rounds = 160;
const pauseMs = 40;
/** Of each product, to read on in. */
const orders = 5;

let app: RunningApp;
before(async () => (app = await openRunningApp()));
after(() => app.close());

type Called = Play & Required<Pick<Play, 'call'>>;
const isCalled = (each: Play): each is Called => each.call !== undefined;
const called = products.flatMap(({ name, plays }) =>
  plays.filter(isCalled).map((each) => ({ product: name, ...each })),
);

/** Numbers of a generator that a failure can be played again with (Park and Miller's, 1988). */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test('what customers do at random is done once a key, in every product, and the audit explains it', async (context) => {
  const seed = Math.trunc(Math.random() * 1e9);
  context.diagnostic(`seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const people = await Promise.all([app.person('5000'), app.person('5000')]);
  for (const { client } of people) got(await client.call(verifyMe, {}));
  await offerExperience(people);
  const replies = new Map<string, unknown[]>();
  const done = new Map<string, number>();
  const stored: { accountId: Uuid; key: string }[] = [];
  const never = () => called.map(({ call }) => callName(call)).filter((name) => !done.has(name));
  for (let round = 0; round < rounds || (never().length > 0 && round < 5 * rounds); round++) {
    const person = pick(people);
    const { product, call, payload, accountOf = (id: Uuid) => id } = pick(called);
    const own = `${product} ${person.email}`;
    const asked = payload(await playerOf(person, { random, pick, replies: replies.get(own) ?? [] }));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (asked === undefined) continue;
    const how = { idempotencyKey: randomUUID() };
    const first = await person.client.call(call, asked, how);
    assert.ok(first.ok || first.httpStatus < 500, `${callName(call)}: ${JSON.stringify(first)}`);
    if (isDoneOnce(call) && random(4) === 0)
      assert.deepEqual(await person.client.call(call, asked, how), first, callName(call));
    if (!first.ok) continue;
    const playerId = parseWireId('account', person.user.account_id)!;
    if (isDoneOnce(call)) stored.push({ accountId: accountOf(playerId), key: how.idempotencyKey });
    replies.set(own, [...(replies.get(own) ?? []), first.data]);
    done.set(callName(call), (done.get(callName(call)) ?? 0) + 1);
  }
  assert.deepEqual(never(), [], 'played and never done');
  await expectStored(stored);
  await expectOrdersSeen(people);
  await app.audit();
});

/** Each under its key, of the account whose command it is: there harnesses look for it. */
async function expectStored(all: readonly { accountId: Uuid; key: string }[]): Promise<void> {
  const asked = [all.map(({ accountId }) => accountId), all.map(({ key }) => key)];
  const sql = 'select from unnest($1::uuid[], $2::uuid[]) as done (account_id, key) join ledger_commands using (account_id, key)'; // oxfmt-ignore
  assert.equal((await app.pool.query(sql, asked)).rowCount, all.length);
}

/** Experience accounts, to whom somebody has invited. */
async function offerExperience(people: readonly Person[]): Promise<void> {
  const numbers = people.map(({ user }) => user.user_number);
  const inviter = await app.person();
  await app.pool.query('update accounts set referrer_id = (select account_id from accounts where number = $1) where number = any($2)', [inviter.user.user_number, numbers]); // oxfmt-ignore
  await runAsOwner(app, 'insert into experience_terms (version, amount, daily_max) values (2, 100, 50)');
}

test('orders and bills are read on from where a page ended: each item once, and none is left out', async () => {
  const [own, other] = await Promise.all([app.person('5000'), app.person('5000')]);
  const { client, user } = own;
  got(await client.call(verifyMe, {}));
  const player = await playerOf(own, { random: (below) => below - 1, pick: ([first]) => first!, replies: [] });
  for (const place of [submitOptionsOrder, submitContract]) {
    const { call, payload } = called.find((each) => each.call === place) ?? assert.fail();
    for (let count = 0; count < orders; count++) got(await client.call(call, payload(player)));
  }
  const readBills = (after: string, pagesize: number) =>
    client.call(queryBills, { user_id: user.account_id, after, pagesize });
  const asked = { trade_user_id: user.account_id };
  await readThrough(
    (after, pagesize) => client.call(queryOptionsOrderList, { ...asked, trade_type: 1, after, pagesize }),
    ({ option_order_id }) => option_order_id,
  );
  await readThrough(
    (after, pagesize) => client.call(queryOrderList, { ...asked, trade_type: 2, after, pagesize }),
    ({ trade_id }) => trade_id,
  );
  await readThrough(readBills, ({ entry_id, leg }) => `${entry_id} ${leg}`);
  const place = got(await readBills('', 1)).next ?? assert.fail('there is more than one bill');
  const foreign = await other.client.call(queryBills, { user_id: other.user.account_id, after: place });
  assert.equal(refusalOf(foreign), 'malformed', 'a place is of use to nobody else');
  assert.equal(refusalOf(await readBills('1234', 1)), 'malformed');
});

test('the audit names every movement that no order explains', longRun('checks some hundred'), async (context) => {
  const found: { what: string; named: string[]; expected: string }[] = [];
  const refused: string[] = [];
  await app.restart(async () => {
    const plantings = await plantEach(app.adminUrl);
    found.push(...plantings.planted);
    refused.push(...plantings.refused);
  });
  context.diagnostic(`${found.length} planted, ${found.filter(({ named }) => named.length > 0).length} named`);
  assert.deepEqual(
    found.filter(({ named, expected }) => named.join() !== expected),
    [],
  );
  assert.ok(found.length >= 300, String(found.length));
  // Bonus money meets no chain.
  assert.deepEqual([...new Set(refused.map((what) => what.split(' ')[0]))], ['deposit-credited', 'withdrawal-sent']);
});

interface ReadOn<Item> {
  RESULT_LIST: Item[];
  next?: string | undefined;
}

async function readThrough<Item>(
  read: (after: string, pagesize: number) => Promise<Outcome<ReadOn<Item>>>,
  idOf: (item: Item) => string,
): Promise<void> {
  const readNewest = async () => got(await read('', 100)).RESULT_LIST.map(idOf);
  await until('the list has its items', async () => (await readNewest()).length >= orders);
  const before = await readNewest();
  const found: string[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const page: ReadOn<Item> = got(await read(next, 2));
    found.push(...page.RESULT_LIST.map(idOf));
    next = page.next;
  }
  const after = new Set(await readNewest());
  const stayed = before.filter((id) => after.has(id));
  assert.ok(stayed.length >= orders, `${stayed.length} of ${orders} are there`);
  assert.equal(new Set(found).size, found.length, 'nothing comes twice');
  assert.deepEqual(stayed.filter((id) => !found.includes(id)), []); // oxfmt-ignore
}

/** Operators find the orders of every product, and the public log takes in what ended of each. */
async function expectOrdersSeen(people: readonly Person[]): Promise<void> {
  const accounts = people.map(({ user }) => parseWireId('account', user.account_id) ?? assert.fail());
  const ended: string[] = [];
  // A withdrawal is proven by a code and waits for people: its own tests have it.
  for (const each of orderKinds.filter(({ kind }) => kind !== 'withdrawal')) {
    const seen = await Promise.all(accounts.map((accountId) => readOrders(app.pool, { accountId, kinds: [each] })));
    assert.ok(seen.flat().length > 0, `no orders of the kind ${each.kind} are seen`);
    const sql = `select from ${each.table} where ${each.endedAt} is not null limit 1`;
    if ((await app.pool.query(sql)).rowCount === 1) ended.push(each.kind);
  }
  await takeEndedOrders(app.pool);
  const { rows } = await app.pool.query<{ kind: string }>('select distinct kind from ended_orders');
  const taken = new Set(rows.map(({ kind }) => kind));
  assert.ok(
    ['swap', 'pledge'].every((kind) => ended.includes(kind)),
    `ended: ${ended.join()}`,
  );
  assert.deepEqual(ended.filter((kind) => !taken.has(kind)), []); // oxfmt-ignore
}

async function playerOf({ client, user }: Person, known: Pick<Player, 'random' | 'pick' | 'replies'>): Promise<Player> {
  const { coins } = got(await client.call(getMarketSummary, {}));
  return {
    ...known,
    accountId: user.account_id as WireId,
    price: (symbol) => coins.find(({ coin }) => symbol === `${coin.toLowerCase()}usdt`)?.price ?? assert.fail(symbol),
  };
}
