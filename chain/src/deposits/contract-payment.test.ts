// Tests what nodes prove about a payment by a contract, on a chain that the test mines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agreeOn,
  contractOrdinal,
  isOfContract,
  proveContractPayment,
  type ContractClaim,
} from './contract-payment.ts';
import { pays, PlayedChain, type PlayedTransaction } from './played-chain.test-support.ts';
import type { BaseUnits } from '../networks/amounts.ts';

const inside = (txid: string, ...parts: [address: string, units: bigint][]): PlayedTransaction => ({
  txid,
  credits: [],
  inside: parts.map(([address, units]) => ({ address, units })),
});
const sends = (txid: string, address: string, units: bigint): PlayedTransaction => ({
  txid,
  credits: [],
  sends: [{ txid, address, units: units as BaseUnits }],
});

/** In block 3 the address receives 5 directly and 7 from a contract, and sends 2. All blocks but the newest are final. */
function playedChain(): PlayedChain {
  const chain = new PlayedChain(1);
  chain.mine();
  chain.mine(pays('a', 'ETH', ['of-ann', 10n]));
  chain.mine();
  chain.mine(pays('b', 'ETH', ['of-ann', 5n]), inside('x', ['of-ann', 7n], ['of-ben', 1n]), sends('s', 'of-ann', 2n));
  chain.mine({ ...inside('failed'), isFailed: true }, pays('plain', 'ETH', ['of-ben', 1n]));
  chain.mine(inside('late', ['of-ann', 3n]));
  return chain;
}
const claim = (more: Partial<ContractClaim> = {}): ContractClaim => ({
  txid: 'x',
  address: 'of-ann',
  asset: 'ETH',
  units: 7n,
  window: { after: 2, to: 4 },
  relied: { height: 5, hash: 'block-5' },
  knownIn: async () => 0n,
  ...more,
});

test('a balance that rose in the block beyond what the block explains is the amount', async () => {
  const proven = await proveContractPayment(playedChain(), claim());
  assert.deepEqual(proven, { kind: 'proven', block: { height: 3, hash: 'block-3' }, units: 7n, proof: 'balance' });
  const part = await proveContractPayment(playedChain(), claim({ units: 9n }));
  assert.equal(part.kind === 'proven' && part.units, 7n);
});

test('transactions that do not pay the address, or not through a contract, are refused with a reason', async () => {
  const reasonOf = async (more: Partial<ContractClaim>) => {
    const proof = await proveContractPayment(playedChain(), claim(more));
    return proof.kind === 'proven' ? proof.proof : `${proof.kind} ${proof.reason}`;
  };
  assert.equal(await reasonOf({ txid: 'nowhere' }), 'refused not-found');
  assert.equal(await reasonOf({ txid: 'failed' }), 'refused failed');
  assert.equal(await reasonOf({ txid: 'plain' }), 'refused no-contract');
  assert.equal(await reasonOf({ txid: 'late' }), 'waits not-final');
  assert.equal(await reasonOf({ relied: { height: 2, hash: 'block-2' } }), 'waits not-final');
  assert.equal(await reasonOf({ units: 6n }), 'refused more-than-open');
  assert.equal(await reasonOf({ address: 'of-carl' }), 'refused not-risen');
  assert.equal(await reasonOf({ knownIn: async () => 7n }), 'refused not-risen');
});

test('a node without the old state proves by the range of blocks, and a node that does not answer proves nothing', async () => {
  const chain = playedChain();
  chain.keepsStates = 2;
  const byTime = await proveContractPayment(chain, claim());
  assert.deepEqual(byTime, { kind: 'proven', block: { height: 3, hash: 'block-3' }, units: 7n, proof: 'window' });
  const other = await proveContractPayment(chain, claim({ window: { after: 3, to: 4 } }));
  assert.deepEqual(other, { kind: 'refused', reason: 'other-time' });
  chain.keepsStates = 0;
  assert.deepEqual(await proveContractPayment(chain, claim()), { kind: 'waits', reason: 'no-answer' });
});

test('the proofs of two nodes are combined, and the amount of the node that has the state is used', () => {
  const block = { height: 3, hash: 'block-3' };
  const exact = { kind: 'proven', block, units: 7n, proof: 'balance' } as const;
  const rough = { kind: 'proven', block, units: 9n, proof: 'window' } as const;
  const waits = { kind: 'waits', reason: 'no-answer' } as const;
  const refused = { kind: 'refused', reason: 'failed' } as const;
  assert.equal(agreeOn(exact, undefined), exact);
  assert.equal(agreeOn(rough, exact), exact);
  assert.equal(agreeOn(exact, rough), exact);
  assert.equal(agreeOn(exact, waits), waits);
  assert.equal(agreeOn(waits, exact), waits);
  assert.equal(agreeOn(waits, refused), refused);
  assert.deepEqual(agreeOn(exact, { ...exact, units: 8n }), { kind: 'refused', reason: 'nodes-differ' });
  assert.deepEqual(agreeOn(exact, { ...exact, block: { height: 3, hash: 'other' } }), {
    kind: 'refused',
    reason: 'nodes-differ',
  });
});

test('payments by contracts have ordinals of their own, one for each address that a transaction pays', () => {
  assert.equal(isOfContract({ ordinal: contractOrdinal(1) }), true);
  assert.equal(isOfContract({ ordinal: 100_000 }), false);
  assert.notEqual(contractOrdinal(1), contractOrdinal(2));
});
