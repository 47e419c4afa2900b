// The log of what operators did and looked at: appended by a function of the database, which binds each entry to the one before.
import { AsyncLocalStorage } from 'node:async_hooks';
import { canonicalJson } from '@candor/proof';
import type { Endpoint, RefusalCode } from '@candor/wire';
import type { OperatorSession } from './feature.ts';
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

/** A reply that tells of customers, as it is about to go to an operator. */
export interface Look {
  operator: OperatorSession;
  call: Endpoint;
  payload: unknown;
  data: unknown;
}
/** Leaves a row of it; whoever shows the reply waits for that. */
export type NoteLook = (look: Look) => Promise<void>;

/** Counts it under the bounds of its operator; either refuses with `looks-used-up`. */
export interface CountLook {
  /** Before anything is read or done. */
  before(look: Omit<Look, 'data'>): Promise<void>;
  /** Whom it shows is known then, and nothing has gone out. */
  after(look: Look): Promise<void>;
}

/** A call or page of the console that was refused before a handler saw it. */
export interface RefusedCall {
  /** Undefined where nobody is signed in. */
  operator: OperatorSession | undefined;
  code: RefusalCode;
  /** The path as the table of calls has it, never what was typed. */
  path: string;
  ip: string;
}
/** Who their rows name where nobody is signed in; no operator can have a name with spaces. */
export const nobodySignedIn = 'nobody signed in';
/** Returns at once: a refusal waits for no row, and is sent even while the log can't be written. */
export type NoteRefusedCall = (refused: RefusedCall) => void;

const appended = new AsyncLocalStorage<{ rows: number }>();

/** In the transaction of what it tells; nobody else can append until that ends. */
export async function appendAudit(database: Database, entry: AuditEntry): Promise<void> {
  const { operator, act, subject = '', detail = {} } = entry;
  const counted = appended.getStore();
  if (counted) counted.rows++;
  await database.query('select audit_append($1, $2, $3, $4)', [operator, act, subject, canonicalJson(detail)]);
}

/** With how many rows the work left in the log. */
export function countRows<Answer>(work: () => Answer): Promise<{ answer: Awaited<Answer>; rows: number }> {
  const counted = { rows: 0 };
  return appended.run(counted, async () => {
    const answer = await work();
    return { answer, rows: counted.rows };
  });
}
