// A chain that tests mine and reorganise, and a store with books that notice whatever is credited, held or released out of turn.
import assert from 'node:assert/strict';
import type { BaseUnits } from '../networks/amounts.ts';
import type { Network } from '../networks/networks.ts';
import { depositKey } from './deposit.ts';
import type { AddressBalance } from './compare-balance.ts';
import type { Block, BlockRef, Credit, Deposit, Send } from './deposit.ts';
import type { Advance, BalanceSource, ChainSource, DepositStore, PlacedTransaction, Ruling } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Known, Payee } from './deposit-rule.ts';

export interface PlayedTransaction {
  txid: string;
  credits: readonly Credit[];
  /** Payments by contracts in this transaction: they appear in balances, but not in credits. */
  inside?: readonly { address: string; units: bigint }[];
  /** What the transaction takes from its sender. */
  sends?: readonly Send[];
  isFailed?: true;
}

/** Addresses `of-…` are an account's, `platform` is everybody's, others are strangers'. */
export const payeeOf = ({ address }: Credit): Payee => {
  if (address.startsWith('of-')) return { accountId: address.slice(3) };
  return address === 'platform' ? {} : undefined;
};

/** A transaction that pays, in order, these amounts to these addresses. */
export const pays = (txid: string, asset: Credit['asset'], ...parts: [address: string, units: bigint][]): PlayedTransaction => ({
  txid,
  credits: parts.map(([address, units], ordinal) => ({ txid, ordinal, asset, address, units: units as BaseUnits })),
}); // oxfmt-ignore

/** How a node answers for a block, if the answer differs from the chain. */
export type Reading = 'late' | 'unproven' | 'without-logs' | 'first-only' | 'reordered' | 'other-height' | 'withdrawn';

const readings: Readonly<Record<Reading, (block: Block) => Block | undefined>> = {
  late: () => undefined,
  unproven(block) {
    throw new UnprovenBlockError(`block ${block.hash}: its logs do not make its bloom`);
  },
  'without-logs': (block) => ({ ...block, credits: [] }),
  'first-only': (block) => ({ ...block, credits: block.credits.slice(0, 1) }),
  reordered: (block) => ({ ...block, credits: block.credits.toReversed() }),
  'other-height': (block) => ({ ...block, height: block.height + 1 }),
  withdrawn: (block) => ({ ...block, credits: block.credits.slice(1) }),
};

export class PlayedChain implements ChainSource, BalanceSource {
  readonly #blocks: (Block & { transactions: readonly PlayedTransaction[] })[] = [];
  readonly #finalBelowTip: number | undefined;
  #mined = 0;
  /** Number of calls to the node. */
  asked = 0;
  /** How the node currently answers for a block, by height. */
  readonly reads = new Map<number, Reading>();
  /** Number of blocks by which the answering node lags. Called for each request, so that nodes can take turns. */
  lag: () => number = () => 0;

  constructor(finalBelowTip?: number) {
    this.#finalBelowTip = finalBelowTip;
  }

  mine(...transactions: PlayedTransaction[]): void {
    const height = this.#blocks.length;
    const credits = transactions.flatMap((each) => each.credits);
    const sends = transactions.flatMap((each) => each.sends ?? []);
    this.#blocks.push({
      height,
      hash: `block-${this.#mined++}`,
      parent: this.#blocks.at(-1)?.hash ?? 'none',
      credits,
      sends,
      transactions,
    });
  }

  /** Takes the newest blocks away, with what was in them. */
  remove(count: number): PlayedTransaction[] {
    return this.#blocks.splice(Math.max(0, this.#blocks.length - count)).flatMap(({ transactions }) => transactions);
  }

  get length(): number {
    return this.#blocks.length;
  }

  credits(): Credit[] {
    return this.#blocks.flatMap(({ credits }) => credits);
  }

  async tip(): Promise<BlockRef> {
    return this.#answer().at(-1)!;
  }

  async final(): Promise<BlockRef | undefined> {
    return this.#finalBelowTip === undefined ? undefined : this.#answer().at(-1 - this.#finalBelowTip);
  }

  async hashAt(height: number): Promise<string | undefined> {
    return this.#answer()[height]?.hash;
  }

  async block(height: number): Promise<Block | undefined> {
    const block = this.#answer()[height];
    const reading = this.reads.get(height);
    return block && reading ? readings[reading](block) : block;
  }

  /** Number of newest blocks whose state the node keeps. */
  keepsStates = Infinity;
  /** Changes a balance that the node reports. */
  balances: (said: AddressBalance, address: string) => AddressBalance = (said) => said;

  async balanceAt(address: string, { hash }: BlockRef): Promise<AddressBalance> {
    const answer = this.#answer();
    const height = answer.findIndex((block) => block.hash === hash);
    if (height < 0) throw new Error('header not found');
    if (height < answer.length - this.keepsStates) throw new Error('missing trie node');
    const transactions = answer.slice(0, height + 1).flatMap((block) => block.transactions);
    const paid = transactions.flatMap(({ credits, inside = [] }) => [
      ...credits.filter(({ asset }) => asset === 'ETH'),
      ...inside,
    ]);
    const sends = transactions.flatMap((each) => each.sends ?? []).filter((send) => send.address === address);
    const sum = (parts: readonly { units: bigint }[]): bigint => parts.reduce((total, { units }) => total + units, 0n);
    const units = sum(paid.filter((part) => part.address === address)) - sum(sends);
    return this.balances({ units: units as BaseUnits, sentCount: sends.length }, address);
  }

  async placeOf(txid: string): Promise<PlacedTransaction | undefined> {
    for (const { height, hash, transactions } of this.#answer()) {
      const found = transactions.find((each) => each.txid === txid);
      if (found) return { block: { height, hash }, isGood: !found.isFailed, isToContract: found.inside !== undefined };
    }
    return undefined;
  }

  #answer() {
    this.asked++;
    return this.#blocks.slice(0, Math.max(1, this.#blocks.length - this.lag()));
  }
}

export class PlayedStore implements DepositStore {
  readonly deposits = new Map<string, Deposit>();
  readonly alarms = new Set<string>();
  /** What an account was given, by the key of the deposit. */
  readonly booked = new Map<string, { accountId: string; units: bigint; isOnHold: boolean }>();
  ruling: (deposit: Deposit) => Ruling = () => 'credit';
  /** Counts down; the commit that it reaches fails, as one of a process that was killed. */
  commitsUntilCrash = Infinity;
  /** Height from which two operators decided to follow the chain again. */
  again: number | undefined;
  readonly #blocks: BlockRef[] = [];
  #readAgainTo = -1;
  readonly #network: Network;
  readonly #keeps: number;

  constructor(network: Network, keeps = Infinity) {
    this.#network = network;
    this.#keeps = keeps;
  }

  async newestBlocks(count: number): Promise<readonly BlockRef[]> {
    return this.#blocks.slice(-count).reverse();
  }

  async hashAt(height: number): Promise<string | undefined> {
    return this.#blocks.find((block) => block.height === height)?.hash;
  }

  async depositsIn(blockHash: string): Promise<readonly Deposit[]> {
    return [...this.deposits.values()].filter(({ block }) => block?.hash === blockHash);
  }

  async depositsFrom(height: number): Promise<readonly Deposit[]> {
    return [...this.deposits.values()].filter(({ block }) => block !== undefined && block.height >= height);
  }

  async readAgainTo(): Promise<number> {
    return this.#readAgainTo;
  }

  async followAgainFrom(): Promise<number | undefined> {
    return this.again;
  }

  async know(): Promise<Known> {
    return { payeeOf, standing: (key) => this.deposits.get(key) };
  }

  async pending(): Promise<readonly Deposit[]> {
    return [...this.deposits.values()].filter(({ state, block }) => block && /^(?:seen|dust|frozen)$/.test(state));
  }

  async judge(deposits: readonly Deposit[]): Promise<ReadonlyMap<string, Ruling>> {
    return new Map(deposits.map((deposit) => [depositKey(this.#network.name, deposit), this.ruling(deposit)]));
  }

  async commit({ from, to, changes, taken, readAgain, asDecided }: Advance): Promise<void> {
    if (--this.commitsUntilCrash < 0) throw new Error('killed');
    const isAsRead = changes.every(({ was, deposit }) => this.deposits.get(depositKey(this.#network.name, deposit))?.state === was); // oxfmt-ignore
    if (from?.hash !== this.#blocks.at(-1)?.hash || !isAsRead) throw new Error('somebody else was here');
    const isBack = to === undefined || (from !== undefined && to.height < from.height);
    if (isBack) this.#goBackTo(to);
    else if (to.hash !== from?.hash)
      this.#blocks.push(...(taken ?? [to]).map(({ height, hash }) => ({ height, hash })));
    this.#readAgainTo = Math.max(this.#readAgainTo, readAgain ?? -1);
    if (asDecided) this.again = undefined;
    while (this.#blocks.length > this.#keeps && this.#blocks[0]!.height <= this.#readAgainTo) this.#blocks.shift();
    for (const { deposit, books, alarm } of changes) {
      const key = depositKey(this.#network.name, deposit);
      this.deposits.set(key, deposit);
      if (alarm) this.alarms.add(`${key} ${alarm}`);
      this.#book(key, deposit, books);
    }
  }

  #goBackTo(to: BlockRef | undefined): void {
    const height = to?.height ?? -1;
    while ((this.#blocks.at(-1)?.height ?? -1) > height) this.#blocks.pop();
    if (to && this.#blocks.at(-1)?.height !== height) this.#blocks.push(to);
    this.#readAgainTo = Math.min(this.#readAgainTo, height);
  }

  #book(key: string, { accountId, units }: Deposit, books: 'credit' | 'freeze' | 'release' | undefined): void {
    const booked = this.booked.get(key);
    if (books === 'credit') {
      assert.equal(booked, undefined, `${key} is credited twice`);
      this.booked.set(key, { accountId: accountId!, units, isOnHold: false });
    } else if (books) {
      assert.equal(booked?.isOnHold, books === 'release', `${key}: ${books} out of turn`);
      booked!.isOnHold = books === 'freeze';
    }
  }
}
