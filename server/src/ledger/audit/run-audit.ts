// Every invariant over a whole database, however long it takes: each is reported as it is checked, and one that fails keeps none of the
// others from being checked.
import { isConnectionLost } from '../../kit/faults.ts';
import type { Connection } from '../../kit/postgres.ts';
import type { Invariant, Together } from '../../kit/product.ts';
import { ledgerJournalRules, type InvariantReport } from '../check-invariants.ts';
import { beginSnapshot, JournalPass, type Continued, type OpenKeptRun, type Progress } from './pass-journal.ts';

export interface Checked extends InvariantReport {
  kind: 'checked';
  seconds: number;
}
export interface NotChecked {
  kind: 'not-checked';
  name: string;
  reason: string;
  seconds: number;
}
/** The rules before and behind it see different states: a snapshot that is kept for long keeps the database from tidying up. */
export interface NewSnapshot {
  kind: 'new-snapshot';
}
export type AuditEvent = Checked | NotChecked | NewSnapshot | Progress | Continued;

export interface AuditOptions {
  /** Opens a connection of the audit's own. It is asked again after one was lost. */
  open: () => Promise<Connection>;
  /** A snapshot that is older is given up before the next rule. */
  snapshotMaxMs?: number;
  rangeSize?: number;
  settleMs?: number;
  openKeptRun?: OpenKeptRun;
}

type Found = Omit<InvariantReport, 'name'>;

/** How often what was under way on a connection that was lost is tried on another one. */
const triesMax = 3;

export async function* runAudit(
  invariants: readonly Invariant[],
  { open, snapshotMaxMs = 600_000, rangeSize = 500_000, settleMs = 60_000, openKeptRun }: AuditOptions,
): AsyncGenerator<AuditEvent> {
  const audit = new Audit({ open, snapshotMaxMs });
  try {
    const isOfPass = ({ name, ofMoves }: Invariant): boolean =>
      ofMoves !== undefined || Object.values(ledgerJournalRules).some((rule) => rule.name === name);
    const ofPass = invariants.filter(isOfPass);
    if (ofPass.length > 0) yield* audit.pass(ofPass, new JournalPass(ofPass, { rangeSize, settleMs, openKeptRun }));
    for (const invariant of invariants) if (!ofPass.includes(invariant)) yield* audit.check(invariant);
  } finally {
    await audit.end();
  }
}

class Audit {
  readonly #open: () => Promise<Connection>;
  readonly #snapshotMaxMs: number;
  #connection: Connection | undefined;
  /** When the snapshot was taken that the connection is in. */
  #snapshotAt: number | undefined;
  #hasSnapshot = false;
  /** Results of combined statements in this snapshot; null for a statement that failed. */
  #together = new Map<Together, ReadonlyMap<string, Found> | null>();

  constructor({ open, snapshotMaxMs }: { open: () => Promise<Connection>; snapshotMaxMs: number }) {
    this.#open = open;
    this.#snapshotMaxMs = snapshotMaxMs;
  }

  async *pass(rules: readonly Invariant[], pass: JournalPass): AsyncGenerator<AuditEvent> {
    const from = performance.now();
    let failure: unknown;
    try {
      yield* this.#again((connection) => pass.readSettled(connection));
      // The sums are used up by the comparison, so it is not done twice.
      const connection = yield* this.#snapshot();
      yield* pass.close(connection);
    } catch (error) {
      await this.end();
      failure = error;
    }
    for (const { name } of rules) {
      const reason = failure === undefined ? pass.failureOf(name) : messageOf(failure);
      const seconds = secondsSince(from);
      if (reason !== undefined) yield { kind: 'not-checked', name, reason, seconds };
      else yield { kind: 'checked', name, ...pass.countOf(name)!, seconds };
    }
    if (failure === undefined) await pass.finish();
  }

  async *check(invariant: Invariant): AsyncGenerator<AuditEvent> {
    const from = performance.now();
    const { name } = invariant;
    try {
      const count = yield* this.#again((connection) => this.#count(connection, invariant));
      yield { kind: 'checked', name, ...count, seconds: secondsSince(from) };
    } catch (error) {
      yield { kind: 'not-checked', name, reason: messageOf(error), seconds: secondsSince(from) };
    }
  }

  async end(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#snapshotAt = undefined;
    await connection?.end().catch(() => undefined);
  }

  async *#count(connection: Connection, { name, sql, together }: Invariant): AsyncGenerator<AuditEvent, Found> {
    // Rules that were already counted are reported with the snapshot in which they were counted.
    const known = together && this.#together.get(together)?.get(name);
    if (known) return known;
    yield* this.#snapshot();
    const found = together && (await this.#countTogether(connection, together));
    return (
      found?.get(name) ??
      (await this.#inSavepoint(connection, async () => {
        const { query } = typeof sql === 'function' ? await sql(connection) : sql;
        return (await connection.query<Found>(query)).rows[0]!;
      }))
    );
  }

  /** Returns undefined if the combined statement fails. Then each rule is checked alone, which shows the rule that can't be checked. */
  async #countTogether(connection: Connection, together: Together): Promise<ReadonlyMap<string, Found> | undefined> {
    if (this.#together.has(together)) return this.#together.get(together) ?? undefined;
    try {
      const { rows } = await this.#inSavepoint(connection, () => connection.query<InvariantReport>(together.sql.query));
      const found = new Map(rows.map(({ name, ...each }) => [name, each]));
      this.#together.set(together, found);
      return found;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      this.#together.set(together, null);
      return undefined;
    }
  }

  async #inSavepoint<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
    await connection.query('savepoint rule');
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) await connection.query('rollback to rule');
      throw error;
    }
  }

  /** On a new connection after one was lost. */
  async *#again<Result>(
    work: (connection: Connection) => AsyncGenerator<AuditEvent, Result>,
  ): AsyncGenerator<AuditEvent, Result> {
    for (let tries = 1; ; tries++) {
      try {
        return yield* work(await this.#connected());
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await this.end();
        if (tries === triesMax) throw error;
      }
    }
  }

  async #connected(): Promise<Connection> {
    this.#connection ??= await this.#open();
    return this.#connection;
  }

  /** The connection, in a snapshot that is not older than it may be. */
  async *#snapshot(): AsyncGenerator<AuditEvent, Connection> {
    const connection = await this.#connected();
    const now = performance.now();
    if (this.#snapshotAt !== undefined && now - this.#snapshotAt <= this.#snapshotMaxMs) return connection;
    if (this.#snapshotAt !== undefined) await connection.query('commit');
    await connection.query(beginSnapshot);
    if (this.#hasSnapshot) yield { kind: 'new-snapshot' };
    this.#hasSnapshot = true;
    this.#snapshotAt = now;
    return connection;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const secondsSince = (from: number): number => Math.round(performance.now() - from) / 1000;
