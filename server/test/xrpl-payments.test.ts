// Payments of XRP over the development ledger, with a signer process: kills, expiry, wrong answers of the node, refused destinations, two payers.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import {
  askLedger,
  askRippled,
  askXrplPaid,
  ledgersToLive,
  openDevXrpl,
  RippledError,
  superviseSigner,
  xrplSender,
  type AskNode,
  type DevXrpl,
  type Signer,
} from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { addressOfPrivateKey } from '../../chain/src/dev-chain/dev-xrpl-account.ts';
import { xrplNetworkIds } from '../src/chains/xrpl.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import type { AskEngine } from '../src/kit/product.ts';
import { refuse } from '../src/kit/refuse.ts';
import { demoPolicy } from '../src/withdrawals/demo-signer.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import type { NetworkPayer, StatusSource } from '../src/withdrawals/network-payer.ts';
import { sayOfPaying } from '../src/withdrawals/pay-store.ts';
import type { EndedPayment } from '../src/withdrawals/ended-payment.ts';
import { xrplAudit } from '../src/withdrawals/xrpl-audit.ts';
import { xrplPayer } from '../src/withdrawals/xrpl-payer.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { killedPayer } from './support/killed-payer.ts';
import { sequenceMoved, payXrpl, stateWith, submitAnswers, type XrplLie } from './support/lying-xrpl.ts';
import { refusedWith } from './support/options-stage.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const xrp = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const keyOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
const addressAt = (byte: number): string => addressOfPrivateKey(keyOf(byte));
const [shared, exchange, nobody] = [addressAt(2), addressAt(3), addressAt(4)];
const networkId = xrplNetworkIds.demo;
const directory = mkdtempSync(join(tmpdir(), 'candor-xrp-pay-'));
const supervised = superviseSigner(join(directory, 'signer'));

let stage: WithdrawalsStage;
let ledger: DevXrpl;
let signer: Signer;
let wallet: string;
let by: NetworkPayer;
/** Replaces answers of the node; undefined for the honest ones. */
let lie: XrplLie | undefined;
let isEngineDown = false;

const ask: AskNode = async (method, ...params) => {
  const honest = () => askRippled(ledger.url)(method, ...params);
  return lie ? lie(method, params[0] as Record<string, unknown>, honest) : honest();
};
const sender = xrplSender(askLedger(ask), { networkId });
const askEngine = (async (name: string, { address, units }: { address: string; units: string | null }) => {
  assert.equal(name, 'withdrawals.payee-fault');
  if (isEngineDown) return refuse('outcome-unknown');
  return { fault: (await by.payeeFault!({ address, units: units === null ? undefined : BigInt(units) })) ?? null };
}) as AskEngine;

before(async () => {
  ledger = await openDevXrpl({ directory: join(directory, 'ledger'), isAutomatic: false });
  await ledger.send({ to: exchange, drops: xrp(100) });
  await ledger.transact(keyOf(3), { TransactionType: 'AccountSet', SetFlag: 1 });
  stage = await openWithdrawalsStage({
    xrpl: { url: 'http://127.0.0.1:1/', account: shared },
    signerSocket: '/nowhere',
    askEngine,
  });
  const { pool } = stage.ledger;
  await sayOfPaying(pool, { network: 'xrpl', state: 'on', reason: '' });
  await runAsOwner(
    stage.ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('XRP', 1, 2, 1, 1, 'simulated', sha256('first'))`,
  );
  signer = await supervised.open(demoPolicy('xrpl', { usdt: '', signingKey: stage.signingKey }));
  ({ wallet } = (await signer.who()).xrpl!);
  by = payer();
  await by.openWallet(pool);
});
after(async () => {
  await supervised.close();
  await stage.end();
  await ledger.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  by = payer();
  lie = undefined;
  isEngineDown = false;
});

const payer = (): NetworkPayer =>
  xrplPayer({
    pool: stage.ledger.pool,
    signer,
    sender,
    wallet,
    networkId,
    feeMax: 1_000n,
    sharedAddress: shared,
  });
const pay = (own = by): Promise<number> => payXrpl(stage, own);
const payAskingSecond = (statusOf: StatusSource['statusOf']): Promise<number> => payXrpl(stage, by, statusOf);
/** Closes a ledger with what was sent, and lets the payer see it. */
async function settle(): Promise<void> {
  ledger.closeLedger();
  await pay();
}
function expire(): void {
  for (let ledgers = 0; ledgers <= ledgersToLive; ledgers++) ledger.closeLedger();
}
async function asked(amount: string, to: string) {
  const accountId = await stage.ledger.pay('1000', { coin: 'XRP' });
  const address = await stage.usableAddress(accountId, 'XRP', { address: to, network: 'xrpl' });
  return { accountId, withdrawal: await stage.request({ accountId }, address, amount) };
}
async function approved(amount: string, to = `${exchange}-77`): Promise<Uuid> {
  const { accountId, withdrawal } = await asked(amount, to);
  await stage.approve(withdrawal, 'olga');
  return accountId;
}
const shown = async (accountId: Uuid) => (await stage.list(accountId))[0]!;
const rowsOf = async (sql: string, ...values: unknown[]) => (await stage.ledger.pool.query(sql, values)).rows;
async function stateOf(accountId: Uuid): Promise<string> {
  const [row] = await rowsOf('select state, trouble from withdrawals where account_id = $1', accountId);
  return `${(row as { state: string }).state} ${(row as { trouble: string }).trouble}`.trim();
}
const received = (address = exchange): bigint => ledger.accountOf(address)?.drops ?? 0n;
const sequence = (): number => ledger.accountOf(wallet)!.sequence;

test('a wallet that does not exist, or has its reserve alone, pays nothing; then the payment arrives with its tag', async () => {
  const ann = await approved('100');
  await pay();
  assert.equal(await stateOf(ann), 'approved wallet-short');
  await ledger.send({ to: wallet, drops: xrp(98) });
  await pay();
  assert.equal(await stateOf(ann), 'approved wallet-short');
  await ledger.send({ to: wallet, drops: xrp(10_000) });
  const before = received();
  await pay();
  assert.equal(await stateOf(ann), 'broadcast');
  await settle();
  assert.equal(await stateOf(ann), 'sent');
  const { txid } = await shown(ann);
  const paid = await askXrplPaid(askLedger(ask), txid!);
  assert.deepEqual(paid, { account: wallet, to: `${exchange}-77`, delivered: xrp(97) });
  assert.equal(received() - before, xrp(97));
  await stage.ledger.audit();
});

test('one payment is under way at a time, and two payers at once pay each once', async () => {
  const [before, from] = [received(), sequence()];
  const accounts = [await approved('10'), await approved('20'), await approved('30')];
  await Promise.allSettled([pay(), pay(payer()), pay(payer())]);
  await pay();
  const states = await Promise.all(accounts.map(stateOf));
  assert.deepEqual(states.toSorted(), ['approved', 'approved', 'broadcast']);
  for (let round = 0; round < 3; round++) {
    ledger.closeLedger();
    await Promise.allSettled([pay(), pay(payer())]);
  }
  await settle();
  assert.deepEqual(await Promise.all(accounts.map(stateOf)), ['sent', 'sent', 'sent']);
  assert.deepEqual([received() - before, sequence() - from], [(xrp(60) * 97n) / 100n, 3]);
  await stage.ledger.audit();
});

for (const at of ['sign', 'send'] as const) {
  test(`killed after the ${at}, a payment is made once`, async () => {
    const before = received();
    const accountId = await approved('10');
    await assert.rejects(pay(killedPayer(by, at)), /killed/);
    const [bytes] = await rowsOf('select unsigned from withdrawals where account_id = $1', accountId);
    ledger.closeLedger();
    await pay();
    await settle();
    assert.equal(await stateOf(accountId), 'sent');
    assert.deepEqual(await rowsOf('select unsigned from withdrawals where account_id = $1', accountId), [bytes]);
    assert.equal(received() - before, (xrp(10) * 97n) / 100n);
  });
}

test('a node that forgets what it took, or refuses it in any words, is given the same bytes again', async () => {
  const before = received();
  const accountId = await approved('10');
  lie = submitAnswers({ engine_result: 'telCAN_NOT_QUEUE_FULL' });
  await pay();
  assert.equal(await stateOf(accountId), 'signed node-refuses');
  const { txid } = (await rowsOf('select txid from withdrawals where account_id = $1', accountId))[0] as {
    txid: string;
  };
  lie = submitAnswers({ engine_result: 'tesSUCCESS', tx_json: { hash: txid.toUpperCase() } });
  await pay();
  assert.equal(await stateOf(accountId), 'broadcast');
  lie = undefined;
  await settle();
  await settle();
  assert.equal(await stateOf(accountId), 'sent');
  assert.equal(received() - before, (xrp(10) * 97n) / 100n);
});

test('a node that lags, and expects a sequence that was used, gets no payment', async () => {
  const accountId = await approved('10');
  lie = sequenceMoved(wallet, -1);
  await pay();
  assert.equal(await stateOf(accountId), 'approved node-refuses');
  lie = undefined;
  await pay();
  await settle();
  assert.equal(await stateOf(accountId), 'sent');
});

/** Sends a payment to a node that takes nothing, until it has expired. */
async function expired(amount: string): Promise<Uuid> {
  const accountId = await approved(amount);
  await pay({ ...by, send: async () => undefined });
  assert.equal(await stateOf(accountId), 'broadcast');
  expire();
  return accountId;
}

test('an expired payment is given back once, after an hour, although the next one used its sequence', async () => {
  const [before, from] = [received(), sequence()];
  const late = await expired('10');
  await pay();
  assert.equal(await stateOf(late), 'broadcast');
  const next = await approved('20');
  await pay();
  assert.equal(await stateOf(next), 'broadcast');
  await settle();
  await pay();
  assert.deepEqual([await stateOf(late), await stateOf(next)], ['broadcast', 'sent']);
  assert.deepEqual([received() - before, sequence() - from], [(xrp(20) * 97n) / 100n, 1]);
  stage.clock.advance(giveBackAfterMs);
  await pay();
  await pay();
  assert.deepEqual([await stateOf(late), await stage.ledger.available(late, 'XRP')], ['failed', '1000']);
  await stage.ledger.audit();
});

test('a node that can not prove the end of a payment ends none', async () => {
  const late = await expired('10');
  const notSearched: XrplLie = (method, params, honest) => {
    if (method !== 'tx' || params['min_ledger'] === undefined) return honest();
    throw new RippledError('tx', 'txnNotFound', '', { searched_all: false });
  };
  for (const doubt of [stateWith({ complete: 'empty' }), notSearched]) {
    lie = doubt;
    await pay();
    stage.clock.advance(giveBackAfterMs);
    await pay();
    assert.equal(await stateOf(late), 'broadcast node-refuses');
  }
  lie = undefined;
  await pay();
  stage.clock.advance(giveBackAfterMs);
  await pay();
  assert.equal((await shown(late)).step, 'failed');
});

test('nothing is given back before a second node says the same', async () => {
  const late = await expired('10');
  const { txid } = (
    await stage.ledger.pool.query<{ txid: string }>('select txid from withdrawals where account_id = $1', [late])
  ).rows[0]!;
  const paid = { txid, height: 1, isGood: true, confirmations: 1, isFinal: true };
  const said: [StatusSource['statusOf'], trouble: string][] = [
    [async () => ({ kind: 'mined', ...paid }), 'nodes-disagree'],
    [async () => ({ kind: 'pending' }), 'failure-unconfirmed'],
    [() => Promise.reject(new Error('no answer')), 'failure-unconfirmed'],
  ];
  const round = async (statusOf: StatusSource['statusOf']): Promise<void> => {
    await payAskingSecond(statusOf);
    stage.clock.advance(giveBackAfterMs);
    await payAskingSecond(statusOf);
  };
  for (const [statusOf, trouble] of said) {
    await round(statusOf);
    assert.equal(await stateOf(late), `broadcast ${trouble}`);
  }
  const other = by.statusBy!(ask);
  await round((...asked) => other.statusOf(...asked));
  assert.deepEqual([(await shown(late)).step, await stage.ledger.available(late, 'XRP')], ['failed', '1000']);
  await stage.ledger.audit();
});

test('a sequence that something else used stops the payment for operators, who give it back', async () => {
  const late = await expired('10');
  lie = sequenceMoved(wallet, 1);
  await pay();
  assert.equal(await stateOf(late), 'broadcast place-used');
  const { pool } = stage.ledger;
  const act = stage.product().acts.find(({ act: { kind } }) => kind === 'give-back-payment')!;
  const body = { withdraw_id: (await shown(late)).withdraw_id };
  const facts = await act.facts(body, pool);
  const proposalId = await approvedProposal(pool, { kind: 'give-back-payment', body, facts });
  await inTransaction(pool, (database) =>
    act.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
  );
  await pay();
  assert.equal(await stateOf(late), 'broadcast place-used');
  stage.clock.advance(giveBackAfterMs);
  await pay();
  assert.deepEqual([(await shown(late)).step, await stage.ledger.available(late, 'XRP')], ['failed', '1000']);
  await stage.ledger.audit();
});

test('what fails in a ledger costs the fee and is given back', async () => {
  const picky = keyOf(5);
  await ledger.send({ to: addressOfPrivateKey(picky), drops: xrp(20) });
  const accountId = await approved('10', addressOfPrivateKey(picky));
  const killed = { ...by, send: () => Promise.reject(new Error('killed')) };
  await assert.rejects(pay(killed), /killed/);
  await ledger.transact(picky, { TransactionType: 'AccountSet', SetFlag: 1 });
  await pay();
  await settle();
  assert.deepEqual([await stateOf(accountId), await stage.ledger.available(accountId, 'XRP')], ['failed', '1000']);
  await stage.ledger.audit();
});

test('what a destination requires is said before the customer confirms; without an answer the payer stops it', async () => {
  const accountId = await stage.ledger.pay('1000', { coin: 'XRP' });
  const add = (address: string) => stage.address(accountId, { address, currency: 'XRP', network: 'xrpl' });
  assert.equal(await refusedWith(add(exchange)), 'payee-needs-tag');
  const open = keyOf(6);
  const closed = addressOfPrivateKey(open);
  await ledger.send({ to: closed, drops: xrp(20) });
  for (const flag of [3, 9]) {
    await ledger.transact(open, { TransactionType: 'AccountSet', SetFlag: flag });
    assert.equal(await refusedWith(add(closed)), 'payee-refuses', String(flag));
    await ledger.transact(open, { TransactionType: 'AccountSet', ClearFlag: flag });
  }
  await add(closed);
  lie = stateWith({ reserve: 12_000_000 });
  const request = asked('12', nobody);
  assert.equal(await refusedWith(request), 'payee-unopened');
  const refusal = (await asked('12', nobody).catch((error: unknown) => error)) as { facts: object };
  assert.deepEqual(refusal.facts, { coin: 'XRP', min: '12' });
  isEngineDown = true;
  const bob = await approved('12', nobody);
  const eve = await approved('10', exchange);
  isEngineDown = false;
  await pay();
  assert.deepEqual([await stateOf(bob), await stateOf(eve)], ['approved payee-refuses', 'approved payee-refuses']);
  lie = undefined;
  await stage.reject(await shown(eve));
  assert.equal(await stage.ledger.available(eve, 'XRP'), '1000');
  await pay();
  await settle();
  assert.deepEqual([await stateOf(bob), received(nobody)], ['sent', 11_640_000n]);
  await stage.ledger.audit();
});

test('the account that customers deposit to and the paying wallet are no payees, with any tag', async () => {
  const accountId = await stage.ledger.pay('1000', { coin: 'XRP' });
  for (const isDown of [false, true]) {
    isEngineDown = isDown;
    for (const address of [shared, `${shared}-0`, `${shared}-123`, wallet, `${wallet}-1`]) {
      const wanted = stage.address(accountId, { address, currency: 'XRP', network: 'xrpl' });
      assert.equal(await refusedWith(wanted), 'address-ours', address);
    }
  }
});

test('the audit asks the ledger about each payment, and finds one that is not as its row says', async () => {
  const payments = (await rowsOf(
    `select withdrawal_id as id, state, network, asset, address, units, wallet, nonce, unsigned, array[txid] as txids
     from withdrawals where state in ('sent', 'failed')`,
  )) as EndedPayment[];
  const audit = xrplAudit({ sender, paidBy: (txid) => askXrplPaid(askLedger(ask), txid) });
  const verdicts = await Promise.all(payments.map((each) => audit.verdictOf(each)));
  assert.deepEqual([...new Set(verdicts)], ['right']);
  assert.ok(payments.some(({ state }) => state === 'sent') && payments.some(({ state }) => state === 'failed'));
  const sent = payments.find(({ state }) => state === 'sent')!;
  const wrong: Partial<EndedPayment>[] = [
    { address: sent.address.replace(/\d$/, '1') },
    { units: String(BigInt(sent.units) + 1n) },
    { state: 'failed' },
    { wallet: shared },
    { txids: [] },
    { txids: [...sent.txids, 'ab'.repeat(32)] },
    { txids: payments.find(({ state, units }) => state === 'sent' && units !== sent.units)!.txids },
  ];
  for (const change of wrong)
    assert.equal(await audit.verdictOf({ ...sent, ...change }), 'wrong', JSON.stringify(change));
  const late = payments.find(({ state }) => state === 'failed')!;
  assert.equal(await audit.verdictOf({ ...late, state: 'sent' }), 'wrong');
  lie = stateWith({ complete: 'empty' });
  assert.equal(await audit.verdictOf({ ...sent, txids: ['ab'.repeat(32)] }), 'unknown');
});
