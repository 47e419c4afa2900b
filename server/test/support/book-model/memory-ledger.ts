// A ledger in memory that decides as the lanes do and posts as the database does, one submission after the other: fast enough for many
// sequences of commands. A run of the same submissions on PostgreSQL shows that both come to the same.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { AssetCode, Facts, RefusalCode, Uuid, Wad } from '@candor/wire';
import type { Book } from '../../../src/kit/feature.ts';
import { Refusal } from '../../../src/kit/refuse.ts';
import type { AppendOnlyTable, RowKey, Table } from '../../../src/kit/table.ts';
import { uuidOf } from '../../../src/kit/uuid-of.ts';
import { BatchState } from '../../../src/ledger/batch-state.ts';
import { InsufficientHouseFunds, type RowName } from '../../../src/ledger/command.ts';
import { CommandFault } from '../../../src/ledger/fault.ts';
import { personalLimits } from '../../../src/ledger/personal-limits.ts';
import { decide, type AnySubmission } from '../../../src/ledger/run-batch.ts';
import { sliceOf, slices } from '../../../src/ledger/slices.ts';
import { computedRows } from './computed-rows.ts';
import { MemoryMoney } from './memory-money.ts';

/** What is submitted, by whom and in which book. */
export type Asked = Omit<AnySubmission, 'idempotency' | 'receivedAt'>;
export type Outcome = { reply: unknown } | { refused: RefusalCode; facts: Facts } | { fault: string };

interface TableRow {
  table: string;
  row: unknown;
}
/** What a submission looked at and changed. */
export interface Touched {
  asked: Asked;
  read: readonly TableRow[];
  written: readonly TableRow[];
  moves: BatchState['moves'];
}

/** Ids that follow from what was submitted when: the same in every run of it. */
export class Ids {
  #label = '';
  #count = 0;
  begin(label: string): void {
    [this.#label, this.#count] = [label, 0];
  }
  readonly next = (): Uuid =>
    uuidOf(
      createHash('sha256')
        .update(`${this.#label} ${this.#count++}`)
        .digest(),
    );
}

export class MemoryLedger {
  readonly ids = new Ids();
  readonly money = new MemoryMoney();
  now: number;
  /** Told of all that was carried out. */
  readonly #watch: (touched: Touched) => void;
  readonly #rows = new Map<string, Map<string, unknown>>();

  constructor(options: { now: number; watch: (touched: Touched) => void }) {
    this.now = options.now;
    this.#watch = options.watch;
  }

  rows<Row>(table: AppendOnlyTable<Row>): Row[] {
    return [...this.#rowsOf(table).values()] as Row[];
  }
  tables(): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
    return this.#rows;
  }
  find<Row>(table: Table<Row>, key: RowKey): Row | undefined {
    return this.#rowsOf(table).get(table.keyNamed(key)) as Row | undefined;
  }
  /** What no command writes. */
  put<Row>(table: AppendOnlyTable<Row>, row: NoInfer<Row>): void {
    this.#rowsOf(table).set(table.keyOf(row), row);
  }

  /** `label` names it among all that are submitted. */
  submit(label: string, asked: Asked): Outcome {
    this.ids.begin(label);
    const submission = { ...asked, receivedAt: this.now } as AnySubmission;
    for (let hasGathered = false; ; hasGathered = true) {
      // As the lanes, which first make the id under which a batch is told of.
      this.ids.next();
      const read = this.#read(submission);
      const decided = orFault(() => decide(submission, read.state, hasGathered));
      if (decided instanceof CommandFault) return { fault: (decided.cause as Error).message };
      if (decided instanceof Refusal) return { refused: decided.code, facts: decided.facts };
      if (!(decided instanceof InsufficientHouseFunds)) {
        this.#carry(asked, read);
        return { reply: decided.reply };
      }
      this.money.gather(submission, decided, { entryId: this.ids.next(), at: this.now });
    }
  }

  #read({ command, accountId, book, input }: AnySubmission): { state: BatchState; rows: TableRow[] } {
    const state = new BatchState({ now: this.now, newId: this.ids.next });
    const coins = command.coins(input);
    const places = coins.flatMap((coin) =>
      command.house.map((bucket) => ({ bucket, coin, book, slice: sliceOf(accountId) })),
    );
    state.addHouse(this.money.houseAt(places));
    const bankrolls = places.filter(({ bucket }) => bucket === 'bankroll');
    state.addOwed(bankrolls.filter((place) => this.#owes(place)));
    const wholes = command.wholes?.(input) ?? [];
    state.addOthers(this.money.houseAt(wholes.flatMap((whole) => slices.map((slice) => ({ ...whole, book, slice })))));
    state.addBalances(this.money.balancesOf(accountId, coins));
    const limits: RowName[] = command.risksMoney ? [{ table: personalLimits, id: accountId }] : [];
    const rows = [...(command.rows?.(input) ?? []), ...limits].flatMap(({ table, id }) => {
      const row = this.#rowNamed(table, { accountId, id });
      state.addRows(table, row === undefined ? [] : [{ row, version: 0 }]);
      return row === undefined ? [] : [{ table: table.name, row }];
    });
    return { state, rows };
  }

  #carry(asked: Asked, { state, rows }: { state: BatchState; rows: TableRow[] }): void {
    for (const move of state.moves) this.money.post(move, this.now);
    const written: TableRow[] = [];
    for (const { table, inserts, updates } of state.writes()) {
      for (const row of [...inserts, ...updates.map((each) => each.row)]) {
        this.put(table, row as never);
        written.push({ table: table.name, row });
      }
    }
    this.#watch({ asked, read: rows, written, moves: state.moves });
  }

  #rowNamed(table: Table<unknown>, key: RowKey): unknown {
    const computed = computedRows.get(table);
    return computed ? computed(this, key) : this.find(table, key);
  }

  #owes({ book, coin }: { book: Book; coin: AssetCode }): boolean {
    const dues = [...(this.#rows.get('house_dues')?.values() ?? [])] as { book: Book; coin: AssetCode; unpaid: Wad }[];
    return dues.some((due) => due.book === book && due.coin === coin && due.unpaid > 0n);
  }

  #rowsOf(table: { name: string }): Map<string, unknown> {
    const rows = this.#rows.get(table.name) ?? new Map<string, unknown>();
    this.#rows.set(table.name, rows);
    return rows;
  }
}

function orFault<Result>(work: () => Result): Result | CommandFault {
  try {
    return work();
  } catch (error) {
    assert(error instanceof CommandFault, String(error));
    return error;
  }
}
