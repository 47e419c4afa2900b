// The rows of one batch in memory: what decisions read, and what their moves made of it.
import { formatAmount, zero, type AssetCode, type CustomerBucket, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import {
  houseAccountId,
  houseBuckets,
  type Bucket,
  type CommandState,
  type Cover,
  type CustomerBalance,
  type Decision,
  type Entity,
  type HouseBucket,
  type RowWrite,
  type Submission,
} from './command.ts';
import { HouseAccounts, type HouseAccount } from './house-accounts.ts';
import { sliceOf } from './slices.ts';
import type { BalanceRow, HouseRow, MoveRow } from './store.ts';

/** Whose balances and house accounts a move changes. */
type Side = Omit<HouseAccount, 'bucket'> & { accountId: Uuid };

const isHouse = new Set<Bucket>(houseBuckets);
const mayOwe = new Set<Bucket>(['capital', 'bank', 'chain-custody', 'suspense', 'demo-faucet']);
const empty = (): Record<CustomerBucket, Wad> => ({ available: zero, reserved: zero, margin: zero, staked: zero });

/** A row of a product, and what the batch does to it. */
interface ProductRow {
  row: unknown;
  change: 'none' | 'insert' | 'update';
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
  readonly #rows = new Map<Entity<never>, Map<Uuid, ProductRow>>();
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
  addRows<Row>(entity: Entity<Row>, rows: readonly Row[]): void {
    const known = this.#rowsOf(entity as unknown as Entity<never>);
    for (const row of rows) known.set(entity.keyOf(row), { row, change: 'none' });
  }

  /** What the decision of one submission sees. */
  view(submission: Submission<never, unknown>): CommandState {
    const { accountId, book } = submission;
    const slice = sliceOf(accountId);
    return {
      now: this.#now,
      newId: this.#newId,
      balance: (coin): CustomerBalance => {
        const row = this.#balanceOf(accountId, coin);
        if (!row) return empty();
        assert.equal(row.book, book, 'an account holds a coin in another book');
        return row.amounts;
      },
      house: (bucket, coin) => this.#house.get({ bucket, coin, book, slice }) ?? zero,
      row: <Row>(entity: Entity<Row>, id: Uuid) =>
        this.#rowsOf(entity as unknown as Entity<never>).get(id)?.row as Row | undefined,
    };
  }

  /** Carries a decision into the rows; asserts that no move takes more than there is. */
  apply(
    { command, accountId, book }: Submission<never, unknown>,
    { objectId, moves, writes }: Decision<unknown>,
  ): void {
    const entryId = this.#newId();
    const slice = sliceOf(accountId);
    let leg = 0;
    for (const { kind, coin, from, to, amount, cover } of moves) {
      if (amount <= 0n) assert.fail(`${command.name} moves ${amount}`);
      const side = { accountId, coin, book, slice };
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
        version: this.#balanceOf(accountId, coin)?.version,
      });
      if (cover) this.#changeCover(side, cover);
    }
    if (writes) for (const write of writes) this.#write(write);
  }

  /** Rows to write, by table; a row that is new in this batch is inserted once, in its last form. */
  *writes(): Generator<{ entity: Entity; inserts: never[]; updates: never[] }> {
    for (const [entity, rows] of this.#rows) {
      const inserts: unknown[] = [];
      const updates: unknown[] = [];
      for (const { row, change } of rows.values()) {
        if (change === 'insert') inserts.push(row);
        else if (change === 'update') updates.push(row);
      }
      yield { entity, inserts: inserts as never[], updates: updates as never[] };
    }
  }

  #rowsOf(entity: Entity<never>): Map<Uuid, ProductRow> {
    let rows = this.#rows.get(entity);
    if (!rows) this.#rows.set(entity, (rows = new Map()));
    return rows;
  }

  #write({ entity, row, isNew }: RowWrite): void {
    const rows = this.#rowsOf(entity);
    const id = entity.keyOf(row as never);
    rows.set(id, { row, change: isNew || rows.get(id)?.change === 'insert' ? 'insert' : 'update' });
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
      row = { accountId, coin, book, amounts: empty() };
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
