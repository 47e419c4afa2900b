// The SQL of copies of a customer's data and of closed accounts.
import { toInstant, type Uuid } from '@candor/wire';
import type { Database, Pool } from '../kit/postgres.ts';
import type { Sealed } from '../kit/sealing.ts';

export interface StoredExport {
  exportId: Uuid;
  accountId: Uuid;
  requestedAt: number;
  begunAt: number | null;
  readyAt: number | null;
  bytes: number | null;
  parts: number | null;
  deleteAfter: number | null;
}

const exportColumns = `export_id as "exportId", account_id as "accountId", requested_at as "requestedAt", begun_at as "begunAt", ready_at as "readyAt",
  bytes, parts, delete_after as "deleteAfter"`;

export async function readLatestExport(database: Database, accountId: Uuid): Promise<StoredExport | undefined> {
  const sql = `select ${exportColumns} from data_exports where account_id = $1 order by requested_at desc limit 1`;
  return (await database.query<StoredExport>(sql, [accountId])).rows[0];
}

/** Does nothing where one is waiting. */
export async function insertExport(
  database: Database,
  { exportId, accountId, at }: { exportId: Uuid; accountId: Uuid; at: number },
): Promise<void> {
  await database.query(
    'insert into data_exports (export_id, account_id, requested_at) values ($1, $2, $3) on conflict do nothing',
    [exportId, accountId, toInstant(at)],
  );
}

/** The first that waits, put off for whoever else looks. */
export async function takeWaitingExport(
  database: Database,
  { now, begunBefore }: { now: number; begunBefore: number },
): Promise<StoredExport[]> {
  const { rows } = await database.query<StoredExport>(
    `update data_exports set begun_at = $1 where export_id = (
       select export_id from data_exports where ready_at is null and (begun_at is null or begun_at < $2)
       order by requested_at limit 1 for update skip locked)
     returning ${exportColumns}`,
    [toInstant(now), toInstant(begunBefore)],
  );
  return rows;
}

/** Identifies the process that makes a copy: `begunAt` is the time at which the process started or last wrote a part. */
export interface Making {
  exportId: Uuid;
  begunAt: number;
}

/** Stores a part and renews `begun_at`, so that no other process starts the copy. Returns false if another process has started it already. */
export async function insertPart(
  database: Database,
  { exportId, begunAt }: Making,
  { place, sealed, at }: { place: number; sealed: Sealed; at: number },
): Promise<boolean> {
  const inserted = await database.query(
    `with making as (update data_exports set begun_at = $6 where export_id = $1 and begun_at = $5 and ready_at is null returning export_id)
     insert into data_export_parts (export_id, place, key_id, sealed) select export_id, $2, $3, $4 from making`,
    [exportId, place, sealed.keyId, sealed.bytes, toInstant(begunAt), toInstant(at)],
  );
  return inserted.rowCount === 1;
}

export const deleteParts = async (database: Database, exportId: Uuid): Promise<void> =>
  void (await database.query('delete from data_export_parts where export_id = $1', [exportId]));

export async function readPart(database: Database, exportId: Uuid, place: number): Promise<Sealed | undefined> {
  const sql = 'select key_id as "keyId", sealed as bytes from data_export_parts where export_id = $1 and place = $2';
  return (await database.query<Sealed>(sql, [exportId, place])).rows[0];
}

/** Returns false if the copy is gone because its account was closed, or if another process makes it now. */
export async function markReady(
  database: Database,
  { exportId, begunAt }: Making,
  { bytes, parts, at, deleteAfter }: { bytes: number; parts: number; at: number; deleteAfter: number },
): Promise<boolean> {
  const updated = await database.query(
    `update data_exports set ready_at = $2, bytes = $3, parts = $4, delete_after = $5
     where export_id = $1 and begun_at = $6 and ready_at is null`,
    [exportId, toInstant(at), bytes, parts, toInstant(deleteAfter), toInstant(begunAt)],
  );
  return updated.rowCount === 1;
}

/** Deletes one copy per statement, as deleting a copy also deletes all of its parts. */
export async function deleteOldExports(database: Database, now: number): Promise<void> {
  const sql = `delete from data_exports where export_id = (
    select export_id from data_exports where ready_at is not null and delete_after < $1 limit 1 for update skip locked)`;
  for (let isMore = true; isMore;) isMore = (await database.query(sql, [toInstant(now)])).rowCount === 1;
}

export type InTheWay = '' | 'balances' | 'frozen';

export async function runAccountClose(
  database: Database,
  { accountId, keepUntil }: { accountId: Uuid; keepUntil: number },
): Promise<InTheWay> {
  const sql = 'select account_close($1, $2) as answer';
  return (await database.query<{ answer: InTheWay }>(sql, [accountId, toInstant(keepUntil)])).rows[0]!.answer;
}

export const forgetClosed = async (pool: Pool): Promise<void> =>
  void (await pool.query('select accounts_forget_closed()'));

export async function findExperienceAccount(database: Database, ownerId: Uuid): Promise<Uuid | undefined> {
  const sql = 'select account_id as id from accounts where experience_of = $1';
  return (await database.query<{ id: Uuid }>(sql, [ownerId])).rows[0]?.id;
}
