// Every call of the contracts over HTTP on the whole server: once, again, all at once, after a restart, by somebody else; and the
// whole life of a position with its receipt, recomputed from the public archive.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { verifyReceipt } from '@candor/proof';
import { addContractMargin, cancelContract, changeContractTriggers, closeContract, endpoints, formatAmount, getMarketSummary, getProofKey, getReceipt, parseWireId, queryContractsConfig, queryOrderChanges, queryOrderList, submitContract, verifyMe, wad } from '@candor/wire'; // oxfmt-ignore
import type { ContractOrderMessage, Endpoint, Wad } from '@candor/wire';
import { fetchArchive } from '../../proof/src/fetch-archive.ts';
import { marginOf } from '../src/contracts/rules.ts';
import { readUntil } from '../src/kit/until.test-support.ts';
import { got, openRunningApp, refusalOf } from './support/running-app.ts';
import type { Person, RunningApp } from './support/running-app.ts';
import { longRun } from './support/long-run.ts';

interface Holder {
  person: Person;
  /** Open since its first tick, which each waits for. */
  opened: ContractOrderMessage;
}

let app: RunningApp;
let holders: Holder[];
before(async () => {
  app = await openRunningApp({ liveCoins: ['BTC'] });
  holders = await Promise.all(Array.from({ length: 8 }, openHolder));
});
after(() => app.close());

const lever = 10;

async function verified(money = '1000'): Promise<Person> {
  const person = await app.person(money);
  got(await person.client.call(verifyMe, {}));
  return person;
}

async function priceOf(person: Person): Promise<Wad> {
  const { coins } = got(await person.client.call(getMarketSummary, {}));
  return wad(coins.find(({ coin }) => coin === 'BTC')!.price!);
}

function orderOf(person: Person, price: Wad, changes: { order_type?: 'limit' } = {}) {
  const sheets = 10;
  return {
    trade_price: formatAmount(price),
    trade_lever: lever,
    trade_user_id: person.user.account_id,
    trade_type: 1,
    trade_transaction_type: 1,
    trade_btc_tpye: 'btcusdt',
    usd_num: formatAmount(marginOf({ sheets, sheetSize: wad('0.001'), price, lever })),
    sheets_num: sheets,
    ...changes,
  };
}

async function openHolder(): Promise<Holder> {
  const person = await verified();
  const order = got(await person.client.call(submitContract, orderOf(person, await priceOf(person))));
  return { person, opened: await listed(person, order.trade_id, 'open') };
}

/** Of nobody else, each with a position of his own. */
function holder(): Holder {
  const next = holders.pop();
  assert.ok(next, 'open more of them');
  return next;
}

const tabs = { open: 2, ended: 3 } as const;

/** The order as its tab shows it, once it is there. */
async function listed(person: Person, tradeId: string, state: keyof typeof tabs): Promise<ContractOrderMessage> {
  const payload = { trade_user_id: person.user.account_id, trade_type: tabs[state] };
  const read = async () =>
    got(await person.client.call(queryOrderList, payload)).RESULT_LIST.find(({ trade_id }) => trade_id === tradeId);
  return (await readUntil(`${tradeId} is ${state}`, read, (found) => found?.state === state))!;
}

/** Far below the market, and near enough for a limit order. */
const farBelow = (price: Wad): Wad => (((price * 6n) / 10n ** 17n) * 10n ** 16n) as Wad;

interface MoneyCall {
  call: Endpoint;
  /** A request that can be sent once, and who sends it. */
  prepare(): Promise<[Person, Record<string, unknown>]> | [Person, Record<string, unknown>];
  /** The same request for something else. */
  change: Record<string, unknown>;
  /** Counts what one request does once; $1 is the account. */
  counted: string;
}

function ofPosition(wanted: object): [Person, Record<string, unknown>] {
  const { person, opened } = holder();
  return [person, { trade_id: opened.trade_id, ...wanted }];
}

const moneyCalls: MoneyCall[] = [
  {
    call: submitContract,
    async prepare() {
      const person = await verified();
      return [person, orderOf(person, await priceOf(person))];
    },
    change: { sheets_num: 11 },
    counted: `select count(*) as done from contract_orders where account_id = $1`,
  },
  {
    call: closeContract,
    prepare: () => ofPosition({ sheets_num: 4 }),
    change: { sheets_num: 5 },
    counted: `select count(*) as done from contract_changes where account_id = $1 and kind = 'close'`,
  },
  {
    call: cancelContract,
    async prepare() {
      const person = await verified();
      const resting = orderOf(person, farBelow(await priceOf(person)), { order_type: 'limit' });
      return [person, { trade_id: got(await person.client.call(submitContract, resting)).trade_id }];
    },
    change: { trade_id: 'cfd_00000000000000000000000000' },
    counted: `select count(*) as done from ledger_moves where account_id = $1 and kind = 'contract-cancelled'`,
  },
  {
    call: changeContractTriggers,
    prepare: () => ofPosition({ take_profit: '900000', stop_loss: '' }),
    change: { take_profit: '800000' },
    counted: `select count(*) as done from contract_changes where account_id = $1 and kind = 'stops'`,
  },
  {
    call: addContractMargin,
    prepare: () => ofPosition({ amount: '12.5' }),
    change: { amount: '12.6' },
    counted: `select count(*) as done from contract_changes where account_id = $1 and kind = 'margin'`,
  },
];

test('every call of the contracts that moves money is asked for again here', () => {
  const paths = endpoints.filter(({ movesMoney, path }) => movesMoney && path.startsWith('/api/contracts/'));
  assert.deepEqual(moneyCalls.map(({ call }) => call.path).sort(), paths.map(({ path }) => path).sort());
});

const send = ({ client }: Person, call: Endpoint, payload: Record<string, unknown>, idempotencyKey: string) =>
  client.call(call, payload as never, { idempotencyKey });

const doneBy = async (person: Person, { counted }: MoneyCall): Promise<number> =>
  (await app.pool.query<{ done: number }>(counted, [parseWireId('account', person.user.account_id)])).rows[0]!.done;

for (const each of moneyCalls) {
  test(`${each.call.path} with one key is done once and answers the same each time`, async () => {
    const [[person, payload], key] = [await each.prepare(), randomUUID()];
    const first = got(await send(person, each.call, payload, key));
    assert.deepEqual(got(await send(person, each.call, payload, key)), first);
    const crowd = await Promise.all(Array.from({ length: 16 }, () => send(person, each.call, payload, key)));
    for (const outcome of crowd) assert.deepEqual(got(outcome), first);
    assert.equal(await doneBy(person, each), 1);
    const changed = await send(person, each.call, { ...payload, ...each.change }, key);
    assert.ok(['key-reused', 'not-found'].includes(refusalOf(changed)));
    assert.equal(await doneBy(person, each), 1);
  });

  test(`${each.call.path}: of 16 that come first at once, one is done`, async () => {
    const [[person, payload], key] = [await each.prepare(), randomUUID()];
    const replies = await Promise.all(Array.from({ length: 16 }, () => send(person, each.call, payload, key)));
    for (const reply of replies) assert.deepEqual(got(reply), got(replies[0]!));
    assert.equal(await doneBy(person, each), 1);
  });
}

test('after all of these the books are right', () => app.audit());

test('somebody else’s position can’t be touched or looked at', async () => {
  const [{ person: owner, opened: { trade_id } }, other] = [holder(), await verified()]; // oxfmt-ignore
  const calls: [Endpoint, Record<string, unknown>][] = [
    [closeContract, { trade_id }],
    [cancelContract, { trade_id }],
    [changeContractTriggers, { trade_id, take_profit: '', stop_loss: '' }],
    [addContractMargin, { trade_id, amount: '1' }],
  ];
  for (const [call, payload] of calls)
    assert.equal(refusalOf(await send(other, call, payload, randomUUID())), 'not-found');
  const asked = { trade_user_id: other.user.account_id, trade_id };
  assert.equal(refusalOf(await other.client.call(queryOrderChanges, asked)), 'not-found');
  assert.equal(refusalOf(await other.client.call(getReceipt, { kind: 'contract', id: trade_id })), 'not-found');
  assert.equal(refusalOf(await owner.client.call(getReceipt, { kind: 'contract', id: trade_id })), 'not-settled');
});

test('who is not verified is told where to go, and who has too little how much', async () => {
  const newcomer = await app.person('1000');
  const refused = await newcomer.client.call(submitContract, orderOf(newcomer, await priceOf(newcomer)));
  assert.ok(!refused.ok);
  assert.deepEqual(
    [refused.code, refused.facts, refused.httpStatus],
    ['verification-required', { redirect: '/authentication' }, 403],
  );
  const poor = await verified('1');
  const short = await poor.client.call(submitContract, orderOf(poor, await priceOf(poor)));
  assert.ok(!short.ok);
  assert.deepEqual([short.code, short.status, short.httpStatus], ['insufficient-balance', 2, 200]);
});

test('the terms on offer are public', async () => {
  const person = await app.person();
  const { RESULT_LIST } = got(await person.client.call(queryContractsConfig, {}));
  const [terms] = RESULT_LIST;
  assert.deepEqual([terms!.lever_max, terms!.fee_rate, terms!.maintenance_rate], [50, '0.01', '0.005']);
  assert.equal(terms!.pairs.find(({ trade_btc_tpye }) => trade_btc_tpye === 'ethusdt')!.sheet_size, '0.01');
});

test(
  'a position from order to receipt, across a restart; keys keep their answers',
  { timeout: 240_000, ...longRun('a restart under way') },
  async () => {
    const { person, opened } = holder();
    const margin = { trade_id: opened.trade_id, amount: '3.25' };
    const key = randomUUID();
    const added = got(await send(person, addContractMargin, margin, key));
    await app.restart();
    assert.deepEqual(got(await send(person, addContractMargin, margin, key)), added);
    got(await person.client.call(closeContract, { trade_id: opened.trade_id }));
    const ended = await listed(person, opened.trade_id, 'ended');
    assert.equal(ended.result, 'closed');
    const receipt = got(await person.client.call(getReceipt, { kind: 'contract', id: opened.trade_id }));
    const { public_key: trustedKey } = got(await person.client.call(getProofKey, {}));
    const archive = await fetchArchive(app.url, receipt);
    const { verdict, checks } = verifyReceipt(receipt, { trustedKey, archive });
    assert.equal(verdict, 'verified', JSON.stringify(checks.filter((check) => !check.ok || check.isNote)));
    assert.ok(receipt.kind === 'contract');
    assert.equal(receipt.paid, ended.paid);
    await app.audit();
  },
);
