// Interfaces for following a chain: a node to read from, and a store for the blocks and deposits that were read.
import type { DepositChange, Known } from './deposit-rule.ts';
import type { AddressBalance } from './compare-balance.ts';
import type { Block, BlockRef, Credit, Deposit, Send } from './deposit.ts';

/** A node of any network. */
export interface ChainSource {
  tip(): Promise<BlockRef>;
  /** Returns the newest block that the network calls final; undefined if there is none. */
  final(): Promise<BlockRef | undefined>;
  /** Returns undefined if the node has no block at this height. */
  hashAt(height: number): Promise<string | undefined>;
  /** Returns undefined if the node lacks the block or a part of it. Throws UnprovenBlockError if the block does not match its header. */
  block(height: number): Promise<Block | undefined>;
}

/** A node that can also return the balances of addresses. */
export interface BalanceSource {
  /** Returns the balance of the network's own coin at exactly this block. Throws if the node lacks the block or no longer has its state. */
  balanceAt(address: string, block: BlockRef): Promise<AddressBalance>;
  /** Returns the block of a transaction; undefined if the node knows no block that contains it. */
  placeOf(txid: string): Promise<PlacedTransaction | undefined>;
}

export interface PlacedTransaction {
  block: BlockRef;
  isGood: boolean;
  /** True if the transaction was sent to an address with code, or created a contract. */
  isToContract: boolean;
}

/** One transaction of the store: the newest block before it, the newest block after it, and the changes of deposits that follow. */
export interface Advance {
  from: BlockRef | undefined;
  to: BlockRef | undefined;
  changes: readonly DepositChange[];
  /** The blocks that were taken, if any, up to `to`: of them the store also keeps what a wallet of our own received and spent. */
  taken?: readonly Block[];
  /** Height up to which blocks have been read a second time. Going back lowers it without this field. */
  readAgain?: number;
  /** Heights of the blocks, of those that were read a second time, whose header does not prove their transactions. */
  unproven?: readonly number[];
  /** Sends in the blocks that were read a second time. The store keeps only those of our deposit addresses. */
  sends?: readonly SendAt[];
  /** Set if two operators decided that the chain is followed again from an earlier block. Each decision is used once. */
  asDecided?: true;
}

/** A send and the height of its block. */
export interface SendAt extends Send {
  height: number;
}

/** Whether a deposit that is deep enough is credited now, credited in a later round, or held until an operator has checked it. */
export type Ruling = 'credit' | 'wait' | 'hold';

/** Keeps the blocks and deposits of one network. */
export interface DepositStore {
  /** Returns the newest stored blocks, newest first. */
  newestBlocks(count: number): Promise<readonly BlockRef[]>;
  /** Returns the hash of a stored block. Blocks are kept at least until they have been read a second time. */
  hashAt(height: number): Promise<string | undefined>;
  depositsIn(blockHash: string): Promise<readonly Deposit[]>;
  /** Returns the deposits in blocks of this height and above. */
  depositsFrom(height: number): Promise<readonly Deposit[]>;
  /** Finds the deposits that are stored under these keys, and the accounts to which the credited addresses belong. */
  know(keys: readonly string[], credits: readonly Credit[]): Promise<Known>;
  /** Returns the newest height that was read a second time; a height below the first block if there is none. */
  readAgainTo(): Promise<number>;
  /** Returns the block from which two operators decided to follow the chain again; undefined without such a decision. */
  followAgainFrom(): Promise<number | undefined>;
  /** Returns deposits that are seen, dust or frozen, and that are in a block. */
  pending(): Promise<readonly Deposit[]>;
  /** Judges deposits that are deep enough. `wait` postpones a deposit to the next round. A deposit without an answer is credited. */
  judge(deposits: readonly Deposit[]): Promise<ReadonlyMap<string, Ruling>>;
  /** Writes everything or nothing. Throws if another process has changed the newest block or the state of a deposit in the meantime. */
  commit(advance: Advance): Promise<void>;
}

/** Why a round ended before the newest block: the node lacks (a part of) a block that must exist, or receipts of the block. */
export type Wait = 'node-behind' | 'node-incomplete';
