// The rows of one batch in memory: what decisions read, and what their moves made of it.
import { formatAmount, zero, type AssetCode, type CustomerBucket, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Book } from '../kit/feature.ts';
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
import { sliceOf } from './slices.ts';
import type { BalanceRow, HouseRow, MoveRow } from './store.ts';

const isHouse = new Set<Bucket>(houseBuckets);
const mayOwe = new Set<Bucket>(['capital', 'bank', 'chain-custody', 'suspense', 'demo-faucet']);
const empty = (): Record<CustomerBucket, Wad> => ({ available: zero, reserved: zero, margin: zero, staked: zero });

interface HouseKey {
  bucket: HouseBucket;
  coin: AssetCode;
  book: Book;
  slice: number;
}
const balanceKey = (accountId: Uuid, coin: AssetCode): string => accountId + coin;
const houseKey = (key: HouseKey): string => `${key.bucket}/${key.coin}/${key.book}/${key.slice}`;

export class BatchState {
  /** Rows that do not exist yet and that a move needs. */
  readonly newBalances: BalanceRow[] = [];
  readonly newHouse: HouseKey[] = [];
  readonly moves: MoveRow[] = [];
  readonly changedBalances = new Set<BalanceRow>();
  readonly #balances = new Map<string, BalanceRow>();
  readonly #house = new Map<string, Wad>();
  readonly #rows = new Map<string, Map<Uuid, unknown>>();
  readonly #inserts = new Map<Entity<never>, Map<Uuid, unknown>>();
  readonly #updates = new Map<Entity<never>, Map<Uuid, unknown>>();
  readonly #now: number;
  readonly #newId: () => Uuid;

  constructor(options: { now: number; newId: () => Uuid }) {
    this.#now = options.now;
    this.#newId = options.newId;
  }

  addBalances(rows: readonly BalanceRow[]): void {
    for (const row of rows) this.#balances.set(balanceKey(row.accountId, row.coin), row);
  }
  addHouse(rows: readonly HouseRow[]): void {
    for (const row of rows) this.#house.set(houseKey(row), row.balance);
  }
  addRows<Row>(entity: Entity<Row>, rows: readonly Row[]): void {
    const known = this.#rows.get(entity.name) ?? new Map<Uuid, unknown>();
    for (const row of rows) known.set(entity.keyOf(row), row);
    this.#rows.set(entity.name, known);
  }

  /** What the decision of one submission sees. */
  view(submission: Submission<never, unknown>): CommandState {
    const { accountId, book } = submission;
    const slice = sliceOf(accountId);
    return {
      now: this.#now,
      newId: this.#newId,
      balance: (coin): CustomerBalance => {
        const row = this.#balances.get(balanceKey(accountId, coin));
        assert(!row || row.book === book, `account ${accountId} holds ${coin} in another book`);
        return row?.amounts ?? empty();
      },
      house: (bucket, coin) => this.#house.get(houseKey({ bucket, coin, book, slice })) ?? zero,
      row: <Row>(entity: Entity<Row>, id: Uuid) => this.#rows.get(entity.name)?.get(id) as Row | undefined,
    };
  }

  /** Carries a decision into the rows; asserts that no move takes more than there is. */
  apply(submission: Submission<never, unknown>, decision: Decision<unknown>): void {
    const entryId = this.#newId();
    const slice = sliceOf(submission.accountId);
    for (const [leg, move] of decision.moves.entries()) {
      assert(move.amount > 0n, `${submission.command.name} moves ${move.amount}`);
      const side = { accountId: submission.accountId, coin: move.coin, book: submission.book, slice };
      this.moves.push({
        accountId: submission.accountId,
        entryId,
        leg,
        kind: move.kind,
        objectId: decision.objectId,
        coin: move.coin,
        book: submission.book,
        from: move.from,
        to: move.to,
        fromSlice: isHouse.has(move.from) ? slice : 0,
        toSlice: isHouse.has(move.to) ? slice : 0,
        amount: move.amount,
        fromAfter: this.#change({ ...side, bucket: move.from }, -move.amount as Wad),
        toAfter: this.#change({ ...side, bucket: move.to }, move.amount),
        cover: move.cover ? { ...move.cover, slice } : null,
        version: this.#balances.get(balanceKey(submission.accountId, move.coin))?.version,
      });
      if (move.cover) this.#changeCover(side, move.cover);
    }
    for (const write of decision.writes ?? []) this.#write(write);
  }

  /** Rows to write, by table; a row that is new in this batch is inserted once, in its last form. */
  *writes(): Generator<{ entity: Entity; inserts: never[]; updates: never[] }> {
    for (const entity of new Set([...this.#inserts.keys(), ...this.#updates.keys()])) {
      yield {
        entity,
        inserts: [...(this.#inserts.get(entity)?.values() ?? [])] as never[],
        updates: [...(this.#updates.get(entity)?.values() ?? [])] as never[],
      };
    }
  }

  #write({ entity, row, isNew }: RowWrite): void {
    const id = entity.keyOf(row as never);
    const inserted = this.#inserts.get(entity);
    const target = isNew || inserted?.has(id) ? this.#inserts : this.#updates;
    const rows = target.get(entity) ?? new Map<Uuid, unknown>();
    target.set(entity, rows.set(id, row));
    this.addRows(entity, [row as never]);
  }

  #changeCover(side: { coin: AssetCode; book: Book; slice: number }, { from, to, amount }: Cover): void {
    assert(amount > 0n, `a cover of ${amount}`);
    this.#changeHouse({ ...side, bucket: from }, -amount as Wad);
    this.#changeHouse({ ...side, bucket: to }, amount);
  }

  #change(side: Omit<HouseKey, 'bucket'> & { accountId: Uuid; bucket: Bucket }, by: Wad): Wad | null {
    if (isHouse.has(side.bucket)) return this.#changeHouse(side as HouseKey, by);
    assert(side.accountId !== houseAccountId, 'the house has no customer balance');
    const bucket = side.bucket as CustomerBucket;
    const key = balanceKey(side.accountId, side.coin);
    let row = this.#balances.get(key);
    if (!row) {
      row = { accountId: side.accountId, coin: side.coin, book: side.book, amounts: empty() };
      this.#balances.set(key, row);
      this.newBalances.push(row);
    }
    const after = (row.amounts[bucket] + by) as Wad;
    assert(after >= 0n, `${bucket} of ${side.accountId} would be ${formatAmount(after)} ${side.coin}`);
    row.amounts[bucket] = after;
    this.changedBalances.add(row);
    return after;
  }

  #changeHouse(side: HouseKey, by: Wad): null {
    const key = houseKey(side);
    const before = this.#house.get(key);
    if (before === undefined) {
      this.newHouse.push({ bucket: side.bucket, coin: side.coin, book: side.book, slice: side.slice });
    }
    const after = ((before ?? zero) + by) as Wad;
    assert(after >= 0n || mayOwe.has(side.bucket), `${key} would be ${formatAmount(after)}`);
    this.#house.set(key, after);
    return null;
  }
}
