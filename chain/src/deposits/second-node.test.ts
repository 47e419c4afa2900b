// What is made of a second node's answer: only the same final block with the same payment is a yes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import { depositKey, type Credit, type Deposit } from './deposit.ts';
import type { ChainSource } from './chain-source.ts';
import { pays, PlayedChain } from './played-chain.test-support.ts';
import { askSecondNode, type NodeVerdict } from './second-node.ts';

const paid = pays('t', 'USDT', ['of-a', 5_000n], ['of-b', 7n]);
function chainOf(...blocks: ReturnType<typeof pays>[][]): PlayedChain {
  const chain = new PlayedChain(1);
  chain.mine();
  for (const block of blocks) chain.mine(...block);
  return chain;
}
const first = chainOf([paid], [], []);
const found = (await first.block(1))!;
const depositOf = (credit: Credit): Deposit => ({
  ...credit,
  network: 'ethereum',
  accountId: credit.address.slice(3),
  state: 'seen',
  block: { height: found.height, hash: found.hash },
  isCleared: false,
});
const deposits = found.credits.map(depositOf);
const ask = async (source: ChainSource, of: readonly Deposit[] = deposits): Promise<(NodeVerdict | undefined)[]> => {
  const verdicts = await askSecondNode(source, 'ethereum', of);
  return of.map((deposit) => verdicts.get(depositKey('ethereum', deposit)));
};
/** The same chain, but for what a test changes. */
const other = (change: Partial<ChainSource>): ChainSource => ({
  tip: () => first.tip(),
  final: () => first.final(),
  hashAt: (height) => first.hashAt(height),
  block: (height) => first.block(height),
  ...change,
});

test('the same final block with the same payments agrees, and is asked for once', async () => {
  let asked = 0;
  const counting = other({ block: async (height) => (asked++, first.block(height)) });
  assert.deepEqual(await ask(counting), ['agrees', 'agrees']);
  assert.equal(asked, 1);
});

test('a node that lags is behind: without the block, without finality, or final only below it', async () => {
  assert.deepEqual(await ask(other({ final: async () => undefined })), ['behind', 'behind']);
  assert.deepEqual(await ask(other({ final: async () => ({ height: 0, hash: 'block-0' }) })), ['behind', 'behind']);
  assert.deepEqual(await ask(other({ block: async () => undefined })), ['behind', 'behind']);
});

test('another block at the height, another amount, another payee and no such payment contradict', async () => {
  const changed = (credits: readonly Credit[], hash = found.hash) =>
    other({ block: async () => ({ ...found, hash, credits }) });
  assert.deepEqual(await ask(changed(found.credits, 'block-elsewhere')), ['contradicts', 'contradicts']);
  const [one, two] = found.credits as [Credit, Credit];
  assert.deepEqual(await ask(changed([{ ...one, units: 4_999n as BaseUnits }, two])), ['contradicts', 'agrees']);
  assert.deepEqual(await ask(changed([{ ...one, address: 'of-b' }, two])), ['contradicts', 'agrees']);
  assert.deepEqual(await ask(changed([two])), ['contradicts', 'agrees']);
});

test('a node that does not answer in time, or answers in other words, says nothing', async () => {
  const late = async (): Promise<never> => Promise.reject(new DOMException('too late', 'TimeoutError'));
  assert.deepEqual(await ask(other({ final: late })), ['unusable', 'unusable']);
  assert.deepEqual(await ask(other({ block: late })), ['unusable', 'unusable']);
  assert.deepEqual(await ask(other({ block: async () => ({ ...found, height: 2 }) })), ['unusable', 'unusable']);
});
