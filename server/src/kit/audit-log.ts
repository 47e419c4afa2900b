// The log of what operators did and looked at: appended by a function of the database, which binds each entry to the one before.
import { canonicalJson } from '@candor/proof';
import type { Database } from './postgres.ts';

export interface AuditEntry {
  /** The name of an operator, or a command with the account of the operating system. */
  operator: string;
  /** What was done: `sign-in`, `act-approved`, `customer-viewed`. */
  act: string;
  /** The wire id of an account or a proposal, the name of an operator, a coin. */
  subject?: string;
  /** Text, whole numbers, lists and objects of them. */
  detail?: Readonly<Record<string, unknown>>;
}

/** In the transaction of what it tells; nobody else can append until that ends. */
export async function appendAudit(database: Database, entry: AuditEntry): Promise<void> {
  const { operator, act, subject = '', detail = {} } = entry;
  await database.query('select audit_append($1, $2, $3, $4)', [operator, act, subject, canonicalJson(detail)]);
}
