// Balances and house accounts of the ledger in memory, and how they are posted to: what ledger_post and its constraints do.
import assert from 'node:assert/strict';
import { add, formatAmount, zero, type AssetCode, type CustomerBucket, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../../../src/kit/feature.ts';
import { houseAccountId, houseBuckets, mayOwe, type Bucket, type HouseBucket } from '../../../src/ledger/command.ts';
import type { InsufficientHouseFunds } from '../../../src/ledger/command.ts';
import { HouseAccounts, type HouseAccount } from '../../../src/ledger/house-accounts.ts';
import { planRebalance } from '../../../src/ledger/plan-rebalance.ts';
import { sliceOf, slices } from '../../../src/ledger/slices.ts';
import type { BalanceRow, HouseRow, MoveRow } from '../../../src/ledger/store.ts';

interface Account {
  accountId: Uuid;
  coin: AssetCode;
  book: Book;
}

const isHouse = new Set<Bucket>(houseBuckets);
const outside = new Set<Bucket>(['bank', 'chain-custody']);
const empty = (): Record<CustomerBucket, Wad> => ({ available: zero, reserved: zero, margin: zero, staked: zero });

export class MemoryMoney {
  readonly journal: (MoveRow & { at: number })[] = [];
  readonly #balances = new Map<string, BalanceRow>();
  readonly #house = new HouseAccounts<HouseRow>();

  /** Copies: a decision that is not carried out must leave no trace. */
  balancesOf(accountId: Uuid, coins: readonly AssetCode[]): BalanceRow[] {
    return coins.flatMap((coin) => {
      const row = this.#balances.get(`${accountId} ${coin}`);
      return row ? [{ ...row, amounts: { ...row.amounts } }] : [];
    });
  }

  houseAt(places: readonly HouseAccount[]): HouseRow[] {
    return places.flatMap((place) => this.#house.get(place) ?? []);
  }
  allHouse = (): HouseRow[] => this.#house.values();
  allBalances = (): BalanceRow[] => [...this.#balances.values()];

  post(move: MoveRow, at: number): void {
    const { accountId, coin, book, from, to, fromSlice, toSlice, amount, cover } = move;
    assert(amount > zero, `${move.kind} moves ${formatAmount(amount)}`);
    const isInside = [from, to, cover?.from, cover?.to].every((bucket) => bucket === undefined || !outside.has(bucket));
    assert(book === 'real' || isInside, `${move.kind} takes bonus money out`);
    const account = { accountId, coin, book };
    this.#change(account, { bucket: from, slice: fromSlice, by: -amount as Wad });
    this.#change(account, { bucket: to, slice: toSlice, by: amount });
    if (cover) {
      this.#change(account, { bucket: cover.from, slice: cover.slice, by: -cover.amount as Wad });
      this.#change(account, { bucket: cover.to, slice: cover.slice, by: cover.amount });
    }
    this.journal.push({ ...move, at });
  }

  /** What a slice was short of comes from the others, as the house's own entry. */
  gather(
    { accountId, book }: { accountId: Uuid; book: Book },
    { bucket, coin, amount: wanted }: InsufficientHouseFunds,
    { entryId, at }: { entryId: Uuid; at: number },
  ): void {
    const held = (slice: number): Wad => this.#house.get({ bucket, coin, book, slice })?.balance ?? zero;
    const needs = slices.map((slice) => ({ slice, balance: held(slice), wanted: slice === sliceOf(accountId) ? wanted : zero })); // oxfmt-ignore
    for (const [leg, { from, to, amount }] of planRebalance(needs).entries()) {
      const own = { accountId: houseAccountId, entryId, leg, kind: 'house-gathered', objectId: entryId, coin, book };
      const none = { fromAfter: null, toAfter: null, cover: null, version: null };
      this.post({ ...own, ...none, from: bucket, to: bucket, fromSlice: from, toSlice: to, amount }, at);
    }
  }

  /** What each book holds of each coin in all: nothing, as each account that may owe is one of them. */
  readonly sums = new Map<string, Wad>();
  /** What is below zero and may not be: nothing, once an entry is posted. */
  readonly below = new Set<string>();

  #change(account: Account, { bucket, slice, by }: { bucket: Bucket; slice: number; by: Wad }): void {
    const { accountId, coin, book } = account;
    const sum = `${book} ${coin}`;
    this.sums.set(sum, add(this.sums.get(sum) ?? zero, by));
    if (isHouse.has(bucket)) {
      const place = { bucket: bucket as HouseBucket, coin, book, slice };
      const balance = add(this.#house.get(place)?.balance ?? zero, by);
      this.#house.set(place, { ...place, balance });
      if (!mayOwe.has(bucket)) this.#note(`${bucket} ${slice} ${sum}`, balance);
      return;
    }
    const key = `${accountId} ${coin}`;
    const row = this.#balances.get(key) ?? { accountId, coin, book, amounts: empty(), version: 0 };
    assert.equal(row.book, book, `${accountId} holds ${coin} in another book`);
    const name = bucket as CustomerBucket;
    const amounts = { ...row.amounts, [name]: add(row.amounts[name], by) };
    this.#balances.set(key, { ...row, amounts, version: row.version + 1 });
    this.#note(`${key} ${name}`, amounts[name]);
  }

  #note(where: string, held: Wad): void {
    if (held < zero) this.below.add(where);
    else this.below.delete(where);
  }
}
