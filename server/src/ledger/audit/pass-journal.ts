// One pass over the journal for all rules that add it up or look at single moves. It is read in ranges, each in a short transaction, up to
// where it is final; what came later is read in the snapshot in which the balances are compared.
import { createHash } from 'node:crypto';
import { isConnectionLost } from '../../kit/faults.ts';
import type { Connection } from '../../kit/postgres.ts';
import type { Invariant } from '../../kit/product.ts';
import type { Sql } from '../../kit/sql.ts';
import { ledgerJournalRules } from '../check-invariants.ts';
import { customerKey, houseKey, JournalSums, type Count, type RangeSums } from './journal-sums.ts';
import type { KeptRun, Place, RunOf } from './kept-run.ts';
import {
  countsIn,
  movesOf,
  readCustomerBalances,
  readCustomerSums,
  readHouseBalances,
  readHouseSums,
  type Range,
} from './read-journal.ts';
import { readLastNumber, settledPosition } from './settled-position.ts';

/** A file that holds it, opened for what the database and the rules are. */
export type OpenKeptRun = (of: RunOf, apply: (sums: RangeSums) => void) => Promise<KeptRun>;

export interface Progress {
  kind: 'progress';
  /** The number up to which the journal was read, and the last one. */
  position: number;
  last: number;
}
/** What a pass says about a run that it goes on with, or about a file that it does not believe. */
export interface Continued {
  kind: 'continued' | 'ignored';
  about: string;
}

export interface PassOptions {
  rangeSize: number;
  /** How long to wait for transactions that hold numbers of the journal. */
  settleMs: number;
  openKeptRun?: OpenKeptRun | undefined;
}

/** Begins a transaction whose statements see one state. */
export const beginSnapshot = 'begin isolation level repeatable read read only';

const nothing: Count = { checked: 0, broken: 0 };

export class JournalPass {
  readonly #sums = new JournalSums();
  readonly #moveRules: readonly Invariant[];
  readonly #counts: Record<string, Count> = {};
  readonly #failed = new Map<string, string>();
  readonly #options: PassOptions;
  #kept: KeptRun | undefined;
  #position = 0;

  constructor(invariants: readonly Invariant[], options: PassOptions) {
    this.#moveRules = invariants.filter(({ ofMoves }) => ofMoves);
    this.#options = options;
    for (const { name } of this.#moveRules) this.#counts[name] = nothing;
  }

  /** All that is final already. After an error it can be called again with another connection: a range counts as a whole or not at all. */
  async *readSettled(connection: Connection): AsyncGenerator<Progress | Continued> {
    if (!this.#kept && this.#options.openKeptRun) yield* this.#continue(connection, this.#options.openKeptRun);
    const settled = (await settledPosition(connection, this.#options.settleMs)) ?? this.#position;
    while (this.#position < settled) {
      const range = { after: this.#position, to: Math.min(this.#position + this.#options.rangeSize, settled) };
      await connection.query(beginSnapshot);
      const read = await this.#read(connection, range);
      await connection.query('commit');
      this.#apply(read);
      // A rule that failed is unknown over this range, which a run that goes on must read again.
      if (this.#failed.size === 0) await this.#kept?.append(read.sums, read.place);
      yield { kind: 'progress', position: this.#position, last: settled };
    }
  }

  /** The rest, and the comparison with the balances, in the snapshot that the connection is in. */
  async *close(connection: Connection): AsyncGenerator<Progress> {
    const last = await readLastNumber(connection);
    while (this.#position < last) {
      const to = Math.min(this.#position + this.#options.rangeSize, last);
      this.#apply(await this.#read(connection, { after: this.#position, to }));
      if (to < last) yield { kind: 'progress', position: to, last };
    }
    const [customers, house] = [this.#sums.closeCustomers(), this.#sums.closeHouse()];
    await readCustomerBalances(connection, ({ account, coin, book, bucket, balance }) =>
      customers.compare(customerKey(account, coin, book, bucket), balance),
    );
    await readHouseBalances(connection, ({ total, ...place }) => house.compare(houseKey(place), total));
    const reports = {
      customerBalances: customers.count(),
      houseBalances: house.count(),
      runningBalances: this.#sums.running,
      oneBook: this.#sums.oneBook,
    };
    for (const [rule, { name }] of Object.entries(ledgerJournalRules))
      this.#counts[name] = reports[rule as keyof typeof reports];
  }

  /** Of a rule that the pass has counted, once it is closed. */
  countOf = (name: string): Count | undefined => this.#counts[name];
  /** Why a rule was not counted in some range. */
  failureOf = (name: string): string | undefined => this.#failed.get(name);

  /** Once everything was reported. */
  finish = async (): Promise<void> => this.#kept?.finish();

  async *#continue(connection: Connection, open: OpenKeptRun): AsyncGenerator<Continued> {
    const database = await nameDatabase(connection);
    this.#kept = await open({ database, rules: digestOf(this.#moveRules) }, (sums) => this.#sums.apply(sums));
    const { place, startedAt, ignored } = this.#kept;
    if (ignored !== undefined) yield { kind: 'ignored', about: ignored };
    if (!place) return;
    this.#position = place.position;
    Object.assign(this.#counts, place.moveRules);
    yield { kind: 'continued', about: `${place.position} of ${new Date(startedAt).toISOString()}` };
  }

  async #read(connection: Connection, range: Range): Promise<{ sums: RangeSums; place: Place }> {
    const moves = movesOf(range);
    const reading = this.#sums.startRange();
    await readCustomerSums(connection, moves, reading.addCustomer);
    await readHouseSums(connection, moves, reading.addHouse);
    const counts = await this.#count(connection, moves);
    const moveRules: Record<string, Count> = {};
    for (const { name } of this.#moveRules) {
      const before = this.#counts[name]!;
      const { checked, broken } = counts.get(name) ?? nothing;
      moveRules[name] = { checked: before.checked + checked, broken: before.broken + broken };
    }
    return { sums: reading.sums, place: { position: range.to, moveRules } };
  }

  async #count(connection: Connection, moves: Sql): Promise<ReadonlyMap<string, Count>> {
    const rules = this.#moveRules.filter(({ name }) => !this.#failed.has(name));
    const isComparison = ({ ofMoves }: Invariant): boolean => 'count' in ofMoves!;
    const counts = new Map(
      await this.#countIn(
        connection,
        rules.filter((rule) => !isComparison(rule)),
        moves,
      ),
    );
    for (const rule of rules.filter(isComparison))
      for (const [name, count] of await this.#countIn(connection, [rule], moves)) counts.set(name, count);
    return counts;
  }

  /** Counts rules together. If that fails, counts each rule alone, so that a failing rule stops neither the pass nor other rules. */
  async #countIn(connection: Connection, rules: readonly Invariant[], moves: Sql): Promise<ReadonlyMap<string, Count>> {
    const counts = new Map<string, Count>();
    if (rules.length === 0) return counts;
    await connection.query('savepoint rule');
    try {
      const { rows } = await connection.query<{ checked: string[]; broken: string[] }>(
        countsIn(
          rules.map(({ ofMoves }) => ofMoves!),
          moves,
        ).query,
      );
      const { checked, broken } = rows[0]!;
      for (const [index, { name }] of rules.entries())
        counts.set(name, { checked: parseInt(checked[index]!, 10), broken: parseInt(broken[index]!, 10) });
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      await connection.query('rollback to rule');
      if (rules.length === 1) this.#failed.set(rules[0]!.name, (error as Error).message);
      else {
        for (const rule of rules)
          for (const [name, count] of await this.#countIn(connection, [rule], moves)) counts.set(name, count);
      }
    }
    return counts;
  }

  #apply({ sums, place }: { sums: RangeSums; place: Place }): void {
    this.#sums.apply(sums);
    Object.assign(this.#counts, place.moveRules);
    this.#position = place.position;
  }
}

/** Names the cluster, its history and the database; a cluster that is restored to an earlier time has a new history. */
async function nameDatabase(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    `select concat_ws('/', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
       (select oid from pg_database where datname = current_database())) as name`,
  );
  return rows[0]!.name;
}

function digestOf(rules: readonly Invariant[]): string {
  const range = movesOf({ after: 0, to: 0 });
  const texts = rules.map(({ name, ofMoves }) => [name, countsIn([ofMoves!], range).query]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
