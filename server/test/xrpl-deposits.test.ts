// Deposits of XRP over the API of rippled: one account for all customers, tags of their own, and operators who assign what has no known tag.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  findCoinAddressByAccount,
  queryRechargeDetail,
  wireId,
  type DepositMessage,
  type DepositWay,
  type Uuid,
} from '@candor/wire';
import type { RippledError } from '@candor/chain';
import { tagOfIndex } from '../../chain/src/addresses/xrp-tag.ts';
import {
  accountOf,
  payXrp,
  PlayedXrpl,
  type MadeXrplTransaction,
} from '../../chain/src/deposits/played-xrpl.test-support.ts';
import { chainRules } from '../src/chain-rules.ts';
import { readWaiting, type WaitingRow } from '../src/deposits/check-store.ts';
import { depositActs } from '../src/deposits/deposits-desk.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { depositsWeb } from '../src/deposits/deposits-web.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { approvedProposal } from './support/acts.ts';
import { openProductStage, withEngine, type JobRunner, type ProductStage } from './support/product-stage.ts';

const account = accountOf(0xa);

interface Asked {
  method: string;
  params: unknown[];
}

/** Answers like rippled: errors are inside the result of a reply with the status 200. */
async function serve(node: () => PlayedXrpl | undefined) {
  async function reply({ method, params }: Asked, response: ServerResponse): Promise<void> {
    const answer = (result: unknown) => response.writeHead(200).end(JSON.stringify({ result }));
    const played = node();
    if (!played) return void response.destroy();
    try {
      answer({ ...((await played.ask(method, ...params)) as object), status: 'success' });
    } catch (error) {
      const { token, message } = error as RippledError;
      answer({ status: 'error', error: token, error_code: 21, error_message: message, request: { method } });
    }
  }
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => void reply(JSON.parse(body) as Asked, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => (server.closeAllConnections(), void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}

type Product = ReturnType<typeof depositsWeb> & JobRunner;
let stage: ProductStage<Product>;
let node: PlayedXrpl | undefined = new PlayedXrpl();
let second: PlayedXrpl | undefined;
let chains: { xrpl: { url: string; secondUrl?: string; account: string } };
let secondUrl: string;
const closes: (() => void)[] = [];
before(async () => {
  const [served, servedSecond] = [await serve(() => node), await serve(() => second)];
  closes.push(served.close, servedSecond.close);
  secondUrl = servedSecond.url;
  chains = { xrpl: { url: served.url, account } };
  stage = await openProductStage({ startMs: Date.UTC(2027, 0, 1, 10) }, ({ ledger, ...parts }) =>
    withEngine(
      depositsWeb({
        ...ledger,
        ...parts,
        mode: 'production',
        chains,
        askEngine: async () => assert.fail('no coins of tests'),
      }),
      depositsEngine({ ...ledger, ...parts, chains }),
    ),
  );
});
after(async () => {
  await stage.end();
  for (const close of closes) close();
});

const round = (): Promise<void> => stage.product().runJob('xrpl-deposits');
const restart = async (): Promise<void> => {
  await stage.stop();
  await stage.start();
};
async function wayOf(accountId: Uuid): Promise<DepositWay> {
  const asked = { user_id: wireId('account', accountId), coin_code: 'XRP' };
  const ways = await stage.ask<{ RESULT_LIST: DepositWay[] }>(findCoinAddressByAccount, asked, { accountId });
  return ways.RESULT_LIST[0]!;
}
async function depositsOf(accountId: Uuid, txid = ''): Promise<string[]> {
  const asked = { user_id: wireId('account', accountId), pagesize: 100, txid };
  const found = await stage.ask<{ RESULT_LIST: DepositMessage[] }>(queryRechargeDetail, asked, { accountId });
  return found.RESULT_LIST.map(({ amount, state }) => `${amount} ${state}`);
}

/** A customer who has looked up the address and the tag. */
async function customer() {
  const accountId = await stage.ledger.pay('1');
  const { tag } = await wayOf(accountId);
  const balance = () => stage.ledger.available(accountId, 'XRP');
  return { accountId, tag: tag!, balance };
}
const close = async (...transactions: readonly MadeXrplTransaction[]): Promise<void> => {
  node!.close(...transactions);
  await round();
  await round();
};
const pays = (tag: number | undefined, drops: bigint): MadeXrplTransaction =>
  payXrp({ to: account, drops, ...(tag === undefined ? {} : { tag }) });
const unmatched = async (txid: string): Promise<WaitingRow | undefined> =>
  (await readWaiting(stage.ledger.pool, { limit: 100, offset: 0 })).rows.find((row) => row.txid === txid);

test('each customer has the same address and a tag of their own, and a payment is credited once', async () => {
  await round();
  const [ann, ben] = [await customer(), await customer()];
  const way = await wayOf(ann.accountId);
  assert.deepEqual(
    [way.state, way.address, way.tag, way.network, way.is_test, way.node],
    ['on', account, tagOfIndex(1), 'xrpl', false, 'rippled 2.6.1'],
  );
  assert.deepEqual([(await wayOf(ben.accountId)).address, ben.tag], [account, tagOfIndex(2)]);
  // Two customers in one ledger.
  const paid = pays(ann.tag, 12_345_678n);
  await close(paid, pays(ben.tag, 7_000_000n));
  await Promise.allSettled([round(), round(), round()]);
  await restart();
  await round();
  assert.deepEqual(await depositsOf(ann.accountId), ['12.345678 credited']);
  assert.deepEqual(await depositsOf(ann.accountId, paid.txid.toUpperCase()), ['12.345678 credited']);
  assert.deepEqual([await ann.balance(), await ben.balance()], ['12.345678', '7']);
});

test('what is less than the least deposit is credited once it adds up', async () => {
  const cat = await customer();
  await close(pays(cat.tag, 600_000n));
  assert.deepEqual([await depositsOf(cat.accountId), await cat.balance()], [['0.6 dust'], '0']);
  await close(pays(cat.tag, 400_000n));
  assert.equal(await cat.balance(), '1');
});

test('a partial payment is worth what it delivered', async () => {
  const dan = await customer();
  const partial = { Flags: 0x0002_0000, SendMax: { currency: 'USD', issuer: accountOf(9), value: '1' } };
  const paid = { to: account, drops: 900_000_000n, tag: dan.tag };
  await close(payXrp(paid, { transaction: partial, metadata: { DeliveredAmount: '2000000' } }));
  assert.equal(await dan.balance(), '2');
});

test('one wrong digit or two swapped ones in a tag are nobody, and so is no tag; operators see each', async () => {
  const eve = await customer();
  const digits = String(eve.tag);
  const wrong = new Set<number>();
  for (let at = 0; at < digits.length; at++) {
    for (let digit = 0; digit < 10; digit++)
      wrong.add(parseInt(digits.slice(0, at) + digit + digits.slice(at + 1), 10));
    const [one, other] = [digits[at], digits[at + 1] ?? ''];
    wrong.add(parseInt(digits.slice(0, at) + other + one + digits.slice(at + 2), 10));
  }
  wrong.delete(eve.tag);
  const before = await stage.ledger.pool.query('select sum(units::numeric) as units from deposits where account_id is not null'); // oxfmt-ignore
  const payments = [...wrong, undefined, 0, 2 ** 32 - 1].map((tag) => ({ tag, paid: pays(tag, 5_000_000n) }));
  await close(...payments.map(({ paid }) => paid));
  for (const { tag, paid } of payments) {
    const row = await unmatched(paid.txid);
    assert.deepEqual([row?.state, row?.tag, row?.accountId], ['unmatched', tag ?? null, null], String(tag));
  }
  const now = await stage.ledger.pool.query('select sum(units::numeric) as units from deposits where account_id is not null'); // oxfmt-ignore
  assert.deepEqual(now.rows, before.rows);
  assert.equal(await eve.balance(), '0');
});

test('payments of some drops leave no rows and no work, with and without the tag of a customer', async () => {
  const dot = await customer();
  const { rows: before } = await stage.ledger.pool.query('select count(*)::int as count from deposits');
  const tags = [dot.tag, dot.tag + 1, undefined];
  await close(
    ...tags.flatMap((tag) => [pays(tag, 1n), pays(tag, 9_999n)]),
    pays(dot.tag + 1, 999_999n),
    pays(undefined, 999_999n),
  );
  const { rows: now } = await stage.ledger.pool.query('select count(*)::int as count from deposits');
  assert.deepEqual(now, before);
  assert.deepEqual(await depositsOf(dot.accountId), []);
});

test('a customer finds the own deposits alone, however the transaction id is copied', async () => {
  const [ann, ben] = [await customer(), await customer()];
  const [own, other, nobodys] = [pays(ann.tag, 2_000_000n), pays(ben.tag, 3_000_000n), pays(ann.tag + 1, 4_000_000n)];
  await close(own, other, nobodys);
  const spaced = own.txid.replace(/.{8}/g, '$& ');
  for (const typed of [
    own.txid,
    own.txid.toUpperCase(),
    ` ${own.txid}\n`,
    `0x${own.txid}`,
    `0X${own.txid.toUpperCase()}`,
    spaced,
  ])
    assert.deepEqual(await depositsOf(ann.accountId, typed), ['2 credited'], typed);
  for (const { txid } of [other, nobodys])
    for (const typed of [txid, txid.toUpperCase(), `0x${txid}`, txid.slice(0, -1)])
      assert.deepEqual(await depositsOf(ann.accountId, typed), [], typed);
});

test('what waits for a decision comes before payments that anyone can make', async () => {
  const { rows } = await readWaiting(stage.ledger.pool, { limit: 100, offset: 0 });
  const verdicts = rows.map(({ verdict }) => verdict);
  assert.ok(verdicts.includes('unmatched'));
  assert.ok(!verdicts.slice(verdicts.indexOf('unmatched')).some((verdict) => verdict !== 'unmatched'));
});

test('two operators credit a deposit without a known tag to a customer, and nobody alone', async () => {
  const { pool } = stage.ledger;
  const [fay, thief] = [await customer(), await customer()];
  const isCustomer = (accountId: Uuid, number: string) =>
    pool.query(
      `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
       values ($1, $2, $2 || '@example.com', '1', 'en', $2, now())`,
      [accountId, number],
    );
  await isCustomer(fay.accountId, '10000077');
  await isCustomer(thief.accountId, '10000078');
  const paid = pays(fay.tag + 1, 3_000_000n);
  await close(paid);
  const row = (await unmatched(paid.txid))!;
  const act = depositActs.find((each) => each.act.kind === 'assign-deposit')!;
  const body = { deposit_id: wireId('deposit', row.depositId), account_id: wireId('account', fay.accountId) };
  const facts = await act.facts(body, pool);
  assert.deepEqual(facts, { deposit_uuid: row.depositId, account_uuid: fay.accountId, account_id: body.account_id, coin: 'XRP', network: 'xrpl', amount: '3', tag: String(fay.tag + 1), txid: paid.txid }); // oxfmt-ignore
  const carryOut = (proposalId: Uuid, of = facts) =>
    inTransaction(pool, (database) =>
      act.carryOut({ proposalId, body, facts: of, maker: 'anna', checker: 'ben' }, database),
    );
  await assert.rejects(
    carryOut('00000000-0000-7000-8000-000000000001' as Uuid),
    /two operators say whose a deposit is/,
  );
  const proposal = await approvedProposal(pool, { kind: 'assign-deposit', body, facts });
  await assert.rejects(carryOut(proposal, { ...facts, account_uuid: thief.accountId }), /two operators say whose/);
  const clear = depositActs.find((each) => each.act.kind === 'clear-deposit')!;
  await assert.rejects(clear.facts({ deposit_id: body.deposit_id }, pool), /not-found/);
  await assert.rejects(act.facts({ ...body, account_id: wireId('account', stage.ledger.newId()) }, pool), /not-found/);
  const setClosed = (isClosed: boolean) =>
    pool.query('update accounts set closed_at = case when $2 then now() end where account_id = $1', [
      fay.accountId,
      isClosed,
    ]);
  await setClosed(true);
  await assert.rejects(carryOut(proposal), /not-found/);
  await assert.rejects(act.facts(body, pool), /not-found/);
  await setClosed(false);
  await carryOut(proposal);
  await assert.rejects(carryOut(proposal), /not-found/);
  await round();
  await round();
  assert.deepEqual(await depositsOf(fay.accountId), ['3 credited']);
  assert.deepEqual([await fay.balance(), await thief.balance()], ['3', '0']);
  assert.equal(await unmatched(paid.txid), undefined);
  const { rows } = await pool.query<{ code: string | null }>(
    `select operator_obstacle('withdrawal', operator_id, $1, false, null) ->> 'code' as code
     from operator_decisions where proposal_id = $2`,
    [fay.accountId, proposal],
  );
  assert.deepEqual(
    rows.map(({ code }) => code),
    ['credited-lately', 'credited-lately'],
  );
});

test('a row of an address that does not follow from its index credits nobody', async () => {
  const { pool, newId } = stage.ledger;
  const [gus, thief] = [await customer(), await stage.ledger.pay('1')];
  const stolen = tagOfIndex(4_000);
  await pool.query(
    `insert into deposit_addresses (address_id, account_id, network, address_index, address, tag) values ($1, $2, 'xrpl', 5000, $3, $4)`,
    [newId(), thief, account, stolen],
  );
  await assert.rejects(
    pool.query(
      `insert into deposit_addresses (address_id, account_id, network, address_index, address, tag) values ($1, $2, 'xrpl', 5001, $3, $4)`,
      [newId(), await stage.ledger.pay('1'), account, gus.tag],
    ),
    /unique/,
  );
  const paid = pays(stolen, 8_000_000n);
  await close(paid);
  assert.equal((await unmatched(paid.txid))?.state, 'unmatched');
  assert.deepEqual([await stage.ledger.available(thief, 'XRP'), (await wayOf(thief)).address], ['0', null]);
});

test('a node that is gone, behind, not synced or of another network stops this network alone, says so, and loses nothing', async () => {
  const hal = await customer();
  const whole = node!;
  whole.close(pays(hal.tag, 70_000_000n));
  const says = async (reason: string, what: string): Promise<void> => {
    await restart();
    await round().catch(() => undefined);
    const way = await wayOf(hal.accountId);
    assert.deepEqual([way.reason, way.address], [reason, account], what);
    assert.equal(await hal.balance(), '0', what);
  };
  node = undefined;
  await says('no-node', 'gone');
  node = whole;
  const { info, hashes } = whole;
  for (const wrong of [{ server_state: 'syncing' }, { amendment_blocked: true }, { complete_ledgers: 'empty' }]) {
    whole.info = { ...info, ...wrong };
    await says('no-node', JSON.stringify(wrong));
  }
  whole.info = { ...info, network_id: 1 };
  await says('other-chain', 'the number of a test network');
  whole.info = info;
  whole.hashes = ['FF'.repeat(32)];
  await says('other-chain', 'the history of another network');
  whole.hashes = [];
  await says('no-node', 'no history');
  whole.hashes = hashes;
  whole.reads.set(whole.ledgers.length - 1, 'without the last payment');
  await says('node-incomplete', 'a payment is left out');
  whole.reads.set(whole.ledgers.length - 1, 'late');
  await says('no-node', 'the newest ledger can not be read');
  whole.reads.clear();
  whole.close();
  await round();
  assert.equal(await hal.balance(), '70');
});

test('a second node confirms large deposits, and what it denies is held', async () => {
  const [ida, jon] = [await customer(), await customer()];
  second = new PlayedXrpl();
  second.ledgers.splice(0, Infinity, ...node!.ledgers);
  chains.xrpl.secondUrl = secondUrl;
  await restart();
  const large = 900_000_000_000n;
  await close(pays(ida.tag, large));
  assert.deepEqual(await depositsOf(ida.accountId), ['900000 seen']);
  second.ledgers.push(...node!.ledgers.slice(second.ledgers.length));
  await round();
  assert.deepEqual(await depositsOf(ida.accountId), ['900000 credited']);
  node!.close(pays(jon.tag, 4_000_000n));
  second.close(payXrp({ to: accountOf(9), drops: 4_000_000n, tag: jon.tag }));
  await round();
  await round();
  assert.deepEqual(await depositsOf(jon.accountId), ['4 held']);
  second.ledgers.splice(0, Infinity, ...node!.ledgers);
  await round();
  await round();
  assert.deepEqual(await depositsOf(jon.accountId), ['4 credited']);
});

test('the audit asks a node about each credited deposit, and names one that no ledger pays', async () => {
  const check = () => checkInvariants(stage.ledger.pool, chainRules(chains, {}));
  assert.ok((await check()).every(({ broken }) => broken === 0));
  const paid = second!.ledgers.findIndex(({ transactions }) => transactions.length === 2);
  const held = second!.ledgers[paid]!;
  second!.ledgers.splice(paid);
  for (const { transactions } of [
    { ...held, transactions: held.transactions.slice(1) },
    ...node!.ledgers.slice(paid + 1),
  ])
    second!.close(...transactions);
  assert.ok((await check()).some(({ broken }) => broken > 0));
  await stage.ledger.audit();
});
