// The SQL that reads the audit log; kit/audit-log.ts appends to it.
import { plainWords } from '../kit/plain-words.ts';
import type { Database } from '../kit/postgres.ts';

export interface AuditRow {
  seq: number;
  at: number;
  operator: string;
  act: string;
  subject: string;
  detail: string;
  previousHash: string;
  hash: string;
}

export interface AuditFilter {
  operator?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  /** Entries before this one. */
  before?: number | undefined;
  limit: number;
}

/** The newest first. */
export async function readAuditRows(database: Database, wanted: AuditFilter): Promise<AuditRow[]> {
  const { operator, act, subject, before, limit } = wanted;
  const { rows } = await database.query<AuditRow>(
    `select seq, at, operator, act, subject, detail, encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
     from audit_log
     where ($1::text is null or operator = $1) and ($2::text is null or act = $2) and ($3::text is null or subject = $3)
       and ($4::bigint is null or seq < $4)
     order by seq desc limit $5`,
    [...[operator, act, subject].map((words) => words && plainWords(words)), before, limit],
  );
  return rows;
}
