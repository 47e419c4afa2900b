// The audit of withdrawals asks each network by itself: what can't be asked is reported as not checked, and hides nothing that is wrong elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkNames, networks, type NetworkName } from '@candor/chain';
import type { ChainVerdict } from '../chains/judged-by-chain.ts';
import type { Queryable } from '../kit/product.ts';
import { withdrawalsOnChainRule } from './on-chain-rule.ts';
import { ethereumAudit, openPaymentAudit } from './payment-audit.ts';

const row = (network: NetworkName, at: number) => ({
  id: `00000000-0000-7000-8000-00000000000${at}`,
  network,
  state: 'sent',
  nonce: null,
  wallet: 'w',
  txids: ['ab'],
});
type Verdicts = Partial<Record<NetworkName, ChainVerdict>>;
async function counted(networks: NetworkName[], verdicts: Verdicts): Promise<unknown[]> {
  const database = { query: async () => ({ rows: networks.map(row) }) } as unknown as Queryable;
  const open = async (network: NetworkName) => {
    const verdict = verdicts[network];
    if (!verdict) throw new Error(`no node of ${network}`);
    return { verdictOf: async () => verdict };
  };
  const { sql } = withdrawalsOnChainRule({ open });
  assert.ok(typeof sql === 'function');
  const [checked, broken] = (await sql(database)).query.values;
  return [checked, broken];
}

test('withdrawals of all networks are counted, each by its own node', async () => {
  assert.deepEqual(await counted([], {}), [0, 0]);
  assert.deepEqual(await counted(['ethereum', 'tron', 'tron'], { ethereum: 'right', tron: 'right' }), [3, 0]);
  assert.deepEqual(await counted(['ethereum', 'tron', 'tron'], { ethereum: 'right', tron: 'wrong' }), [3, 2]);
});

test('a network that can’t be asked is named as not checked, and what is wrong on another one is found all the same', async () => {
  await assert.rejects(counted(['ethereum', 'tron'], { ethereum: 'right' }), /no node of tron/);
  await assert.rejects(counted(['ethereum', 'tron'], { ethereum: 'unknown', tron: 'right' }), /does not know 1 of 2/);
  assert.deepEqual(await counted(['ethereum', 'tron'], { ethereum: 'wrong' }), [2, 1]);
});

test('a network that no part of the audit knows is not checked, and none is checked without a node', async () => {
  const database = {} as Queryable;
  for (const network of networkNames)
    await assert.rejects(
      openPaymentAudit({}, { network, database }),
      new RegExp(`no node of ${networks[network].title}`),
    );
});

test('a payment of Ethereum without a nonce contradicts its chain', async () => {
  const audit = ethereumAudit({ sender: {} as never, transactions: {} as never });
  assert.equal(await audit.verdictOf(row('ethereum', 1) as never), 'wrong');
});
