// Different node programs answer with other words, other units, or for something that did not happen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex } from '@scure/base';
import { payTo, transactionOf } from '../deposits/played-bitcoin.test-support.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { bitcoinSender, feeRates } from './bitcoin-sender.ts';

const { bytes, txid } = transactionOf(1, [payTo(5n, 1)]);
const signed = hex.encode(bytes);

/** A node that answers each method by a function; a method without one is unknown to the node. */
const nodeOf =
  (answers: Record<string, (...params: readonly unknown[]) => unknown>): AskNode =>
  async (method, ...params) => {
    const answer = answers[method];
    if (!answer) throw new NodeError(method, 'Method not found', -32_601);
    return answer(...params);
  };
const refuse = (words: string, code: number) => (): never => {
  throw new NodeError('node', words, code);
};

test('the rate is exact, within bounds, and never in another unit', async () => {
  const rateOf = (answer: unknown) => bitcoinSender(nodeOf({ estimatesmartfee: () => answer })).feeRate();
  assert.equal(await rateOf({ feerate: 0.00012345, blocks: 6 }), 12_345n);
  assert.equal(await rateOf({ feerate: 0.000_010_001, blocks: 6 }), 1_001n);
  assert.equal(await rateOf({ feerate: 0.000_000_12, blocks: 6 }), feeRates.floor);
  assert.equal(await rateOf({ feerate: 0.05, blocks: 6 }), feeRates.cap);
  for (const none of [
    { errors: ['Insufficient data or no feerate found'], blocks: 2 },
    { feerate: -1 },
    { feerate: null },
  ]) {
    assert.equal(await rateOf(none), feeRates.unknown);
  }
  for (const absurd of [
    { feerate: 12 },
    { feerate: 0 },
    { feerate: -0.5 },
    { feerate: '0.0001' },
    { feerate: NaN },
    { feerate: Infinity },
  ]) {
    await assert.rejects(rateOf(absurd), /could be one/);
  }
  for (const other of [null, 0.0001, 'none', []]) await assert.rejects(rateOf(other), /no object/);
});

const missing = refuse('Transaction not in mempool', -5);

test('bytes that the node has are sent, whatever words it has for that', async () => {
  const words: [string, number][] = [
    ['txn-already-in-mempool', -27],
    ['Transaction already in block chain', -27],
    ['Transaction outputs already in utxo set', -27],
    ['txn-already-known', -26],
    ['交易已存在', -1],
  ];
  for (const [text, code] of words) {
    const sent = { sendrawtransaction: refuse(text, code) };
    await bitcoinSender(nodeOf({ ...sent, getmempoolentry: () => ({ vsize: 141 }) })).send(signed);
    const inBlock = (of: unknown, vout: unknown) => (of === txid && vout === 1 ? { confirmations: 2 } : null);
    await bitcoinSender(nodeOf({ ...sent, getmempoolentry: missing, gettxout: inBlock })).send(signed);
  }
});

test('bytes that the node refuses and does not have are not sent, also if it answers with their txid', async () => {
  const nothing = { getmempoolentry: missing, gettxout: () => null };
  const refused = nodeOf({ ...nothing, sendrawtransaction: refuse('insufficient fee, rejecting replacement', -26) });
  await assert.rejects(bitcoinSender(refused).send(signed), /rejecting replacement/);
  const known = nodeOf({ ...nothing, sendrawtransaction: refuse('txn-already-in-mempool', -27) });
  await assert.rejects(bitcoinSender(known).send(signed), /already-in-mempool/);
  await assert.rejects(
    bitcoinSender(nodeOf({ ...nothing, sendrawtransaction: () => txid })).send(signed),
    /does not have/,
  );
});

test('a node that is not reached has neither sent nor refused', async () => {
  const away = () => {
    throw new Error('the node answers 503');
  };
  await assert.rejects(bitcoinSender(nodeOf({ sendrawtransaction: away })).send(signed), /503/);
  await assert.rejects(
    bitcoinSender(nodeOf({ sendrawtransaction: () => txid, getmempoolentry: away })).send(signed),
    /503/,
  );
});
