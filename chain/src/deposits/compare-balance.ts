// Finds payments by contracts. No transaction names the paid address, so only its balance shows the payment. Pure: compares the balance that a
// node reports at a final block with the records up to that block, and returns the unexplained surplus.
import type { BaseUnits } from '../networks/amounts.ts';

/** Balance of an address at one block, as a node reports it. */
export interface AddressBalance {
  units: BaseUnits;
  /** Number of transactions that the address has sent so far. */
  sentCount: number;
}

/** Records about an address up to and including that block, in base units of the network's own coin. */
export interface Recorded {
  /** Deposits that are in a block, and payments that operators dismissed as no deposit. */
  paid: bigint;
  /** Values and fees of its own transactions. */
  sent: bigint;
  /** Number of these transactions. */
  sentCount: number;
  /** Sent by unrecorded transactions, from before blocks were followed; as found by the last comparison. */
  unseen: Unseen;
}

export interface Unseen {
  units: bigint;
  count: number;
}

/** `too-low`: the balance is below the records, and no unrecorded transaction can explain it. The node is wrong, or the address changed owner. */
export type Comparison = { kind: 'compared'; surplus: bigint; unseen: Unseen } | { kind: 'too-low' };

/**
 * Returns the surplus of the balance over the records. Unrecorded transactions (from before blocks were followed) explain a missing amount only
 * once: the amount they spent can't hide a later payment.
 */
export function compareBalance({ units, sentCount }: AddressBalance, recorded: Recorded): Comparison {
  const { paid, sent, unseen } = recorded;
  const count = sentCount - recorded.sentCount;
  const surplus = units + sent + unseen.units - paid;
  if (surplus >= 0n) return { kind: 'compared', surplus, unseen: { ...unseen, count: Math.max(count, unseen.count) } };
  if (count <= unseen.count) return { kind: 'too-low' };
  return { kind: 'compared', surplus: 0n, unseen: { units: unseen.units - surplus, count } };
}
