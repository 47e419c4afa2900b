// Swaps at the console over HTTP on a real server: what is listed, what the house gained and holds, and requests to bring in a coin, which
// nobody ends but the act that brings it in, or who may drop it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  add,
  approveAct,
  askRefill,
  dropRefill,
  exportSwaps,
  findExchangeList,
  formatAmount,
  getExchangeRate,
  getInventory,
  getSwapResult,
  listQueues,
  listRefills,
  listSwaps,
  multiplyDown,
  parseWireId,
  proposeAct,
  readAuditLog,
  refuseAct,
  submitExchange,
  submitLimitExchange,
  tryRole,
  verifyMe,
  wad,
  zero,
  type ConsoleClient,
  type OperatorRole,
} from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { consoleClient } from './support/operators.ts';
import { got, openRunningApp, refusalOf, type Person, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
let ann: Person;
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
  ann = await app.person('1000');
  got(await ann.client.call(verifyMe, {}));
});
after(() => app.close());

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = consoleClient(app);
  got(await client.call(tryRole, { role, person }));
  return client;
}

const pair = { baseCurrency: 'USDT', quoteCurrency: 'BTC' };

/** Filled: a rate that moves too far is tried again. */
async function swap(amount: string): Promise<void> {
  const { account_id } = ann.user;
  const filled = async () => got(await ann.client.call(findExchangeList, { account_id, status: 'filled' })).TOTAL > 0;
  await until('a swap is filled', async () => {
    const { quote_id } = got(await ann.client.call(getExchangeRate, { ...pair, amount }));
    const { exchange_id: id } = got(await ann.client.call(submitExchange, { account_id, quote_id, ...pair }));
    const status = async () => got(await ann.client.call(findExchangeList, { account_id })).RESULT_LIST.find((each) => each.exchange_id === id)!.status; // oxfmt-ignore
    await until('it has ended', async () => (await status()) !== 'pending', 15_000);
    return filled();
  }, 60_000); // oxfmt-ignore
}

test('swaps are listed with what they wait for, and each look names whose they are', async () => {
  await swap('100');
  const { account_id } = ann.user;
  const { price } = got(await ann.client.call(getExchangeRate, { ...pair, amount: '50' }));
  const limit = { account_id, ...pair, amount: '50', price: formatAmount(multiplyDown(wad(price), wad('1.2'), 12)) };
  got(await ann.client.call(submitLimitExchange, limit));

  const [risk, support, auditor] = [await as('risk'), await as('support'), await as('auditor')];
  const list = async (asked: object) => got(await risk.call(listSwaps, asked)).RESULT_LIST;
  const [first, ...others] = await list({});
  assert.deepEqual([first!.kind, first!.state, first!.given], ['limit', 'pending', null], 'the newest first');
  assert.match(first!.distance!, /^0\.(?:19|2)/);
  assert.ok(others.every(({ distance, rate_now: rate }) => distance === null && rate === null));
  assert.deepEqual((await list({ kind: 'quote', state: 'filled' })).map(({ given }) => given), ['100']); // oxfmt-ignore
  assert.equal((await list({ coin: 'BTC', account: account_id })).length, others.length + 1);
  assert.deepEqual(await list({ coin: 'ETH' }), []);
  assert.equal((await list({ from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })).length, others.length + 1); // oxfmt-ignore
  assert.deepEqual(await list({ to: '2020-01-01' }), []);
  assert.equal(refusalOf(await risk.call(listSwaps, { coin: 'XYZ' })), 'unknown-coin');
  assert.equal(refusalOf(await risk.call(listSwaps, { account: 'acc_1' })), 'account-unknown');
  assert.equal(refusalOf(await risk.call(listSwaps, { from: 'yesterday' })), 'malformed');
  assert.equal(refusalOf(await support.call(listSwaps, {})), 'role-missing');
  const { entries } = got(await auditor.call(readAuditLog, { act: 'swaps-listed', subject: account_id }));
  assert.ok(entries.length > 0);
  const response = await fetch(`${app.consoleUrl()}${exportSwaps.path}?state=pending`, { headers: { cookie: risk.cookies() } }); // oxfmt-ignore
  const [head, ...rows] = (await response.text()).trimEnd().split('\r\n');
  assert.match(head!, /^swap_id,account_id,kind,/);
  assert.equal(rows.length, 1);
});

test('what the house gained by swaps is roundings at the fill, and the price of the coins since', async () => {
  const treasurer = await as('treasurer');
  const { at_fill: filled, result, since, coins } = got(await treasurer.call(getSwapResult, {}));
  assert.equal(filled.taken, '100');
  assert.ok(wad(filled.result) >= 0n && wad(filled.result) < wad('0.01'), filled.result);
  const [bitcoin, dollar] = coins;
  assert.deepEqual([bitcoin!.coin, bitcoin!.taken, dollar!.coin, dollar!.net], ['BTC', '0', 'USDT', '100']);
  assert.equal(bitcoin!.net, `-${bitcoin!.given}`);
  assert.equal(coins.map(({ value }) => wad(value!)).reduce(add, zero), wad(result!));
  assert.equal(formatAmount(add(wad(since!), wad(filled.result))), result);
  const editor = await as('editor');
  assert.equal(refusalOf(await editor.call(getSwapResult, {})), 'role-missing');
  const bitcoins = got(await treasurer.call(getInventory, {})).coins.find(({ coin }) => coin === 'BTC')!;
  assert.equal(add(wad(bitcoins.free), wad(bitcoins.promised)), wad(bitcoins.held));
  assert.deepEqual([bitcoins.limits, bitcoins.limits_take, bitcoins.is_low], [1, bitcoins.promised, false]);
  await app.audit();
});

test('a request for a coin waits for the treasurer, and is done with the act that pays in as much and names it', async () => {
  const [risk, treasurer, auditor, checker] = [await as('risk'), await as('treasurer'), await as('auditor'), await as('risk', 2)]; // oxfmt-ignore
  const asked = { coin: 'BTC', amount: '2', why: 'limits wait for it' };
  assert.equal(refusalOf(await treasurer.call(askRefill, asked)), 'role-missing', 'nobody asks himself');
  assert.equal(refusalOf(await risk.call(askRefill, { ...asked, amount: '0' })), 'amount-malformed');
  assert.equal(refusalOf(await risk.call(askRefill, { ...asked, coin: 'XYZ' })), 'unknown-coin');
  assert.equal(refusalOf(await risk.call(askRefill, { ...asked, amount: '0.0000000000000001' })), 'too-many-decimals');
  const many = await Promise.all(Array.from({ length: 6 }, () => risk.call(askRefill, asked)));
  assert.equal(many.filter(({ ok }) => ok).length, 1);
  assert.ok(many.every((each) => each.ok || each.code === 'refill-open'));
  const { refill_id: id } = got(await treasurer.call(listRefills, { state: 'open' })).RESULT_LIST[0]!;
  const waiting = async (client: ConsoleClient) => got(await client.call(listQueues, {})).queues.find(({ name }) => name === 'refills')!.waiting; // oxfmt-ignore
  assert.deepEqual([await waiting(treasurer), await waiting(risk)], [1, 0]);
  assert.equal(got(await auditor.call(listQueues, {})).queues.find(({ name }) => name === 'refills')!.in_all, 1);
  assert.equal(got(await risk.call(getInventory, {})).coins.find(({ coin }) => coin === 'BTC')!.refill_id, id);

  const stateOf = async () => got(await auditor.call(listRefills, {})).RESULT_LIST.find((each) => each.refill_id === id)!; // oxfmt-ignore
  const payIn = async (body: object, decide: 'approve' | 'refuse' = 'approve') => {
    const { proposal_id, version } = got(await treasurer.call(proposeAct, { kind: 'house-money-in', body: { coin: 'BTC', amount: '2', reference: id, ...body }, why: 'asked for' })); // oxfmt-ignore
    if (decide === 'refuse') got(await checker.call(refuseAct, { proposal_id, version, reason: 'mistake' }));
    else assert.equal(got(await checker.call(approveAct, { proposal_id, version })).state, 'done');
    return proposal_id;
  };
  // Less of it, another coin, another fund, without the name, or refused: none of them is what was asked for.
  for (const body of [{ amount: '1.99' }, { coin: 'ETH' }, { bucket: 'lending' }, { reference: 'transfer 1' }]) await payIn(body); // oxfmt-ignore
  await payIn({}, 'refuse');
  assert.deepEqual([(await stateOf()).state, (await stateOf()).proposal_id], ['open', null]);
  const refillId = parseWireId('refill', id)!;
  const forged = `update refill_requests set done_by = (select proposal_id from act_proposals where state = 'done' limit 1) where refill_id = $1`;
  await assert.rejects(app.pool.query(forged, [refillId]), /no act has brought in/);
  await assert.rejects(app.pool.query('update refill_requests set amount = 1 where refill_id = $1', [refillId]), /stays what it is/); // oxfmt-ignore
  await assert.rejects(app.pool.query(`update refill_requests set dropped_by = (select operator_id from operators where name = 'demo-auditor-1') where refill_id = $1`, [refillId]), /may not drop/); // oxfmt-ignore
  await assert.rejects(app.pool.query(`insert into refill_requests (refill_id, reference, coin, amount, why, asked_by) select gen_random_uuid(), 'rfl_' || repeat('0', 26), 'ETH', 1, 'x', operator_id from operators where name = 'demo-treasurer-1'`), /may ask/); // oxfmt-ignore
  await assert.rejects(app.pool.query('delete from refill_requests'), /permission denied/);

  const done = await payIn({ amount: '2.5', reference: `${id}, bank 4711` });
  assert.deepEqual([(await stateOf()).state, (await stateOf()).proposal_id], ['done', done]);
  assert.equal(await waiting(treasurer), 0);
  assert.equal(refusalOf(await risk.call(dropRefill, { refill_id: id })), 'refill-ended');
  await app.audit();
});

test('who asked or the treasurer drops a request, an auditor does not, and the coin can be asked for anew', async () => {
  const [risk, treasurer, auditor] = [await as('risk'), await as('treasurer'), await as('auditor')];
  const asked = { coin: 'ETH', amount: '3', why: 'low' };
  for (const client of [risk, treasurer]) {
    const { refill_id: id, state } = got(await risk.call(askRefill, asked));
    assert.equal(state, 'open');
    assert.equal(refusalOf(await auditor.call(dropRefill, { refill_id: id })), 'role-missing');
    assert.equal(refusalOf(await client.call(dropRefill, { refill_id: 'rfl_1' })), 'not-found');
    assert.equal(got(await client.call(dropRefill, { refill_id: id })).state, 'dropped');
  }
  const { refill_id: raced } = got(await risk.call(askRefill, asked));
  const faster = await app.pool.connect();
  await faster.query('begin');
  await faster.query(`update refill_requests set ended_at = clock_timestamp(), dropped_by = (select operator_id from operators where name = 'demo-treasurer-1') where refill_id = $1`, [parseWireId('refill', raced)]); // oxfmt-ignore
  const late = risk.call(dropRefill, { refill_id: raced });
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update refill_requests%'`;
  await until('the other waits', async () => (await app.consolePool.query(waits)).rowCount === 1);
  await faster.query('commit');
  faster.release();
  const refused = await late;
  assert.deepEqual(refused.ok ? undefined : [refused.code, refused.facts], ['refill-ended', { state: 'dropped' }]);
  const { RESULT_LIST: dropped } = got(await auditor.call(listRefills, { state: 'dropped', sort: 'asked_at' }));
  assert.deepEqual(dropped.map((each) => each.dropped_by), ['demo-risk-1', 'demo-treasurer-1', 'demo-treasurer-1']); // oxfmt-ignore
});
