// Payments in Bitcoin whose blocks are replaced, and outputs that belong to replacements alone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { networks, type AskNode } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import type { PlayedMempool } from '../../chain/src/deposits/played-mempool.test-support.ts';
import { paidTo, payee } from './support/bitcoin-signer.ts';
import { openBitcoinPayments, type BitcoinPayments } from './support/bitcoin-payments.ts';
import type { WithdrawalsStage } from './support/withdrawals-stage.ts';

let play: BitcoinPayments;
let stage: WithdrawalsStage;
let node: PlayedMempool;
before(async () => {
  play = await openBitcoinPayments();
  ({ stage, node } = play);
  await play.fund(5_000_000n, 5_000_000n);
});
after(() => stage.end());
beforeEach(() => {
  play.by = play.payer();
});

const pay = (secondNode?: AskNode): Promise<void> => play.pay(secondNode);
const settle = (blocks?: number): Promise<void> => play.settle(blocks);
const fund = (...units: readonly bigint[]): Promise<void> => play.fund(...units);
const approved = (amount: string): Promise<Uuid> => play.approved(amount);
const shown = (accountId: Uuid) => play.shown(accountId);
const stepOf = (accountId: Uuid): Promise<string> => play.stepOf(accountId);
const troubleOf = (accountId: Uuid): Promise<string> => play.troubleOf(accountId);
const received = (): Promise<bigint[]> => paidTo(payee, node);

test('a block with the payment that is replaced before it is deep takes it back, and the payment is made once', async () => {
  const before = await received();
  const accountId = await approved('0.002');
  await pay();
  await settle(2);
  assert.equal(await stepOf(accountId), 'broadcast');
  node.replaceBlocks(2);
  node.pool = [];
  for (let mined = 0; mined < 3; mined++) node.mine();
  await pay();
  assert.equal(await stepOf(accountId), 'broadcast');
  assert.equal((await received()).length, before.length);
  // The round above has sent the same bytes again.
  await settle();
  assert.equal(await stepOf(accountId), 'sent');
  assert.equal((await received()).length, before.length + 1);
  await stage.ledger.audit();
});

test('a large amount is settled six blocks deep', async () => {
  const requires = { ...networks.bitcoin.requires, large: { from: '0.001', confirmations: 6 } };
  play.network = { ...networks.bitcoin, requires };
  const accountId = await approved('0.002');
  await pay();
  await settle(5);
  assert.equal(await stepOf(accountId), 'broadcast');
  await settle(1);
  assert.equal(await stepOf(accountId), 'sent');
  play.network = networks.bitcoin;
});

test('an output that only a replacement spends, after the first transaction was made, is left out of later payments', async () => {
  // Paid from this output without change, so that the raise takes a further output.
  await fund(194_230n, 1_000_000n);
  const first = await approved('0.002');
  await pay();
  const [sentFirst] = node.pool;
  node.rate = 20;
  stage.clock.advance(3_600_000);
  await pay();
  const [replacement] = node.pool;
  assert.notEqual(replacement!.txid, sentFirst!.txid);
  node.pool = [sentFirst!];
  node.rate = 2;
  await settle();
  assert.deepEqual([await stepOf(first), (await shown(first)).txid], ['sent', sentFirst!.txid]);
  const next = await approved('0.002');
  await pay();
  assert.deepEqual([await stepOf(next), await troubleOf(next)], ['broadcast', '']);
  await settle();
  assert.equal(await stepOf(next), 'sent');
});
