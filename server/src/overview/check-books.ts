// Every invariant over the whole database: each hour by itself, and when an operator asks for it. What was found is kept.
import { appendAudit } from '../kit/audit-log.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Invariant } from '../kit/product.ts';
import { checkInvariants, type InvariantReport } from '../ledger/check-invariants.ts';
import { beginCheck, endCheck } from './health-store.ts';

const hourMs = 3_600_000;
/** How often it is looked whether an hour is over. */
const lookMs = 5 * 60_000;
/** An operator who asks does not wait for the hour, but for a check that began just now in another process. */
const pauseMs = 1_000;

/** Undefined where another check began too lately. */
export async function checkBooksOnce(
  pool: Pool,
  invariants: readonly Invariant[],
  askedBy: string | null,
): Promise<InvariantReport[] | undefined> {
  const everyMs = askedBy === null ? hourMs : pauseMs;
  const checkId = await inTransaction(pool, (connection) => beginCheck(connection, { askedBy, everyMs }));
  if (checkId === undefined) return undefined;
  const reports = await checkInvariants(pool, invariants);
  const broken = reports.filter((report) => report.broken > 0).map(({ name }) => name);
  await endCheck(pool, { checkId, invariants: reports.length, broken });
  if (askedBy !== null) await appendAudit(pool, { operator: askedBy, act: 'books-checked', detail: { broken } });
  if (broken.length > 0) log.error('the books are broken', { broken });
  return reports;
}

export const hourlyCheck = (pool: Pool, invariants: () => readonly Invariant[]): Job =>
  createJob({
    name: 'book-checks',
    role: 'web',
    every: lookMs,
    isShared: true,
    run: async () => void (await checkBooksOnce(pool, invariants(), null)),
  });
