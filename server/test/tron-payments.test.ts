// Payments of TRON over the development chain and a signer process: killed at each step, with a node that forgets, refuses or lies, transactions that
// expire or fail, and a wallet that is short.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import {
  askHttpNode,
  networks,
  superviseSigner,
  tronSender,
  tronSource,
  type AskNode,
  type Signer,
  type TronSender,
} from '@candor/chain';
import { parseWireId, type Uuid } from '@candor/wire';
import { openDevTron, type DevTron } from '../../chain/src/dev-chain/tron/open-dev-tron.ts';
import { demoPolicy } from '../src/withdrawals/demo-signer.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import type { NetworkPayer } from '../src/withdrawals/network-payer.ts';
import { withdrawalsOnChainRule } from '../src/withdrawals/on-chain-rule.ts';
import { tronAudit } from '../src/withdrawals/payment-audit.ts';
import { sayOfPaying } from '../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../src/withdrawals/pay-withdrawals.ts';
import { tronPayer, type TronMeans } from '../src/withdrawals/tron-payer.ts';
import { runAsOwner } from './support/database.ts';
import { refusedWith } from './support/options-stage.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

/** Extended public key of account m/44'/195'/0' of the sentence "abandon … about". */
const xpub =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';
const usdtOfSettings = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const hourMs = 3_600_000;
const blocksNeeded = networks.tron.requires.confirmations;

let stage: WithdrawalsStage;
let chain: DevTron;
let signers: ReturnType<typeof superviseSigner>;
let means: TronMeans;
let by: NetworkPayer;
/** What the node answers instead, by path. */
let faults: Record<string, (sent: Record<string, unknown>) => unknown> = {};
const directory = mkdtempSync(join(tmpdir(), 'tron-payments-'));

before(async () => {
  const tron = { url: 'http://127.0.0.1:1/', xpub, usdt: usdtOfSettings };
  stage = await openWithdrawalsStage({ tron, signerSocket: '/nowhere' });
  const { clock, ledger, signingKey } = stage;
  chain = await openDevTron({ directory: join(directory, 'chain'), bankKey: Buffer.alloc(32, 5), now: clock.now });
  signers = superviseSigner(join(directory, 'signer'));
  const signer = await signers.open(demoPolicy('tron', { usdt: chain.usdt, signingKey }));
  const { wallet, feeMax } = (await signer.who()).tron!;
  means = { signer, sender: senderOf(askWithFaults), wallet, feeMax: BigInt(feeMax), usdt: chain.usdt, clock };
  await sayOfPaying(ledger.pool, { network: 'tron', state: 'on', reason: '' });
  await tronPayer(means).openWallet(ledger.pool);
  // A person's decisions of a day are counted with their worth in USDT, by the last price in the archive.
  await runAsOwner(
    ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('TRX', 1, 0.3, 1, 1, 'simulated', sha256('first'))`,
  );
});
after(async () => {
  await stage.end();
  await signers.close();
  await chain.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  faults = {};
  by = tronPayer(means);
});

const senderOf = (ask: AskNode): TronSender => tronSender(ask, { usdt: chain.usdt });
const askWithFaults: AskNode = async (path, sent) => {
  const fault = faults[path];
  return fault ? fault((sent ?? {}) as Record<string, unknown>) : askHttpNode(chain.url)(path, sent);
};

const pay = (payer = by): Promise<number> => {
  const { ledger, clock } = stage;
  return payWithdrawals({ ...ledger, clock, mode: 'production', network: networks.tron, by: payer });
};
async function addBlocks(count: number): Promise<void> {
  for (let added = 0; added < count; added++) await chain.addBlock();
}
/** Adds the blocks that settle what was sent. */
async function settle(payer = by): Promise<void> {
  await addBlocks(blocksNeeded);
  await pay(payer);
}
async function fund(asset: 'TRX' | 'USDT', coins: bigint): Promise<void> {
  await chain.send({ asset, to: means.wallet, units: coins * 1_000_000n });
}
async function approved(amount: string, coin: 'TRX' | 'USDT' = 'USDT', to = payee): Promise<Uuid> {
  const accountId = await stage.ledger.pay('10000', { coin });
  const saved = await stage.usableAddress(accountId, coin, { address: to, network: 'tron' });
  await stage.approve(await stage.request({ accountId }, saved, amount), 'olga');
  return accountId;
}
const shown = async (accountId: Uuid) => (await stage.list(accountId))[0]!;
const stepOf = async (accountId: Uuid) => (await shown(accountId)).step;
const rowOf = async (accountId: Uuid) =>
  (await stage.ledger.pool.query('select state, trouble, unsigned, txid from withdrawals where account_id = $1', [accountId])).rows[0] as Record<'state' | 'trouble' | 'unsigned' | 'txid', string>; // oxfmt-ignore
const stateOf = async (accountId: Uuid): Promise<[string, string]> => {
  const { state, trouble } = await rowOf(accountId);
  return [state, trouble];
};
const received = (asset: 'TRX' | 'USDT'): Promise<bigint> =>
  tronSender(askHttpNode(chain.url), { usdt: chain.usdt }).balanceOf(payee, asset);
const available = (accountId: Uuid, coin = 'USDT') => stage.ledger.available(accountId, coin);
const unknown = (): object => ({});

/** Lets the chain go on for so long. Something is paid on it, so that its final blocks show that the node keeps results. */
async function passTime(ms: number): Promise<void> {
  stage.clock.advance(ms);
  await fund('TRX', 1n);
  await addBlocks(3);
}

/** Audits the books, and each payment against the chain. */
async function audit(): Promise<void> {
  await stage.ledger.audit();
  const ask = askHttpNode(chain.url);
  const { usdt } = chain;
  const audited = tronAudit({ sender: senderOf(ask), source: tronSource({ ask, usdt }), usdt });
  const { sql } = withdrawalsOnChainRule({ open: async () => audited });
  assert.ok(typeof sql === 'function');
  const { rows } = await stage.ledger.pool.query((await sql(stage.ledger.pool)).query);
  assert.equal((rows[0] as { broken: number }).broken, 0, JSON.stringify(rows[0]));
}

test('a wallet that is short waits; then TRX and USDT are paid to the unit, and nothing twice', async () => {
  const [usdt, trx] = [await approved('100'), await approved('50', 'TRX')];
  await pay();
  assert.deepEqual(await stateOf(usdt), ['approved', 'wallet-short']);
  assert.deepEqual(await stateOf(trx), ['approved', 'wallet-short']);
  // USDT alone pays for no energy.
  await fund('USDT', 1_000n);
  await pay();
  assert.deepEqual(await stateOf(usdt), ['approved', 'wallet-short']);
  await fund('TRX', 5_000n);
  await pay();
  assert.deepEqual([await stateOf(usdt), await stateOf(trx)], [['broadcast', ''], ['broadcast', '']]); // oxfmt-ignore
  assert.notEqual((await rowOf(usdt)).txid, (await rowOf(trx)).txid);
  await addBlocks(1);
  await pay();
  assert.equal(await stepOf(usdt), 'broadcast');
  await settle();
  assert.deepEqual([await stepOf(usdt), await stepOf(trx)], ['sent', 'sent']);
  assert.deepEqual([await received('USDT'), await received('TRX')], [97_000_000n, 48_500_000n]);
  await audit();
});

test('a payment waits without an alarm while those on their way reserve what the wallet holds', async () => {
  const held = await means.sender.balanceOf(means.wallet, 'USDT');
  assert.equal(held, 903_000_000n);
  const [first, second] = [await approved('600'), await approved('500')];
  await pay();
  const states = [await stateOf(first), await stateOf(second)];
  assert.deepEqual(states.toSorted(), [['approved', ''], ['broadcast', '']]); // oxfmt-ignore
  await settle();
  await pay();
  const later = [await stateOf(first), await stateOf(second)];
  assert.deepEqual(later.toSorted(), [['approved', 'wallet-short'], ['sent', '']]); // oxfmt-ignore
  await fund('USDT', 100_000n);
  await pay();
  await settle();
  assert.deepEqual([await stepOf(first), await stepOf(second)], ['sent', 'sent']);
  await audit();
});

for (const at of ['sign', 'send'] as const) {
  test(`killed after the ${at}, a payment is made once with the same bytes`, async () => {
    const before = await received('USDT');
    const accountId = await approved('100');
    const signer: Signer = {
      ...means.signer,
      async sign(asked) {
        const answer = await means.signer.sign(asked);
        if (at === 'sign') throw new Error('killed');
        return answer;
      },
    };
    const killed: NetworkPayer = {
      ...by,
      signer,
      async send(signed) {
        await by.send(signed);
        throw new Error('killed');
      },
    };
    await assert.rejects(pay(killed), /killed/);
    const { unsigned } = await rowOf(accountId);
    await addBlocks(2);
    await pay();
    await settle();
    assert.deepEqual([await stepOf(accountId), (await rowOf(accountId)).unsigned], ['sent', unsigned]);
    assert.equal((await received('USDT')) - before, 97_000_000n);
    await audit();
  });
}

test('two payers at once pay once', async () => {
  const before = await received('USDT');
  const accountId = await approved('100');
  await Promise.allSettled([pay(), pay(tronPayer(means)), pay(tronPayer(means))]);
  await pay();
  await settle();
  assert.equal(await stepOf(accountId), 'sent');
  assert.equal((await received('USDT')) - before, 97_000_000n);
  await audit();
});

test('a node that forgets is sent the same bytes again, and one that says DUP of bytes it does not hold is not believed', async () => {
  const before = await received('USDT');
  const accountId = await approved('100');
  faults = { 'wallet/broadcasthex': () => ({ result: true }) };
  await pay();
  assert.deepEqual(await stateOf(accountId), ['broadcast', '']);
  const { txid } = await rowOf(accountId);
  faults = { 'wallet/broadcasthex': () => ({ result: false, code: 'DUP_TRANSACTION_ERROR', message: '' }) };
  await pay();
  assert.deepEqual(await stateOf(accountId), ['broadcast', 'node-refuses']);
  // A refusal says nothing about the payment: it is asked for, and sent again.
  faults = {};
  await pay();
  await settle();
  assert.deepEqual([await stepOf(accountId), (await rowOf(accountId)).txid], ['sent', txid]);
  assert.equal((await received('USDT')) - before, 97_000_000n);
  await audit();
});

test('a payment that no block took in time is given back once, and its bytes are worth nothing afterwards', async () => {
  const before = await received('USDT');
  const accountId = await approved('100');
  faults = { 'wallet/broadcasthex': () => ({ result: true }) };
  await pay();
  await passTime(hourMs);
  // It has expired, but the final blocks are not two minutes later yet.
  faults = {};
  await pay();
  assert.deepEqual(await stateOf(accountId), ['broadcast', 'node-refuses']);
  await passTime(180_000);
  await pay();
  await passTime(giveBackAfterMs - 1);
  await pay();
  assert.equal(await stepOf(accountId), 'broadcast');
  assert.equal(await available(accountId), '9900');
  await passTime(1);
  await Promise.allSettled([pay(), pay()]);
  await pay();
  const { step, reason } = await shown(accountId);
  assert.deepEqual([step, reason], ['failed', 'not-carried-out']);
  assert.equal(await available(accountId), '10000');
  const { rows } = await stage.ledger.pool.query<{ signed: string }>(
    'select signed from withdrawals where account_id = $1',
    [accountId],
  );
  await assert.rejects(means.sender.send(rows[0]!.signed), /EXPIRATION/);
  assert.equal(await received('USDT'), before);
  await audit();
});

test('a payment that expired while nothing ran is given back without being sent', async () => {
  const before = await received('USDT');
  const accountId = await approved('100');
  const killed: NetworkPayer = { ...by, send: () => Promise.reject(new Error('killed')) };
  await assert.rejects(pay(killed), /killed/);
  assert.equal((await rowOf(accountId)).state, 'signed');
  await passTime(hourMs + 180_000);
  await pay();
  assert.equal((await rowOf(accountId)).state, 'broadcast');
  await passTime(giveBackAfterMs);
  await pay();
  assert.equal(await stepOf(accountId), 'failed');
  assert.equal(await available(accountId), '10000');
  assert.equal(await received('USDT'), before);
  await audit();
});

for (const failure of ['REVERT', 'OUT_OF_ENERGY'] as const) {
  test(`a call that ends with ${failure} is given back once its block is final`, async () => {
    const before = await received('USDT');
    const real = askHttpNode(chain.url);
    const drained = 200_000n;
    // The node overstates what the wallet holds, or understates what the call needs.
    faults = {
      async 'wallet/triggerconstantcontract'(sent) {
        if (failure === 'REVERT') {
          const isBalance = String(sent['data']).startsWith('70a08231');
          const held = (10n ** 12n).toString(16).padStart(64, '0');
          return { result: { result: true }, energy_used: 64_285, constant_result: [isBalance ? held : ''] };
        }
        const answer = (await real('wallet/triggerconstantcontract', sent)) as object;
        return { ...answer, energy_used: 10_000 };
      },
    };
    const amount = failure === 'REVERT' ? drained : 100n;
    const accountId = await stage.ledger.pay('1000000');
    const saved = await stage.usableAddress(accountId, 'USDT', { address: payee, network: 'tron' });
    await stage.approve(await stage.request({ accountId }, saved, String(amount)), 'olga', 'otto');
    await pay();
    faults = {};
    assert.deepEqual(await stateOf(accountId), ['broadcast', '']);
    await addBlocks(1);
    await pay();
    assert.equal(await stepOf(accountId), 'broadcast');
    await settle();
    assert.equal(await stepOf(accountId), 'failed');
    assert.equal(await available(accountId), '1000000');
    assert.equal(await received('USDT'), before);
    await audit();
  });
}

test('a node that hides a payment from its answers has nothing given back as long as a second node knows better', async () => {
  const before = await received('USDT');
  const second = senderOf(askHttpNode(chain.url));
  const twoNodes = tronPayer({ ...means, second });
  const accountId = await approved('100');
  await pay(twoNodes);
  const { txid } = await rowOf(accountId);
  const hides = (path: string) => async (sent: Record<string, unknown>) =>
    sent['value'] === txid ? unknown() : askHttpNode(chain.url)(path, sent);
  faults = Object.fromEntries(
    ['wallet', 'walletsolidity'].flatMap((view) =>
      ['gettransactionbyid', 'gettransactioninfobyid'].map((call) => [`${view}/${call}`, hides(`${view}/${call}`)]),
    ),
  );
  await pay(twoNodes);
  await passTime(hourMs + 180_000);
  for (let round = 0; round < 3; round++) {
    await pay(twoNodes);
    await passTime(giveBackAfterMs);
  }
  assert.equal((await rowOf(accountId)).state, 'broadcast');
  assert.equal(await available(accountId), '9900');
  // A second node that does not answer agrees to nothing.
  const silent = { statusOf: () => Promise.reject(new Error('no answer')) };
  await pay(tronPayer({ ...means, second: silent }));
  assert.equal((await rowOf(accountId)).state, 'broadcast');
  faults = {};
  await pay(twoNodes);
  assert.equal(await stepOf(accountId), 'sent');
  assert.equal((await received('USDT')) - before, 97_000_000n);
  await audit();
});

test('a payment that costs more than the cap, or that the network would refuse, keeps no other one waiting and can be refused', async () => {
  const [dear, refused] = [await approved('100'), await approved('100', 'TRX')];
  await pay(tronPayer({ ...means, feeMax: 1_000_000n }));
  assert.deepEqual(await stateOf(dear), ['approved', 'fees-too-high']);
  await stage.reject(await shown(refused));
  const toContract = await approved('100', 'TRX');
  faults = {
    'wallet/getaccount': async (sent) =>
      sent['address'] === payee
        ? { address: payee, type: 'Contract' }
        : askHttpNode(chain.url)('wallet/getaccount', sent),
  };
  await pay();
  assert.deepEqual([await stateOf(dear), await stateOf(toContract)], [['broadcast', ''], ['approved', 'node-refuses']]); // oxfmt-ignore
  await stage.reject(await shown(toContract));
  assert.equal(await available(toContract, 'TRX'), '10000');
  faults = {};
  const reverting = await approved('100');
  const words = { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') };
  faults = {
    async 'wallet/triggerconstantcontract'(sent) {
      const answer = (await askHttpNode(chain.url)('wallet/triggerconstantcontract', sent)) as object;
      return String(sent['data']).startsWith('a9059cbb') ? { ...answer, result: words } : answer;
    },
  };
  const next = await approved('100', 'TRX');
  await pay();
  assert.deepEqual([await stateOf(reverting), await stateOf(next)], [['approved', 'node-refuses'], ['broadcast', '']]); // oxfmt-ignore
  faults = {};
  await pay();
  await settle();
  for (const accountId of [dear, reverting, next]) assert.equal(await stepOf(accountId), 'sent');
  await audit();
});

test('a node that lags, or fails while it is asked, decides nothing', async () => {
  const accountId = await approved('100');
  const stopped = { 'walletsolidity/getnowblock': () => Promise.reject(new Error('no answer')) };
  faults = stopped;
  await assert.rejects(pay(), /no answer/);
  faults = {};
  stage.clock.advance(700_000);
  const real = askHttpNode(chain.url);
  const old = await real('walletsolidity/getblockbynum', { num: 1 });
  faults = { 'walletsolidity/getnowblock': () => old };
  await assert.rejects(pay(), /does not follow the chain/);
  faults = {};
  await pay();
  faults = stopped;
  await assert.rejects(pay(), /no answer/);
  faults = { 'walletsolidity/gettransactioninfobyid': unknown, 'wallet/gettransactioninfobyid': unknown };
  await pay();
  assert.equal((await rowOf(accountId)).state, 'broadcast');
  faults = {};
  await settle();
  assert.equal(await stepOf(accountId), 'sent');
  await audit();
});

test('nothing is paid to the wallet, to the contract of USDT or to what a customer deposits to, in no form', async () => {
  const accountId = await stage.ledger.pay('1000');
  const save = (address: string) => stage.address(accountId, { address, currency: 'USDT', network: 'tron' });
  const deposit = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK';
  await stage.ledger.pool.query(
    `insert into deposit_addresses (address_id, account_id, network, address_index, address) values ($1, $2, 'tron', 1, $3)`,
    [stage.ledger.newId(), stage.ledger.newId(), deposit],
  );
  for (const address of [means.wallet, chain.usdt, usdtOfSettings, deposit])
    assert.equal(await refusedWith(save(address)), 'address-ours', address);
  // The contract of USDT in the forms that nodes and explorers of Ethereum show.
  const account = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
  for (const address of [`41${account}`, `0x41${account}`, `0x${account}`, account])
    assert.equal(await refusedWith(save(address)), 'payee-malformed', address);
});

test('a payee that became the wallet’s own after it was saved is not paid', async () => {
  const own = await approved('10', 'TRX');
  const other = await approved('10', 'TRX');
  for (const [accountId, address] of [[own, means.wallet], [other, chain.usdt]] as const) // oxfmt-ignore
    await runAsOwner(
      stage.ledger,
      `alter table withdrawals disable trigger user;
       update withdrawals set address = '${address}' where account_id = '${accountId}';
       alter table withdrawals enable trigger user`,
    );
  for (const accountId of [own, other]) {
    const id = parseWireId('withdrawal', (await shown(accountId)).withdraw_id)!;
    await pay();
    const { state } = await rowOf(accountId);
    assert.equal(state, 'approved', id);
  }
});

test('the audit finds a payment whose row says something else than its transaction', async () => {
  const ask = askHttpNode(chain.url);
  const audited = tronAudit({
    sender: senderOf(ask),
    source: tronSource({ ask, usdt: chain.usdt }),
    usdt: chain.usdt,
  });
  const { rows } = await stage.ledger.pool.query<Parameters<typeof audited.verdictOf>[0] & { txid: string }>(
    `select withdrawal_id as id, state, network, asset, address, units, wallet, null as nonce, unsigned, txid
     from withdrawals where network = 'tron' and state in ('sent', 'failed')`,
  );
  const known = rows.map((row) => ({ ...row, txids: [row.txid] }));
  const sent = known.find(({ state }) => state === 'sent')!;
  const failed = known.find(({ state }) => state === 'failed')!;
  assert.equal(await audited.verdictOf(sent), 'right');
  assert.equal(await audited.verdictOf(failed), 'right');
  assert.equal(await audited.verdictOf({ ...sent, state: 'failed' }), 'wrong');
  assert.equal(await audited.verdictOf({ ...failed, state: 'sent' }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, units: '1' }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, address: means.wallet }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, wallet: payee }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, txids: ['ab'.repeat(32)] }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, txids: [sent.txid, failed.txid] }), 'wrong');
});
