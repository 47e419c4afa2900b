// Payments that do not get into a block: fees rise after sending, the node forgets them, or the wallet is used elsewhere. No payment is made
// twice, operators see each waiting payment, and later payments continue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approvalKeyOf, evmSender, NodeError, superviseSigner, type Signer } from '@candor/chain';
import { holdMs, type Uuid } from '@candor/wire';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playNode, type PlayedNode } from '../../chain/src/payments/played-node.test-support.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { ethereumPayer } from '../src/withdrawals/ethereum-payer.ts';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import { payWithdrawals, stuckAfterMs } from '../src/withdrawals/pay-withdrawals.ts';
import { replaceAfterMs } from '../src/withdrawals/replacement.ts';
import { countWaiting } from '../src/withdrawals/store.ts';
import { approvedProposal } from './support/acts.ts';
import { refusedWith } from './support/options-stage.ts';
import { killedAfter, openWithdrawalsStage, payee, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const gwei = 10n ** 9n;
const directory = mkdtempSync(join(tmpdir(), 'candor-wait-'));
const supervised = superviseSigner(directory);
let stage: WithdrawalsStage;
let signer: Signer;
let wallet: string;
let node: PlayedNode;

before(async () => {
  stage = await openWithdrawalsStage();
  signer = await supervised.open({
    networks: {
      ethereum: {
        chain: { chainId: '31337', usdt },
        feeMax: 100_000n * 500n * gwei,
        coins: { USDT: { twoPersonsAbove: 10n ** 12n, dayMax: 10n ** 12n } },
      },
    },
    approvalKey: approvalKeyOf(stage.signingKey),
  });
  ({ wallet } = (await signer.who()).ethereum!);
  node = playNode();
  await stage.openWallet(await means());
});
after(async () => {
  await supervised.close();
  await stage.end();
  rmSync(directory, { recursive: true });
});

const means = async () => ({
  signer,
  sender: evmSender(node.ask, usdt),
  wallet,
  chainId: 31_337n,
  feeMax: BigInt((await signer.who()).ethereum!.feeMax),
  usdt,
});
const pay = async () => stage.pay(await means());
/** Adds a block with all transactions that pay enough, and as many further blocks as a demo chain needs to settle a payment. */
async function settle(): Promise<void> {
  for (let blocks = 0; blocks < 7; blocks++) node.addBlock();
  await pay();
}
async function approved(amount: string): Promise<Uuid> {
  const accountId = await stage.ledger.pay('1000');
  const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), amount);
  await stage.approve(asked, 'olga');
  return accountId;
}
const shown = async (accountId: Uuid) => (await stage.list(accountId))[0]!;
const troubleOf = async (accountId: Uuid): Promise<string> => {
  const { rows } = await stage.ledger.pool.query<{ trouble: string }>(
    'select trouble from withdrawals where account_id = $1',
    [accountId],
  );
  return rows[0]!.trouble;
};

test('fees rise after the sending: it is signed again for its place, and paid once, as those behind it are', async () => {
  const first = await approved('100');
  await pay();
  const { txid } = await shown(first);
  node.baseFee = 80n * gwei;
  const behind = await approved('50');
  await pay();
  node.addBlock();
  await pay();
  assert.deepEqual([(await shown(first)).step, (await shown(behind)).step], ['broadcast', 'broadcast']);
  stage.clock.advance(replaceAfterMs);
  await pay();
  const replaced = await shown(first);
  assert.notEqual(replaced.txid, txid);
  assert.deepEqual(
    node.pool.map((each) => each.txid).toSorted(),
    [replaced.txid!, (await shown(behind)).txid!].toSorted(),
  );
  await settle();
  assert.deepEqual([(await shown(first)).step, (await shown(behind)).step], ['sent', 'sent']);
  assert.equal((await shown(first)).txid, replaced.txid);
  await stage.ledger.audit();
});

test('the first bytes come into a block although they were replaced: they are what was paid', async () => {
  const accountId = await approved('100');
  await pay();
  const { txid } = await shown(accountId);
  const [bytes] = node.sent.slice(-1);
  node.baseFee = 400n * gwei;
  node.addBlock();
  stage.clock.advance(replaceAfterMs);
  await pay();
  assert.notEqual((await shown(accountId)).txid, txid);
  node.forget();
  node.baseFee = gwei;
  await node.ask('eth_sendRawTransaction', bytes);
  await settle();
  assert.deepEqual([(await shown(accountId)).step, (await shown(accountId)).txid], ['sent', txid]);
  await stage.ledger.audit();
});

test('above the signer’s fee limit operators are notified, and after half an hour in any case', async () => {
  const accountId = await approved('100');
  await pay();
  node.baseFee = 600n * gwei;
  node.addBlock();
  for (let hours = 0; hours < 24 && (await troubleOf(accountId)) !== 'fees-too-high'; hours++) {
    stage.clock.advance(3_600_000);
    await pay();
  }
  assert.equal(await troubleOf(accountId), 'fees-too-high');
  const waiting = (await countWaiting(stage.ledger.pool))!;
  assert.equal(waiting.waiting, 1);
  const behind = await approved('50');
  await pay();
  // No later payment gets a nonce, because it could not be rejected any more.
  assert.equal((await shown(behind)).step, 'approved');
  node.baseFee = gwei;
  await settle();
  await settle();
  assert.deepEqual([(await shown(accountId)).step, (await shown(behind)).step], ['sent', 'sent']);
  await stage.ledger.audit();
});

test('a node that was started again is sent the newest bytes, and one that waits for half an hour is shown', async () => {
  const accountId = await approved('100');
  node.baseFee = gwei;
  await pay();
  node.baseFee = 100n * gwei;
  node.addBlock();
  stage.clock.advance(stuckAfterMs + 1);
  node.forget();
  await pay();
  assert.equal(await troubleOf(accountId), 'stuck');
  assert.equal(node.pool.length, 1);
  node.forget();
  await pay();
  assert.equal(node.pool[0]!.txid, (await shown(accountId)).txid);
  await settle();
  assert.equal((await shown(accountId)).step, 'sent');
});

test('the wallet is used elsewhere: operators are told, and those behind go on', async () => {
  node.baseFee = gwei;
  const accountId = await approved('100');
  const dying = await means();
  await assert.rejects(
    stage.pay({
      ...dying,
      sender: {
        ...dying.sender,
        send: async () => {
          throw new Error('killed');
        },
      },
    }),
    /killed/,
  );
  assert.equal((await shown(accountId)).step, 'signed');
  node.useElsewhere(wallet);
  node.addBlock();
  const behind = await approved('50');
  await pay();
  assert.equal(await troubleOf(accountId), 'place-used');
  await stage.openWallet(await means());
  await pay();
  await settle();
  assert.equal((await shown(behind)).step, 'sent');
  await stage.ledger.audit();

  await giveBack(accountId);
  await pay();
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['signed', 'place-used']);
  stage.clock.advance(giveBackAfterMs);
  await pay();
  const { step, reason } = await shown(accountId);
  assert.deepEqual([step, reason, await stage.ledger.available(accountId)], ['failed', 'not-carried-out', '1000']);
  assert.equal(await refusedWith(giveBack(accountId)), 'withdrawal-not-open');
  await stage.ledger.audit();
});

/** Two operators give the payment back, which is possible while its nonce is used by another transaction. */
async function giveBack(accountId: Uuid): Promise<void> {
  const { pool } = stage.ledger;
  const act = stage.product().acts.find(({ act: { kind } }) => kind === 'give-back-payment')!;
  const body = { withdraw_id: (await shown(accountId)).withdraw_id };
  const facts = await act.facts(body, pool);
  const carryOut = (proposalId: Uuid): Promise<unknown> =>
    inTransaction(pool, (database) =>
      act.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
    );
  await assert.rejects(carryOut('00000000-0000-7000-8000-000000000001' as Uuid), /two operators give a payment back/);
  await carryOut(await approvedProposal(pool, { kind: 'give-back-payment', body, facts }));
  await assert.rejects(pool.query(`update withdrawal_give_backs set decided_at = 'epoch'`), /permission denied|append/);
}

/** Makes a payment that was sent, and whose nonce another transaction used in a final block. */
async function placeUsed(): Promise<Uuid> {
  node.baseFee = gwei;
  const accountId = await approved('100');
  await pay();
  node.forget();
  node.useElsewhere(wallet);
  node.addBlock();
  await pay();
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['broadcast', 'place-used']);
  return accountId;
}

test('a payment that was sent is given back after an hour, and one that is not stopped is given back by nobody', async () => {
  const waiting = await approved('50');
  assert.equal(await refusedWith(giveBack(waiting)), 'withdrawal-not-open');
  await stage.reject((await stage.list(waiting))[0]!);
  const accountId = await placeUsed();
  await giveBack(accountId);
  stage.clock.advance(giveBackAfterMs);
  await pay();
  assert.deepEqual([(await shown(accountId)).step, await stage.ledger.available(accountId)], ['failed', '1000']);
  await stage.ledger.audit();
});

test('a payment that a block holds after all, or whose place is free again, is not given back', async () => {
  const accountId = await placeUsed();
  await giveBack(accountId);
  stage.clock.advance(giveBackAfterMs);
  const real = await means();
  const { txid } = await shown(accountId);
  const mined = { kind: 'mined', height: 1, isGood: true, confirmations: 1, isFinal: false } as const;
  await stage.pay({ ...real, sender: { ...real.sender, statusOf: async () => mined } });
  assert.equal((await shown(accountId)).step, 'broadcast');
  // A node of another chain accepts the bytes: the payment is followed further, and operators see why it was not given back.
  await stage.pay({ ...real, sender: { ...real.sender, send: async () => undefined, finalNonceOf: async () => 0n } });
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['broadcast', 'place-free']);
  await stage.pay({
    ...real,
    sender: { ...real.sender, statusOf: async () => ({ ...mined, confirmations: 99, isFinal: true }) },
  });
  assert.deepEqual([(await shown(accountId)).step, (await shown(accountId)).txid], ['sent', txid]);
  await stage.ledger.audit();
});

test('a node that calls a paid payment failed is contradicted by a second node', async () => {
  node.baseFee = gwei;
  const accountId = await approved('100');
  await pay();
  for (let blocks = 0; blocks < 7; blocks++) node.addBlock();
  const real = await means();
  const lie = { kind: 'mined', height: 1, isGood: false, confirmations: 99, isFinal: true } as const;
  const honest = ethereumPayer(real);
  const second = async () => honest.statusBy!(node.ask);
  const by = ethereumPayer({ ...real, sender: { ...real.sender, statusOf: async () => lie } });
  const { ledger, clock, network } = stage;
  await payWithdrawals({ ...ledger, clock, network, mode: 'production', by, second });
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['broadcast', 'nodes-disagree']);
  await pay();
  assert.equal((await shown(accountId)).step, 'sent');
  await stage.ledger.audit();
});

test('the nonces of another wallet do not decide about a payment', async () => {
  node.baseFee = gwei;
  const accountId = await approved('100');
  await pay();
  node.forget();
  const real = await means();
  const ofOther = async (address: string): Promise<bigint> =>
    address === wallet ? real.sender.finalNonceOf(address).then((used) => used ?? 0n) : 1_000n;
  const refusing = async (): Promise<void> => {
    throw new NodeError('eth_sendRawTransaction', 'not now');
  };
  await stage.pay({ ...real, wallet: payee, sender: { ...real.sender, finalNonceOf: ofOther, send: refusing } });
  assert.equal(await troubleOf(accountId), 'node-refuses');
  await pay();
  await settle();
  assert.equal((await shown(accountId)).step, 'sent');
});

/** The payer crashes after storing the bytes, before it asks the signer. */
async function buildOnly(): Promise<void> {
  const emit = (): void => {
    throw new Error('killed');
  };
  const dying = { ...(await means()), bus: { emit } };
  await assert.rejects(stage.pay(dying), /killed/);
}

test('a payment that is held before the signer was asked gives its place back, and is paid once when the hold is over', async () => {
  node.baseFee = gwei;
  const accountId = await approved('100');
  const behind = await approved('50');
  await buildOnly();
  assert.equal((await shown(accountId)).step, 'built');
  await stage.hold(accountId);
  await pay();
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['approved', 'account-held']);
  await pay();
  await settle();
  assert.equal((await shown(behind)).step, 'sent');
  stage.clock.advance(holdMs);
  await pay();
  await settle();
  assert.equal((await shown(accountId)).step, 'sent');
  await stage.ledger.audit();
});

test('a hold that comes while the payer is about to ask the signer makes it give the place back in the same round', async () => {
  const accountId = await approved('100');
  const behind = await approved('50');
  const { pool } = stage.ledger;
  const query = async (...asked: Parameters<typeof pool.query>) => {
    const answer = await pool.query(...asked);
    if (String(asked[0]).includes('set signer_asked') && asked[1]?.[0] === accountId) await stage.hold(accountId);
    return answer;
  };
  const holding = { ...(await means()), pool: { query, connect: () => pool.connect() } };
  await stage.pay(holding);
  assert.deepEqual([(await shown(accountId)).step, await troubleOf(accountId)], ['approved', 'account-held']);
  assert.equal((await shown(behind)).step, 'broadcast');
  await settle();
  stage.clock.advance(holdMs);
  await pay();
  await settle();
  assert.deepEqual([(await shown(accountId)).step, (await shown(behind)).step], ['sent', 'sent']);
  await stage.ledger.audit();
});

test('bytes that the signer may have signed keep their place while the account is held', async () => {
  const accountId = await approved('100');
  const behind = await approved('50');
  const dying = killedAfter(await means(), 'sign');
  dying.kill();
  await assert.rejects(stage.pay(dying), /killed/);
  await stage.hold(accountId);
  await pay();
  assert.deepEqual([(await shown(accountId)).step, (await shown(behind)).step], ['built', 'approved']);
  const back = `update withdrawals set state = 'approved', wallet = null, nonce = null, unsigned = null, signer_asked = null where state = 'built'`;
  const { pool } = stage.ledger;
  await assert.rejects(
    pool.query(`update withdrawals set signer_asked = null where state = 'built'`),
    /only counts up/,
  );
  await pool.query(`update withdrawals set signer_asked = 2 where state = 'built'`);
  await assert.rejects(pool.query(back), /keep their place/);
  stage.clock.advance(holdMs);
  await pay();
  await settle();
  assert.deepEqual([(await shown(accountId)).step, (await shown(behind)).step], ['sent', 'sent']);
  await stage.ledger.audit();
});

test('what was stored of a replacement never changes, and nothing is replaced that is not sent', async () => {
  const { pool } = stage.ledger;
  const accountId = await stage.ledger.pay('1000');
  await stage.request({ accountId }, await stage.usableAddress(accountId), '20');
  const forge = `insert into withdrawal_replacements (account_id, withdrawal_id, turn, unsigned)
    select account_id, withdrawal_id, 1, '0x02' from withdrawals where account_id = '${accountId}'`;
  await assert.rejects(pool.query(forge), /no replacement/);
  for (const change of [`unsigned = '0x02'`, `signed = '0x02'`, `txid = repeat('a', 64)`, `sent_at = now()`])
    await assert.rejects(pool.query(`update withdrawal_replacements set ${change}`), change);
  await assert.rejects(pool.query('delete from withdrawal_replacements'));
  const other = `0x${'ab'.repeat(32)}`;
  const change = 'update withdrawals set current_txid = $1 where ended_at is null';
  await assert.rejects(pool.query(change, [other]), /own transactions/);
});
