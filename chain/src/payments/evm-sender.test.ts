// Different node programs report the same error with different texts. The payer understands all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import { evmSender } from './evm-sender.ts';
import { playNode } from './played-node.test-support.ts';
import { raisedFee, senderOf, signTransfer, writeTransfer } from './transfer.ts';

const key = Buffer.alloc(32, 7);
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const payment = {
  id: '00000000-0000-4000-8000-000000000001',
  network: 'ethereum',
  asset: 'USDT',
  to: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  units: 5n as BaseUnits,
} as const;
const fees = { maxFeePerGas: 41n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n };
const signed = async (more: { nonce?: bigint; maxFeePerGas?: bigint } = {}) =>
  signTransfer(await writeTransfer(payment, { chainId: 31_337n, usdt, nonce: 0n, ...fees, ...more }), key);

test('bytes that the node holds already are sent, whatever words it has for that', async () => {
  const words = [
    'already known',
    'Known transaction',
    '{"code":-32010,"message":"AlreadyKnown"}',
    'transaction already in pool',
    'existing tx with same hash',
    '交易已存在',
  ];
  for (const knownWords of words) {
    const node = Object.assign(playNode(), { knownWords });
    const sender = evmSender(node.ask, usdt);
    const { signed: bytes } = await signed();
    await sender.send(bytes);
    await sender.send(bytes);
    node.addBlock();
    // The nonce is now used, by this very transaction.
    await sender.send(bytes);
    assert.equal(node.sent.length, 3);
  }
});

test('bytes that the node refuses and does not hold are not sent, also if it says that it knows them', async () => {
  const node = playNode();
  const sender = evmSender(node.ask, usdt);
  const { signed: bytes } = await signed();
  node.useElsewhere(await senderOf(bytes));
  await assert.rejects(sender.send(bytes), /nonce too low/);
  const liar = evmSender(async (method, ...params) => {
    if (method === 'eth_sendRawTransaction') return node.ask(method, ...params);
    return method === 'eth_getTransactionByHash' ? { hash: `0x${'ab'.repeat(32)}` } : node.ask(method, ...params);
  }, usdt);
  await assert.rejects(liar.send(bytes), /nonce too low/);
});

test('a replacement of an eighth more is taken in place of the bytes before it', async () => {
  const node = playNode();
  const sender = evmSender(node.ask, usdt);
  const [first, next] = [await signed(), await signed({ maxFeePerGas: raisedFee(fees.maxFeePerGas) })];
  await sender.send(first.signed);
  await sender.send(next.signed);
  assert.deepEqual(
    node.pool.map(({ txid }) => txid),
    [next.txid],
  );
  node.addBlock();
  assert.equal((await sender.statusOf(first.txid)).kind, 'pending');
  assert.equal((await sender.statusOf(next.txid)).kind, 'mined');
});
