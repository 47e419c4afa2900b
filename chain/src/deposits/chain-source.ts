// Following a chain needs a node to ask and a store that keeps what was read.
import type { DepositChange, Known } from './deposit-rule.ts';
import type { AddressBalance } from './compare-balance.ts';
import type { Block, BlockRef, Credit, Deposit, Send } from './deposit.ts';

/** A node, of whatever network. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** The newest block that the network says can't be replaced; undefined where it says so of none. */
  final(): Promise<BlockRef | undefined>;
  /** Undefined where the node has no such block. */
  hashAt(height: number): Promise<string | undefined>;
  /** Undefined where the node has no such block, or not all of it yet. Throws UnprovenBlockError where it is not what its header says. */
  block(height: number): Promise<Block | undefined>;
}

/** A node that also says what addresses have. */
export interface BalanceSource {
  /** Of the network's own coin, at exactly this block. Throws where the node does not have the block, or its state any more. */
  balanceAt(address: string, block: BlockRef): Promise<AddressBalance>;
  /** Undefined where the node has no block with this transaction. */
  placeOf(txid: string): Promise<PlacedTransaction | undefined>;
}

export interface PlacedTransaction {
  block: BlockRef;
  isGood: boolean;
  /** It was sent to an address that has code, or made a contract. */
  isToContract: boolean;
}

/** One transaction of the store: the newest block that was known before it and the one after it, and all that follows. */
export interface Advance {
  from: BlockRef | undefined;
  to: BlockRef | undefined;
  changes: readonly DepositChange[];
  /** Up to here blocks have been read a second time; a step back lowers it by itself. */
  readAgain?: number;
  /** Of the block that was read a second time; of them the store keeps those of own addresses. */
  sends?: readonly Send[];
  /** Goes back as two operators decided, who decided it for this once. */
  asDecided?: true;
}

/** Whether a deposit that is deep enough is credited now, in a later round, or once a person has looked. */
export type Ruling = 'credit' | 'wait' | 'hold';

/** Keeps the blocks and deposits of one network. */
export interface DepositStore {
  /** The newest blocks that were taken, newest first. */
  newestBlocks(count: number): Promise<readonly BlockRef[]>;
  /** Blocks are remembered at least until they were read a second time. */
  hashAt(height: number): Promise<string | undefined>;
  depositsIn(blockHash: string): Promise<readonly Deposit[]>;
  /** Those in blocks of this height and above. */
  depositsFrom(height: number): Promise<readonly Deposit[]>;
  /** Finds the deposits that are stored under these keys, and the accounts to which the credited addresses belong. */
  know(keys: readonly string[], credits: readonly Credit[]): Promise<Known>;
  /** The newest height that was read a second time. If none was, a height below the first block. */
  readAgainTo(): Promise<number>;
  /** The block from which two operators decided to follow the chain again; undefined without such a decision. */
  followAgainFrom(): Promise<number | undefined>;
  /** Seen, dust or frozen, and in a block. */
  pending(): Promise<readonly Deposit[]>;
  /** Of deposits that are deep enough: `wait` leaves one as it is until the next round. What is not in the answer is credited. */
  judge(deposits: readonly Deposit[]): Promise<ReadonlyMap<string, Ruling>>;
  /** All of it or nothing; throws if `from` is not the newest block any more or a deposit stands otherwise: somebody else was here. */
  commit(advance: Advance): Promise<void>;
}

/** Why a round ended before the newest block: the node has not (all of) a block that it must have, or not its receipts. */
export type Wait = 'node-behind' | 'node-incomplete';
