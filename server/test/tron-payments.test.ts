// Payments of TRON over the development chain and a signer process: killed at each step, with a node that forgets, refuses or lies, transactions that
// expire or fail, and a wallet that is short.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { askHttpNode, tronSource, type Signer } from '@candor/chain';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import type { NetworkPayer } from '../src/withdrawals/network-payer.ts';
import { readPayable } from '../src/withdrawals/pay-store.ts';
import { tronAudit } from '../src/withdrawals/tron-audit.ts';
import { tronPayer } from '../src/withdrawals/tron-payer.ts';
import { refusedWith } from './support/options-stage.ts';
import { openTronPayments, payee, usdtOfSettings, type TronPayments } from './support/tron-payments.ts';

const hourMs = 3_600_000;
const broadcast = ['broadcast', ''];
const byState = ([one]: readonly string[], [other]: readonly string[]): number => one!.localeCompare(other!);

let play: TronPayments;
before(async () => (play = await openTronPayments()));
after(() => play.end());
beforeEach(() => (play.faults = {}));

test('a wallet that is short waits; then TRX and USDT are paid to the unit, and nothing twice', async () => {
  const [usdt, trx] = [await play.approved('100'), await play.approved('50', 'TRX')];
  await play.pay();
  assert.deepEqual(await play.stateOf(usdt), ['approved', 'wallet-short']);
  assert.deepEqual(await play.stateOf(trx), ['approved', 'wallet-short']);
  // USDT alone pays for no energy.
  await play.fund('USDT', 1_000n);
  await play.pay();
  assert.deepEqual(await play.stateOf(usdt), ['approved', 'wallet-short']);
  await play.fund('TRX', 5_000n);
  await play.pay();
  assert.deepEqual([await play.stateOf(usdt), await play.stateOf(trx)], [broadcast, broadcast]);
  assert.notEqual((await play.rowOf(usdt)).txid, (await play.rowOf(trx)).txid);
  await play.addBlocks(1);
  await play.pay();
  assert.equal(await play.stepOf(usdt), 'broadcast');
  await play.settle();
  assert.deepEqual([await play.stepOf(usdt), await play.stepOf(trx)], ['sent', 'sent']);
  assert.deepEqual([await play.received('USDT'), await play.received('TRX')], [97_000_000n, 48_500_000n]);
  await play.audit();
});

test('a payment waits without an alarm while those on their way reserve what the wallet holds', async () => {
  const held = await play.means.sender.balanceOf(play.means.wallet, 'USDT');
  assert.equal(held, 903_000_000n);
  const [first, second] = [await play.approved('600'), await play.approved('500')];
  // The node says that it took the payment, and no block holds it yet.
  play.faults = { 'wallet/broadcasthex': () => ({ result: true }) };
  await play.pay();
  play.faults = {};
  const states = [await play.stateOf(first), await play.stateOf(second)];
  assert.deepEqual(states.toSorted(byState), [['approved', ''], broadcast]);
  await play.pay();
  await play.settle();
  await play.pay();
  const later = [await play.stateOf(first), await play.stateOf(second)];
  assert.deepEqual(later.toSorted(byState), [
    ['approved', 'wallet-short'],
    ['sent', ''],
  ]);
  await play.fund('USDT', 1_000n);
  await play.pay();
  await play.settle();
  assert.deepEqual([await play.stepOf(first), await play.stepOf(second)], ['sent', 'sent']);
  await play.audit();
});

for (const at of ['sign', 'send'] as const) {
  test(`killed after the ${at}, a payment is made once with the same bytes`, async () => {
    const before = await play.received('USDT');
    const accountId = await play.approved('100');
    const signer: Signer = {
      ...play.means.signer,
      async sign(asked) {
        const answer = await play.means.signer.sign(asked);
        if (at === 'sign') throw new Error('killed');
        return answer;
      },
    };
    const killed: NetworkPayer = {
      ...play.by,
      signer,
      async send(signed) {
        await play.by.send(signed);
        throw new Error('killed');
      },
    };
    await assert.rejects(play.pay(killed), /killed/);
    const { unsigned } = await play.rowOf(accountId);
    await play.addBlocks(2);
    await play.pay();
    await play.settle();
    assert.deepEqual([await play.stepOf(accountId), (await play.rowOf(accountId)).unsigned], ['sent', unsigned]);
    assert.equal((await play.received('USDT')) - before, 97_000_000n);
    await play.audit();
  });
}

test('two payers at once pay once', async () => {
  const before = await play.received('USDT');
  const accountId = await play.approved('100');
  await Promise.allSettled([play.pay(), play.pay(tronPayer(play.means)), play.pay(tronPayer(play.means))]);
  await play.pay();
  await play.settle();
  assert.equal(await play.stepOf(accountId), 'sent');
  assert.equal((await play.received('USDT')) - before, 97_000_000n);
  await play.audit();
});

test('a node that forgets is sent the same bytes again, and one that says DUP of bytes it does not hold is not believed', async () => {
  const before = await play.received('USDT');
  const accountId = await play.approved('100');
  play.faults = { 'wallet/broadcasthex': () => ({ result: true }) };
  await play.pay();
  assert.deepEqual(await play.stateOf(accountId), broadcast);
  const { txid } = await play.rowOf(accountId);
  play.faults = { 'wallet/broadcasthex': () => ({ result: false, code: 'DUP_TRANSACTION_ERROR', message: '' }) };
  await play.pay();
  assert.deepEqual(await play.stateOf(accountId), ['broadcast', 'node-refuses']);
  // A refusal says nothing about the payment: it is asked for, and sent again.
  play.faults = {};
  await play.pay();
  await play.settle();
  assert.deepEqual([await play.stepOf(accountId), (await play.rowOf(accountId)).txid], ['sent', txid]);
  assert.equal((await play.received('USDT')) - before, 97_000_000n);
  await play.audit();
});

test('a payment that no block took in time is given back once, and its bytes are worth nothing afterwards', async () => {
  const before = await play.received('USDT');
  const accountId = await play.approved('100');
  play.faults = { 'wallet/broadcasthex': () => ({ result: true }) };
  await play.pay();
  await play.passTime(hourMs);
  // It has expired, but the final blocks are not two minutes later yet.
  play.faults = {};
  await play.pay();
  assert.deepEqual(await play.stateOf(accountId), ['broadcast', 'node-refuses']);
  await play.passTime(180_000);
  await play.pay();
  await play.passTime(giveBackAfterMs - 1);
  await play.pay();
  assert.equal(await play.stepOf(accountId), 'broadcast');
  assert.equal(await play.available(accountId), '9900');
  await play.passTime(1);
  await Promise.allSettled([play.pay(), play.pay()]);
  await play.pay();
  const { step, reason } = await play.shown(accountId);
  assert.deepEqual([step, reason], ['failed', 'not-carried-out']);
  assert.equal(await play.available(accountId), '10000');
  const { rows } = await play.stage.ledger.pool.query<{ signed: string }>(
    'select signed from withdrawals where account_id = $1',
    [accountId],
  );
  await assert.rejects(play.means.sender.send(rows[0]!.signed), /EXPIRATION/);
  assert.equal(await play.received('USDT'), before);
  await play.audit();
});

test('a payment that expired while nothing ran is given back without being sent', async () => {
  const before = await play.received('USDT');
  const accountId = await play.approved('100');
  const killed: NetworkPayer = { ...play.by, send: () => Promise.reject(new Error('killed')) };
  await assert.rejects(play.pay(killed), /killed/);
  assert.equal((await play.rowOf(accountId)).state, 'signed');
  await play.passTime(hourMs + 180_000);
  await play.pay();
  assert.equal((await play.rowOf(accountId)).state, 'broadcast');
  await play.passTime(giveBackAfterMs);
  await play.pay();
  assert.equal(await play.stepOf(accountId), 'failed');
  assert.equal(await play.available(accountId), '10000');
  assert.equal(await play.received('USDT'), before);
  await play.audit();
});

for (const failure of ['REVERT', 'OUT_OF_ENERGY'] as const) {
  test(`a call that ends with ${failure} is given back once its block is final`, async () => {
    const before = await play.received('USDT');
    const real = askHttpNode(play.chain.url);
    // The node overstates what the wallet holds, or understates what the call needs.
    play.faults = {
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
    const accountId = await play.approved(failure === 'REVERT' ? '600' : '100');
    await play.pay();
    play.faults = {};
    assert.deepEqual(await play.stateOf(accountId), broadcast);
    await play.addBlocks(1);
    await play.pay();
    assert.equal(await play.stepOf(accountId), 'broadcast');
    await play.settle();
    assert.equal(await play.stepOf(accountId), 'failed');
    assert.equal(await play.available(accountId), '10000');
    assert.equal(await play.received('USDT'), before);
    await play.audit();
  });
}

test('a node that hides a payment from its answers has nothing given back as long as a second node knows better', async () => {
  const before = await play.received('USDT');
  const second = tronPayer(play.means).statusBy!(askHttpNode(play.chain.url));
  const accountId = await play.approved('100');
  await play.pay();
  const { txid } = await play.rowOf(accountId);
  const hides = (path: string) => async (sent: Record<string, unknown>) =>
    sent['value'] === txid ? {} : askHttpNode(play.chain.url)(path, sent);
  play.faults = Object.fromEntries(
    ['wallet', 'walletsolidity'].flatMap((view) =>
      ['gettransactionbyid', 'gettransactioninfobyid'].map((call) => [`${view}/${call}`, hides(`${view}/${call}`)]),
    ),
  );
  await play.payAskingSecond(second);
  await play.passTime(hourMs + 180_000);
  for (let round = 0; round < 3; round++) {
    await play.payAskingSecond(second);
    await play.passTime(giveBackAfterMs);
  }
  assert.deepEqual(await play.stateOf(accountId), ['broadcast', 'nodes-disagree']);
  assert.equal(await play.available(accountId), '9900');
  // A second node that does not answer agrees to nothing.
  await play.payAskingSecond({ ...second, statusOf: () => Promise.reject(new Error('no answer')) });
  assert.deepEqual(await play.stateOf(accountId), ['broadcast', 'failure-unconfirmed']);
  play.faults = {};
  await play.settle();
  assert.equal(await play.stepOf(accountId), 'sent');
  assert.equal((await play.received('USDT')) - before, 97_000_000n);
  await play.audit();
});

test('a payment that costs more than the cap, or that the network would refuse, keeps no other one waiting and can be refused', async () => {
  const [dear, refused] = [await play.approved('100'), await play.approved('100', 'TRX')];
  await play.pay(tronPayer({ ...play.means, feeMax: 1_000_000n }));
  assert.deepEqual(await play.stateOf(dear), ['approved', 'fees-too-high']);
  await play.stage.reject(await play.shown(refused));
  const toContract = await play.approved('100', 'TRX');
  play.faults = {
    'wallet/getaccount': async (sent) =>
      sent['address'] === payee
        ? { address: payee, type: 'Contract' }
        : askHttpNode(play.chain.url)('wallet/getaccount', sent),
  };
  await play.pay();
  assert.deepEqual(
    [await play.stateOf(dear), await play.stateOf(toContract)],
    [broadcast, ['approved', 'node-refuses']],
  );
  await play.stage.reject(await play.shown(toContract));
  assert.equal(await play.available(toContract, 'TRX'), '10000');
  play.faults = {};
  const reverting = await play.approved('100');
  const words = { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') };
  play.faults = {
    async 'wallet/triggerconstantcontract'(sent) {
      const answer = (await askHttpNode(play.chain.url)('wallet/triggerconstantcontract', sent)) as object;
      return String(sent['data']).startsWith('a9059cbb') ? { ...answer, result: words } : answer;
    },
  };
  const next = await play.approved('100', 'TRX');
  await play.pay();
  assert.deepEqual(
    [await play.stateOf(reverting), await play.stateOf(next)],
    [['approved', 'node-refuses'], broadcast],
  );
  play.faults = {};
  await play.pay();
  await play.settle();
  for (const accountId of [dear, reverting, next]) assert.equal(await play.stepOf(accountId), 'sent');
  await play.audit();
});

test('a node that lags, or fails while it is asked, decides nothing', async () => {
  const accountId = await play.approved('100');
  const stopped = { 'walletsolidity/getnowblock': () => Promise.reject(new Error('no answer')) };
  play.faults = stopped;
  await assert.rejects(play.pay(), /no answer/);
  play.faults = {};
  play.stage.clock.advance(700_000);
  const real = askHttpNode(play.chain.url);
  const old = await real('walletsolidity/getblockbynum', { num: 1 });
  play.faults = { 'walletsolidity/getnowblock': () => old };
  await assert.rejects(play.pay(), /does not follow the chain/);
  play.faults = {};
  await play.pay();
  play.faults = stopped;
  await assert.rejects(play.pay(), /no answer/);
  play.faults = { 'walletsolidity/gettransactioninfobyid': () => ({}), 'wallet/gettransactioninfobyid': () => ({}) };
  await play.pay();
  assert.equal((await play.rowOf(accountId)).state, 'broadcast');
  play.faults = {};
  await play.settle();
  assert.equal(await play.stepOf(accountId), 'sent');
  await play.audit();
});

test('nothing is paid to the wallet, to the contract of USDT or to what a customer deposits to, in no form', async () => {
  const accountId = await play.stage.ledger.pay('1000');
  const save = (address: string) => play.stage.address(accountId, { address, currency: 'USDT', network: 'tron' });
  const deposit = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK';
  await play.stage.ledger.pool.query(
    `insert into deposit_addresses (address_id, account_id, network, address_index, address) values ($1, $2, 'tron', 1, $3)`,
    [play.stage.ledger.newId(), play.stage.ledger.newId(), deposit],
  );
  for (const address of [play.means.wallet, play.chain.usdt, usdtOfSettings, deposit])
    assert.equal(await refusedWith(save(address)), 'address-ours', address);
  // The contract of USDT in the forms that nodes and explorers of Ethereum show.
  const account = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
  for (const address of [`41${account}`, `0x41${account}`, `0x${account}`, account])
    assert.equal(await refusedWith(save(address)), 'payee-malformed', address);
});

test('a payee that became the wallet’s own after it was saved gets no bytes', async () => {
  const { stage, means, chain, by } = play;
  const accountId = await play.approved('100', 'TRX');
  const [withdrawal] = await readPayable(stage.ledger.pool, 'tron');
  for (const address of [means.wallet, chain.usdt])
    await assert.rejects(by.prepare({ ...withdrawal!, address }, []), { trouble: 'node-refuses' });
  await stage.reject(await play.shown(accountId));
});

test('the audit finds a payment whose row says something else than its transaction', async () => {
  const ask = askHttpNode(play.chain.url);
  const audited = tronAudit({
    sender: play.senderOf(ask),
    source: tronSource({ ask, usdt: play.chain.usdt }),
    usdt: play.chain.usdt,
  });
  const { rows } = await play.stage.ledger.pool.query<Parameters<typeof audited.verdictOf>[0] & { txid: string }>(
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
  assert.equal(await audited.verdictOf({ ...sent, address: play.means.wallet }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, wallet: payee }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, txids: ['ab'.repeat(32)] }), 'wrong');
  assert.equal(await audited.verdictOf({ ...sent, txids: [sent.txid, failed.txid] }), 'wrong');
});
