// The audit log as calls of the console.
import { Readable } from 'node:stream';
import { exportAuditLog, listLooks, readAuditLog, tableRowsMax, toInstant } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { csvLine } from '../kit/csv.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { readLooks } from './look-store.ts';
import { readAuditRows, type AuditFilter } from './audit-store.ts';

export const auditCalls = (pool: Pool): BoundCall[] => [
  bindOperator(readAuditLog, async ({ pagesize, ...wanted }) => {
    const rows = await readAuditRows(pool, { ...wanted, limit: pagesize + 1 });
    const entries = rows.slice(0, pagesize).map(({ at, previousHash, ...row }) => ({
      ...row,
      at: toInstant(at),
      previous_hash: previousHash,
    }));
    return { entries, ...(rows.length > pagesize && { next_before: entries.at(-1)!.seq }) };
  }),
  bindOperator(listLooks, async () => ({
    looks: (await readLooks(pool)).map(({ peakAt, hourBound, dayBound, ...row }) => ({
      ...row,
      peak_at: toInstant(peakAt),
      hour_bound: hourBound,
      day_bound: dayBound,
    })),
  })),
  bindDownload(exportAuditLog, async (filter, context) => {
    const { operator } = context as OperatorContext;
    const detail = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    await appendAudit(pool, { operator: operator.name, act: 'list-exported', subject: 'audit-log', detail });
    return {
      fileName: 'audit-log.csv',
      contentType: 'text/csv; charset=utf-8',
      tag: operator.sessionId,
      isPrivate: true,
      isFinal: false,
      open: () => Readable.from(linesOf(pool, filter), { objectMode: true, highWaterMark: 1 }),
    };
  }),
];

const rowsARead = 500;
const head = ['seq', 'at', 'operator', 'act', 'subject', 'detail', 'previous_hash', 'hash'];

async function* linesOf(pool: Pool, filter: Omit<AuditFilter, 'limit' | 'before'>): AsyncGenerator<string> {
  yield csvLine(head);
  let before: number | undefined;
  for (let left = tableRowsMax; left > 0; left -= rowsARead) {
    const rows = await readAuditRows(pool, { ...filter, before, limit: rowsARead });
    if (rows.length > 0) yield rows.map(({ seq, at, operator, act, subject, detail, previousHash, hash }) => csvLine([String(seq), toInstant(at), operator, act, subject, detail, previousHash, hash])).join(''); // oxfmt-ignore
    before = rows.at(-1)?.seq;
    if (rows.length < rowsARead) return;
  }
}
