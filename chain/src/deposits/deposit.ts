// A deposit: what a transaction paid to an address of a customer, and what has become of it.
import type { AssetCode } from '@candor/wire';
import type { BaseUnits } from '../networks/amounts.ts';
import type { NetworkName } from '../networks/networks.ts';

export const depositStates = [
  /** In a block, not deep enough yet. */
  'seen',
  /** In the balance of its account. */
  'credited',
  /** Its block was replaced before it was credited, and no other has it. */
  'orphaned',
  /** Less than the least deposit: credited with others of its account once they are enough together. */
  'dust',
  /** Paid to this platform, without a tag of any account. */
  'unmatched',
  /** Deep enough, and a person has to look at it first. */
  'held',
  /** Its block was replaced after it was credited: the amount is on hold. */
  'frozen',
] as const;
export type DepositState = (typeof depositStates)[number];

export interface BlockRef {
  height: number;
  hash: string;
}

/** One payment that a block made: an output, a transfer, or the log of a token. */
export interface Credit {
  txid: string;
  /** Of the output, or of the log within its own receipt: its place in the block changes when the block does. */
  ordinal: number;
  asset: AssetCode;
  address: string;
  tag?: number;
  units: BaseUnits;
}

export interface Block extends BlockRef {
  parent: string;
  credits: readonly Credit[];
  /** Undefined if the source does not read sends. */
  sends?: readonly Send[];
  /** What the transactions of the block spend; undefined on networks of accounts, where nothing but amounts moves. */
  inputs?: readonly Input[];
  /** Set if the node did not show enough of the block to prove its transactions by the header. Logged: such a node may leave out deposits. */
  isUnproven?: true;
}

/** An input: the transaction that spends, and the output of an earlier one that it spends. */
export interface Input {
  txid: string;
  of: { txid: string; ordinal: number };
}

/** What a transaction took from its sender, in the network's own coin: the value (0 if the transaction failed) plus the fee. */
export interface Send {
  txid: string;
  address: string;
  units: BaseUnits;
}

export interface Deposit extends Credit {
  network: NetworkName;
  /** None while it is unmatched. */
  accountId?: string;
  state: DepositState;
  /** The block that holds it; none once that was replaced. */
  block?: BlockRef;
  /** Somebody has looked at it and lets it pass. */
  isCleared: boolean;
}

/** What tells a deposit from all others, whatever block it is in. */
export const depositKey = (network: NetworkName, { txid, ordinal, asset }: Credit): string =>
  `${network}:${txid}:${ordinal}:${asset}`;
