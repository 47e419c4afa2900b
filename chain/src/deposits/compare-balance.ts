// What contracts pay to an address is in no transaction that names the address: it shows in the balance alone. Pure: what a node says of an address
// at a final block goes in with what is recorded up to that block, and what nothing explains comes out.
import type { BaseUnits } from '../networks/amounts.ts';

/** Of an address at one block, as a node says. */
export interface AddressBalance {
  units: BaseUnits;
  /** Transactions that the address itself has sent so far. */
  sentCount: number;
}

/** What is recorded of an address up to and with that block, in base units of the network's own coin. */
export interface Recorded {
  /** Deposits that are in a block, and what operators said is none. */
  paid: bigint;
  /** Values and fees of its own transactions. */
  sent: bigint;
  /** Number of these transactions. */
  sentCount: number;
  /** Sent by transactions that are not recorded, from before blocks were followed; as the last comparison found it. */
  unseen: Unseen;
}

export interface Unseen {
  units: bigint;
  count: number;
}

/** `too-low`: less is there than is recorded, and no unrecorded transaction can explain it. The node is wrong, or the address changed hands. */
export type Comparison = { kind: 'compared'; surplus: bigint; unseen: Unseen } | { kind: 'too-low' };

/**
 * Returns what the address has beyond everything that is recorded. Transactions from before blocks were followed explain what is missing once:
 * what they took can't hide a payment that comes later.
 */
export function compareBalance({ units, sentCount }: AddressBalance, recorded: Recorded): Comparison {
  const { paid, sent, unseen } = recorded;
  const count = sentCount - recorded.sentCount;
  const surplus = units + sent + unseen.units - paid;
  if (surplus >= 0n) return { kind: 'compared', surplus, unseen: { ...unseen, count: Math.max(count, unseen.count) } };
  if (count <= unseen.count) return { kind: 'too-low' };
  return { kind: 'compared', surplus: 0n, unseen: { units: unseen.units - surplus, count } };
}
