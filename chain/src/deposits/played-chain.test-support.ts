// A chain that tests mine and reorganise, and a store with books that notice whatever is credited, held or released out of turn.
import assert from 'node:assert/strict';
import type { BaseUnits } from '../networks/amounts.ts';
import type { Network } from '../networks/networks.ts';
import { depositKey } from './deposit.ts';
import type { Block, BlockRef, Credit, Deposit } from './deposit.ts';
import type { Known, Payee } from './deposit-rule.ts';
import type { Advance, ChainSource, DepositStore, Ruling } from './follow-chain.ts';

export interface PlayedTransaction {
  txid: string;
  credits: readonly Credit[];
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

export class PlayedChain implements ChainSource {
  readonly #blocks: (Block & { transactions: readonly PlayedTransaction[] })[] = [];
  readonly #finalBelowTip: number | undefined;
  #mined = 0;

  constructor(finalBelowTip?: number) {
    this.#finalBelowTip = finalBelowTip;
  }

  mine(...transactions: PlayedTransaction[]): void {
    const height = this.#blocks.length;
    const credits = transactions.flatMap((each) => each.credits);
    this.#blocks.push({ height, hash: `block-${this.#mined++}`, parent: this.#blocks.at(-1)?.hash ?? 'none', credits, transactions }); // oxfmt-ignore
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
    return this.#blocks.at(-1)!;
  }

  async final(): Promise<BlockRef | undefined> {
    return this.#finalBelowTip === undefined ? undefined : this.#blocks.at(-1 - this.#finalBelowTip);
  }

  async hashAt(height: number): Promise<string | undefined> {
    return this.#blocks[height]?.hash;
  }

  async block(height: number): Promise<Block | undefined> {
    return this.#blocks[height];
  }
}

export class PlayedStore implements DepositStore {
  readonly deposits = new Map<string, Deposit>();
  readonly alarms: string[] = [];
  /** What an account was given, by the key of the deposit. */
  readonly booked = new Map<string, { accountId: string; units: bigint; isOnHold: boolean }>();
  ruling: (deposit: Deposit) => Ruling = () => 'credit';
  /** Counts down; the commit that it reaches fails, as one of a process that was killed. */
  commitsUntilCrash = Infinity;
  readonly #blocks: BlockRef[] = [];
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

  async know(): Promise<Known> {
    return { payeeOf, standing: (key) => this.deposits.get(key) };
  }

  async pending(): Promise<readonly Deposit[]> {
    return [...this.deposits.values()].filter(({ state, block }) => block && /^(?:seen|dust|frozen)$/.test(state));
  }

  async judge(deposits: readonly Deposit[]): Promise<ReadonlyMap<string, Ruling>> {
    return new Map(deposits.map((deposit) => [depositKey(this.#network.name, deposit), this.ruling(deposit)]));
  }

  async commit({ from, to, changes }: Advance): Promise<void> {
    if (--this.commitsUntilCrash < 0) throw new Error('killed');
    const isAsRead = changes.every(({ was, deposit }) => this.deposits.get(depositKey(this.#network.name, deposit))?.state === was); // oxfmt-ignore
    if (from?.hash !== this.#blocks.at(-1)?.hash || !isAsRead) throw new Error('somebody else was here');
    const isBack = to === undefined || (from !== undefined && to.height < from.height);
    if (isBack) this.#blocks.pop();
    else if (to.hash !== from?.hash) this.#blocks.push(to);
    while (this.#blocks.length > this.#keeps) this.#blocks.shift();
    for (const { deposit, books, alarm } of changes) {
      const key = depositKey(this.#network.name, deposit);
      this.deposits.set(key, deposit);
      if (alarm) this.alarms.push(`${key} ${alarm}`);
      this.#book(key, deposit, books);
    }
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
