// The rows of one batch in memory: what decisions read, and what their moves made of it.
import { add, formatAmount, zero, type AssetCode, type CustomerBucket, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import {
  houseAccountId,
  houseBuckets,
  mayOwe,
  type Bucket,
  type Command,
  type CommandState,
  type Cover,
  type CustomerBalance,
  type Decision,
  type HouseBucket,
  type RowWrite,
  type Submission,
} from './command.ts';
import { houseDues, type HouseDue, type OwedIn } from './dues.ts';
import type { Refusal } from '../kit/refuse.ts';
import type { AppendOnlyTable, Table, Versioned } from '../kit/table.ts';
import { HouseAccounts, type HouseAccount } from './house-accounts.ts';
import { counted, personalLimits, refusalOf, riskOf, type PersonalLimits, type Risk } from './personal-limits.ts';
import { movedOn, riskFigures, type RiskFigures } from './risk-figures.ts';
import { slices, sliceOf } from './slices.ts';
import type { BalanceRow, HouseRow, MoveRow } from './store.ts';

/** Whose balances and house accounts a move changes. */
type Side = Omit<HouseAccount, 'bucket'> & { accountId: Uuid };

const isHouse = new Set<Bucket>(houseBuckets);
const empty = (): Record<CustomerBucket, Wad> => ({ available: zero, reserved: zero, margin: zero, staked: zero });

const keyOfOwed = ({ book, coin }: OwedIn): string => `${book}/${coin}`;

/** A row of a product, and what the batch does to it. */
interface ProductRow extends Versioned<unknown> {
  /** As it was inserted in this batch. */
  inserted?: unknown;
  isUpdated: boolean;
}

export class BatchState {
  /** Rows that do not exist yet and that a move needs. */
  readonly newBalances: BalanceRow[] = [];
  readonly newHouse: HouseAccount[] = [];
  readonly moves: MoveRow[] = [];
  readonly changedBalances = new Set<BalanceRow>();
  /** An account has a row for each coin, few of which a batch touches. */
  readonly #balances = new Map<Uuid, BalanceRow[]>();
  readonly #house = new HouseAccounts<Wad>();
  readonly #rows = new Map<AppendOnlyTable<unknown>, Map<string, ProductRow>>();
  /** Slices that were read without a lock. */
  readonly #others = new HouseAccounts<Wad>();
  /** Books and coins in which the house owes. */
  readonly #owed = new Set<string>();
  readonly #now: number;
  readonly #newId: () => Uuid;

  constructor(options: { now: number; newId: () => Uuid }) {
    this.#now = options.now;
    this.#newId = options.newId;
  }

  addBalances(rows: readonly BalanceRow[]): void {
    for (const row of rows) this.#addBalance(row);
  }
  addHouse(rows: readonly HouseRow[]): void {
    for (const row of rows) this.#house.set(row, row.balance);
  }
  addOwed(owed: readonly OwedIn[]): void {
    for (const each of owed) this.#owed.add(keyOfOwed(each));
  }
  owes(where: OwedIn): boolean {
    return this.#owed.has(keyOfOwed(where));
  }
  addOthers(rows: readonly HouseRow[]): void {
    for (const row of rows) this.#others.set(row, row.balance);
  }
  addRows<Row>(table: Table<Row>, rows: readonly Versioned<Row>[]): void {
    const known = this.#rowsOf(table);
    for (const { row, version } of rows) known.set(table.keyOf(row), { row, version, isUpdated: false });
  }

  /** What the decision of one submission sees. */
  view(submission: Submission<never, unknown>): CommandState {
    const { accountId, book, command } = submission;
    const slice = sliceOf(accountId);
    const isKept = (bucket: HouseBucket, coin: AssetCode): boolean =>
      bucket === 'bankroll' && !command.paysDues && this.owes({ book, coin });
    const house = (bucket: HouseBucket, coin: AssetCode): Wad =>
      isKept(bucket, coin) ? zero : (this.#house.get({ bucket, coin, book, slice }) ?? zero);
    return {
      now: this.#now,
      newId: this.#newId,
      balance: (coin): CustomerBalance => {
        const row = this.#balanceOf(accountId, coin);
        if (!row) return empty();
        assert.equal(row.book, book, 'an account holds a coin in another book');
        return row.amounts;
      },
      house,
      owes: (coin) => this.owes({ book, coin }),
      whole: (bucket, coin) =>
        slices.reduce((sum, other) => {
          const place = { bucket, coin, book, slice: other };
          // Of the others as this batch has left it, where it has it under lock.
          return add(
            sum,
            other === slice ? house(bucket, coin) : (this.#house.get(place) ?? this.#others.get(place) ?? zero),
          );
        }, zero),
      row: <Row>(table: Table<Row>, id: Uuid) =>
        this.#rowsOf(table).get(table.keyNamed({ accountId, id }))?.row as Row | undefined,
    };
  }

  /** What the account's own limits say against a decision. */
  limitRefusal({ command, accountId }: Submission<never, unknown>, { moves }: Decision<unknown>): Refusal | undefined {
    const row = command.risksMoney && this.#rowsOf(personalLimits).get(accountId)?.row;
    return row ? refusalOf(row as PersonalLimits, riskOf(moves), this.#now) : undefined;
  }

  /** Carries a decision into the rows; asserts that no move takes more than there is. */
  apply(
    { command, accountId, book }: Submission<never, unknown>,
    { objectId, moves, writes }: Decision<unknown>,
  ): void {
    this.#countRisk(command, accountId, riskOf(moves));
    const entryId = this.#newId();
    const slice = sliceOf(accountId);
    let leg = 0;
    for (const { kind, coin, from, to, amount, cover } of moves) {
      if (amount <= 0n) assert.fail(`${command.name} moves ${amount}`);
      const side = { accountId, coin, book, slice };
      // What a move is paid from may be what its own cover releases.
      if (cover && cover.to === from) this.#changeCover(side, cover);
      const fromAfter = this.#change(side, from, -amount as Wad);
      const toAfter = this.#change(side, to, amount);
      this.moves.push({
        accountId,
        entryId,
        leg: leg++,
        kind,
        objectId,
        coin,
        book,
        from,
        to,
        fromSlice: isHouse.has(from) ? slice : 0,
        toSlice: isHouse.has(to) ? slice : 0,
        amount,
        fromAfter,
        toAfter,
        cover: cover ? { from: cover.from, to: cover.to, amount: cover.amount, slice } : null,
        version: this.#balanceOf(accountId, coin)?.version ?? null,
      });
      if (cover && cover.to !== from) this.#changeCover(side, cover);
    }
    if (writes) for (const write of writes) this.#write(write);
  }

  #countRisk(command: Command<never, unknown>, accountId: Uuid, risk: Risk): void {
    if (risk.atRisk === 0n && risk.lost === 0n) return;
    assert(command.risksMoney, `${command.name} moves what is at risk and does not say so`);
    const limits = this.#rowsOf(personalLimits).get(accountId);
    if (limits) {
      limits.row = counted(limits.row as PersonalLimits, risk, this.#now);
      limits.isUpdated = true;
    }
    const figures = this.#rowsOf(riskFigures).get(accountId);
    if (figures) figures.row = movedOn(figures.row as RiskFigures, risk, this.#now);
  }

  /** What is to be written to the products' tables; of a row that is new, its first form is inserted and its last one updated. */
  *writes(): Generator<{ table: AppendOnlyTable<unknown>; inserts: unknown[]; updates: Versioned<unknown>[] }> {
    for (const [table, rows] of this.#rows) {
      const inserts: unknown[] = [];
      const updates: Versioned<unknown>[] = [];
      for (const each of rows.values()) {
        if (each.inserted !== undefined) inserts.push(each.inserted);
        if (each.isUpdated) updates.push(each);
      }
      yield { table, inserts, updates };
    }
  }

  #rowsOf(table: AppendOnlyTable<unknown>): Map<string, ProductRow> {
    let rows = this.#rows.get(table);
    if (!rows) this.#rows.set(table, (rows = new Map()));
    return rows;
  }

  #write({ table, row, isNew }: RowWrite): void {
    const rows = this.#rowsOf(table);
    const key = table.keyOf(row);
    const known = rows.get(key);
    if (!isNew) {
      assert(known, `${table.name} has no row that was read as ${key}`);
      known.row = row;
      known.isUpdated = true;
      return;
    }
    assert(!known, `${table.name} has ${key} already`);
    rows.set(key, { row, version: 0, inserted: row, isUpdated: false });
    if (table === houseDues) this.#owed.add(keyOfOwed(row as HouseDue));
  }

  #balanceOf(accountId: Uuid, coin: AssetCode): BalanceRow | undefined {
    return this.#balances.get(accountId)?.find((row) => row.coin === coin);
  }

  #addBalance(row: BalanceRow): void {
    const rows = this.#balances.get(row.accountId);
    if (rows) rows.push(row);
    else this.#balances.set(row.accountId, [row]);
  }

  #changeCover({ coin, book, slice }: Side, { from, to, amount }: Cover): void {
    if (amount <= 0n) assert.fail(`a cover of ${amount}`);
    this.#changeHouse({ bucket: from, coin, book, slice }, -amount as Wad);
    this.#changeHouse({ bucket: to, coin, book, slice }, amount);
  }

  /** Returns what a customer's bucket then holds; null for the house's. */
  #change({ accountId, coin, book, slice }: Side, at: Bucket, by: Wad): Wad | null {
    if (isHouse.has(at)) return this.#changeHouse({ bucket: at as HouseBucket, coin, book, slice }, by);
    assert(accountId !== houseAccountId, 'the house has no customer balance');
    const bucket = at as CustomerBucket;
    let row = this.#balanceOf(accountId, coin);
    if (!row) {
      row = { accountId, coin, book, amounts: empty(), version: 0 };
      this.#addBalance(row);
      this.newBalances.push(row);
    }
    const after = (row.amounts[bucket] + by) as Wad;
    if (after < 0n) assert.fail(`${bucket} of ${accountId} would be ${formatAmount(after)} ${coin}`);
    row.amounts[bucket] = after;
    this.changedBalances.add(row);
    return after;
  }

  #changeHouse(account: HouseAccount, by: Wad): null {
    const before = this.#house.get(account);
    if (before === undefined) this.newHouse.push(account);
    const after = ((before ?? zero) + by) as Wad;
    if (after < 0n && !mayOwe.has(account.bucket)) {
      assert.fail(`${account.bucket} of slice ${account.slice} would be ${formatAmount(after)} ${account.coin}`);
    }
    this.#house.set(account, after);
    return null;
  }
}
