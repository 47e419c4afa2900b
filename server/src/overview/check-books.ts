// Every invariant over the whole database: each hour by itself, and when an operator asks for it. What was found is kept. The journal is
// read as `npm run audit` reads it, in ranges over a connection of its own, so that its size is no matter of what a request may take.
import { appendAudit } from '../kit/audit-log.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Connection, Pool } from '../kit/postgres.ts';
import type { Invariant } from '../kit/product.ts';
import { watchedReads } from '../kit/watched-reads.ts';
import { runAudit } from '../ledger/audit/run-audit.ts';
import type { InvariantReport } from '../ledger/check-invariants.ts';
import { beginCheck, endCheck } from './health-store.ts';

const hourMs = 3_600_000;
/** How often it is looked whether an hour is over. */
const lookMs = 5 * 60_000;
/** An operator who asks does not wait for the hour, but for a check that began just now in another process. */
const pauseMs = 1_000;

export interface CheckParts {
  pool: Pool;
  /** A connection of the check's own, for reads that take long. */
  openRead: (name: string) => Promise<Connection>;
  /** Of all products. */
  invariants: () => readonly Invariant[];
}

/** Undefined where another check began too lately. Rejects where an invariant could not be checked, after those that are broken are kept. */
export async function checkBooksOnce(
  { pool, openRead, invariants }: CheckParts,
  askedBy: string | null,
  signal?: AbortSignal,
): Promise<InvariantReport[] | undefined> {
  const everyMs = askedBy === null ? hourMs : pauseMs;
  const checkId = await inTransaction(pool, (connection) => beginCheck(connection, { askedBy, everyMs }));
  if (checkId === undefined) return undefined;
  const { reports, failures } = await readBooks(invariants(), { openRead, signal });
  const broken = reports.filter((report) => report.broken > 0).map(({ name }) => name);
  // What could not be checked leaves the check open, unless it has found something: alarms tell of a check that is missing.
  if (broken.length > 0 || failures.length === 0) await endCheck(pool, { checkId, invariants: reports.length, broken });
  if (askedBy !== null) await appendAudit(pool, { operator: askedBy, act: 'books-checked', detail: { broken } });
  if (broken.length > 0) log.error('the books are broken', { broken });
  if (failures.length > 0) throw new Error(`not checked: ${failures.join('; ')}`);
  return reports;
}

async function readBooks(
  invariants: readonly Invariant[],
  { openRead, signal }: Pick<CheckParts, 'openRead'> & { signal: AbortSignal | undefined },
) {
  const open = watchedReads({ name: 'book-checks', open: () => openRead('candor-audit'), signal });
  const reports: InvariantReport[] = [];
  const failures: string[] = [];
  for await (const event of runAudit(invariants, { open })) {
    if (event.kind === 'checked') reports.push({ name: event.name, checked: event.checked, broken: event.broken });
    else if (event.kind === 'not-checked') failures.push(`${event.name}: ${event.reason}`);
  }
  return { reports, failures };
}

export const hourlyCheck = (parts: CheckParts): Job =>
  createJob({
    name: 'book-checks',
    role: 'web',
    every: lookMs,
    isShared: true,
    run: async (signal) => void (await checkBooksOnce(parts, null, signal)),
  });
