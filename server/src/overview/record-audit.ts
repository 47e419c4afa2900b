// An audit by command stands among the checks of the books: that it began, and what it found once it has ended.
import { appendAudit } from '../kit/audit-log.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { auditCommand, beginCheck, endCheck } from './health-store.ts';

export interface AuditFound {
  checked: number;
  broken: readonly string[];
  notChecked: readonly string[];
  seconds: number;
}

/** On a pool of its own, as an audit may take hours. */
export type EndRecord = (pool: Pool, found: AuditFound) => Promise<void>;

/** Returns what is called with its end. `user` is the account of the operating system. */
export async function recordAudit(begins: Pool, user: string): Promise<EndRecord> {
  const askedBy = `${auditCommand} (${user})`;
  const checkId = await inTransaction(begins, (connection) => beginCheck(connection, { askedBy, everyMs: 0 }));
  return async (pool, { checked, broken, notChecked, seconds }) => {
    // One that could not check everything and found nothing has not ended: somebody must start it again.
    if (checkId !== undefined && (broken.length > 0 || notChecked.length === 0))
      await endCheck(pool, { checkId, invariants: checked, broken });
    const detail = { broken, not_checked: notChecked, seconds: Math.round(seconds) };
    await appendAudit(pool, { operator: askedBy, act: 'books-checked', detail });
  };
}
