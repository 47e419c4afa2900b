// A payment of a contract to an address, once somebody has named its transaction: what a node proves of it.
import type { AddressBalance } from './compare-balance.ts';
import type { BalanceSource, ChainSource } from './chain-source.ts';
import type { BlockRef } from './deposit.ts';

/** Ordinals from here on are payments of contracts: the index of the address is added, as one transaction can pay many addresses. */
const firstOrdinal = 2 ** 30;
export const contractOrdinal = (addressIndex: number): number => firstOrdinal + addressIndex;
export const isOfContract = ({ ordinal }: { ordinal: number }): boolean => ordinal >= firstOrdinal;

export const claimRefusals = [
  /** The node has no such transaction. */
  'not-found',
  'failed',
  /** It was sent to an address without code, which passes nothing on. */
  'no-contract',
  /** Its block is not in the time in which the balance rose. */
  'other-time',
  /** The balance did not rise in its block by more than what is recorded. */
  'not-risen',
  /** The balance rose by more than what is not explained. */
  'more-than-open',
  /** The two nodes prove different amounts. */
  'nodes-differ',
  /** The transaction is a deposit of this address already. */
  'known-already',
] as const;
export type ClaimRefusal = (typeof claimRefusals)[number];
/** `not-agreed`: the second node has not confirmed the balance. */
export type ClaimWait = 'not-final' | 'no-answer' | 'not-agreed';

export type ClaimProof =
  | { kind: 'proven'; block: BlockRef; units: bigint; proof: 'balance' | 'window' }
  | { kind: 'refused'; reason: ClaimRefusal }
  | { kind: 'waits'; reason: ClaimWait };

export interface ContractClaim {
  txid: string;
  address: string;
  asset: string;
  /** Not explained so far. */
  units: bigint;
  /** The blocks of the newest comparison, and of the last one before the payment was found. */
  window: { after: number | undefined; to: number };
  /** The newest block that was read a second time. */
  relied: BlockRef;
  /** What other payments of contracts the block has for the address that are deposits already. */
  knownIn: (block: BlockRef) => Promise<bigint>;
}

/**
 * Asks a node. Where it has the state of the block and of the one before, the balance itself proves the amount. Most nodes keep no state that is
 * older than an hour: then the block must be in the time in which the balance rose, and the amount is all that is unexplained.
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

/** What two nodes prove together: the amount of the one that still has the state of the block. */
export function agreeOn(first: ClaimProof, second: ClaimProof | undefined): ClaimProof {
  if (!second || first.kind === 'refused') return first;
  if (second.kind === 'refused' || first.kind === 'waits') return second.kind === 'refused' ? second : first;
  if (second.kind === 'waits') return second;
  if (first.block.hash !== second.block.hash) return refused('nodes-differ');
  if (first.proof === second.proof && first.units !== second.units) return refused('nodes-differ');
  return second.proof === 'balance' ? second : first;
}

const refused = (reason: ClaimRefusal): ClaimProof => ({ kind: 'refused', reason });

/** By how much the balance rose in the block beyond what the block itself explains. */
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
  // A node that says nothing at all is no proof that the state is gone.
  await source.balanceAt(address, final);
  const isInTime = block.height <= to && (after === undefined || block.height > after);
  return isInTime ? { kind: 'proven', block, units, proof: 'window' } : refused('other-time');
}
