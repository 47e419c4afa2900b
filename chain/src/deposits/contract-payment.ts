// Checks with a node whether a named transaction paid an address through a contract, and how much.
import type { ClaimRefusal, ClaimWait } from '@candor/wire';
import type { AddressBalance } from './compare-balance.ts';
import type { BalanceSource, ChainSource } from './chain-source.ts';
import type { BlockRef } from './deposit.ts';

/** Ordinals from here on mark payments by contracts. The address index is added, because one transaction can pay many addresses. */
const firstOrdinal = 2 ** 30;
export const contractOrdinal = (addressIndex: number): number => firstOrdinal + addressIndex;
export const isOfContract = ({ ordinal }: { ordinal: number }): boolean => ordinal >= firstOrdinal;

export type ClaimProof =
  | { kind: 'proven'; block: BlockRef; units: bigint; proof: 'balance' | 'window' }
  | { kind: 'refused'; reason: ClaimRefusal }
  | { kind: 'waits'; reason: ClaimWait };

export interface ContractClaim {
  txid: string;
  address: string;
  asset: string;
  /** The amount that is still unexplained. */
  units: bigint;
  /** The blocks of the newest comparison (`to`) and of the last comparison before the payment was found (`after`). */
  window: { after: number | undefined; to: number };
  /** The newest block that was read a second time. */
  relied: BlockRef;
  /** Sum of other payments by contracts to the address in this block that are already deposits. */
  knownIn: (block: BlockRef) => Promise<bigint>;
}

/**
 * Asks a node for proof. If the node has the state of this block and of the block before, the balances prove the amount. Most nodes drop states
 * after about an hour: then the block must be in the range in which the balance rose, and the amount is the whole unexplained amount.
 */
export async function proveContractPayment(
  source: ChainSource & BalanceSource,
  claim: ContractClaim,
): Promise<ClaimProof> {
  try {
    const placed = await source.placeOf(claim.txid);
    if (!placed) return refused('not-found');
    const { block, isGood, isToContract } = placed;
    if (!isGood) return refused('failed');
    if (!isToContract) return refused('no-contract');
    const final = (await source.final()) ?? claim.relied;
    const isFinal = Math.min(final.height, claim.relied.height) >= block.height;
    if (!isFinal || (await source.hashAt(block.height)) !== block.hash) return { kind: 'waits', reason: 'not-final' };
    const rise = await riseIn(source, block, claim);
    if (rise === 'no-state') return await byWindow(source, { block, final }, claim);
    if (rise <= 0n) return refused('not-risen');
    return rise > claim.units ? refused('more-than-open') : { kind: 'proven', block, units: rise, proof: 'balance' };
  } catch {
    return { kind: 'waits', reason: 'no-answer' };
  }
}

/** Combines the proofs of two nodes. If only one node still has the state of the block, its amount is used. */
export function agreeOn(first: ClaimProof, second: ClaimProof | undefined): ClaimProof {
  if (!second || first.kind === 'refused') return first;
  if (second.kind === 'refused' || first.kind === 'waits') return second.kind === 'refused' ? second : first;
  if (second.kind === 'waits') return second;
  if (first.block.hash !== second.block.hash) return refused('nodes-differ');
  if (first.proof === second.proof && first.units !== second.units) return refused('nodes-differ');
  return second.proof === 'balance' ? second : first;
}

const refused = (reason: ClaimRefusal): ClaimProof => ({ kind: 'refused', reason });

/** Returns by how much the balance rose in the block beyond the known payments and sends of the block. */
async function riseIn(
  source: ChainSource & BalanceSource,
  at: BlockRef,
  { address, asset, knownIn }: ContractClaim,
): Promise<bigint | 'no-state'> {
  const block = await source.block(at.height);
  if (block?.hash !== at.hash) throw new Error('the node names another block');
  const balanceAt = (ref: BlockRef): Promise<AddressBalance | undefined> =>
    source.balanceAt(address, ref).catch(() => undefined);
  const [before, after] = await Promise.all([balanceAt({ height: at.height - 1, hash: block.parent }), balanceAt(at)]);
  if (!before || !after) return 'no-state';
  const paid = block.credits.filter((credit) => credit.address === address && credit.asset === asset);
  const sent = (block.sends ?? []).filter((send) => send.address === address);
  const sum = (parts: readonly { units: bigint }[]): bigint => parts.reduce((total, { units }) => total + units, 0n);
  return after.units - before.units + sum(sent) - sum(paid) - (await knownIn(at));
}

async function byWindow(
  source: BalanceSource,
  { block, final }: { block: BlockRef; final: BlockRef },
  { address, units, window: { after, to } }: ContractClaim,
): Promise<ClaimProof> {
  // Throws if the node returns no balances at all: only a node that works can prove that the old state is gone.
  await source.balanceAt(address, final);
  const isInTime = block.height <= to && (after === undefined || block.height > after);
  return isInTime ? { kind: 'proven', block, units, proof: 'window' } : refused('other-time');
}
