// All SQL of pictures.
import { toInstant, type Uuid } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';
import type { Sealed } from '../kit/sealing.ts';

export interface PictureRow {
  pictureId: Uuid;
  accountId: Uuid;
  /** Of what was kept, to find it again in other hands. */
  digest: Buffer;
  /** The key of its file. */
  key: Sealed;
}

export async function countUploads(database: Database, accountId: Uuid, since: number): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from pictures where account_id = $1 and uploaded_at > $2',
    [accountId, toInstant(since)],
  );
  return rows[0]!.count;
}

/** One writer for an account, until its transaction ends. */
export const lockUploads = async (database: Database, accountId: Uuid): Promise<void> =>
  void (await database.query(`select pg_advisory_xact_lock(hashtextextended('picture ' || $1, 0))`, [accountId]));

export async function insertPicture(
  database: Database,
  {
    pictureId,
    accountId,
    digest,
    look,
    key,
    uploadedAt,
    deleteAfter,
  }: PictureRow & { look: bigint | undefined; uploadedAt: number; deleteAfter: number },
): Promise<void> {
  await database.query(
    `insert into pictures (picture_id, account_id, digest, look, key_id, wrapped_key, uploaded_at, delete_after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [pictureId, accountId, digest, look, key.keyId, key.bytes, toInstant(uploadedAt), toInstant(deleteAfter)],
  );
}

/** Undefined once it is deleted. */
export async function readPicture(database: Database, pictureId: Uuid): Promise<PictureRow | undefined> {
  const { rows } = await database.query<Omit<PictureRow, 'key'> & { keyId: string; bytes: Buffer }>(
    `select picture_id as "pictureId", account_id as "accountId", digest, key_id as "keyId", wrapped_key as bytes
     from pictures where picture_id = $1 and wrapped_key is not null`,
    [pictureId],
  );
  return rows.map(({ keyId, bytes, ...row }) => ({ ...row, key: { keyId, bytes } }))[0];
}

/** Those of them that are there, and are now kept until then, or longer if they were. */
export async function keepUntil(
  database: Database,
  { pictureIds, accountId, until }: { pictureIds: readonly Uuid[]; accountId: Uuid; until: number },
): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>(
    `update pictures set delete_after = greatest(delete_after, $3)
     where picture_id = any($1) and account_id = $2 and wrapped_key is not null returning picture_id as id`,
    [pictureIds, accountId, toInstant(until)],
  );
  return rows.map(({ id }) => id);
}

/** Certified, or money came in from the account: until then anybody could be behind it. */
const proven = (account: string): string =>
  `(exists (select from accounts a where a.account_id = ${account} and a.verified_at is not null)
    or exists (select from deposits d where d.account_id = ${account} and d.credited_at is not null)
    or exists (select from purchases o where o.account_id = ${account} and o.state = 'completed'))`;

export async function isProven(database: Database, accountId: Uuid): Promise<boolean> {
  const { rows } = await database.query<{ is: boolean }>(`select ${proven('$1')} as is`, [accountId]);
  return rows[0]!.is;
}

/**
 * Pictures that something named and whose time is over: an account that is proven by now has the time that others have, and what an open
 * case or request still needs stays a day longer. None is kept beyond the time that others have.
 */
export async function extendNeeded(database: Database, now: number, keptDays: number): Promise<void> {
  await database.query(
    `update pictures p set delete_after = case when ${proven('p.account_id')} then p.uploaded_at + $2 * interval '1 day'
         else least($1::timestamptz + interval '1 day', p.uploaded_at + $2 * interval '1 day') end
     where p.delete_after < $1 and p.wrapped_key is not null and p.delete_after > p.uploaded_at + interval '1 day'
       and p.uploaded_at + $2 * interval '1 day' > $1 and (${proven('p.account_id')}
         or exists (select from identity_cases c where c.account_id = p.account_id and c.state = 'review' and p.picture_id in (c.front, c.back))
         or exists (select from support_messages m join support_tickets t using (ticket_id)
           where m.account_id = p.account_id and t.state <> 'closed' and p.picture_id = any (m.pictures)))`,
    [toInstant(now), keptDays],
  );
}

/** Without its key no copy of the file can be read, wherever it lies; what is left says that there was one. */
export async function forgetKeys(database: Database, now: number, limit: number): Promise<Uuid[]> {
  const { rows } = await database.query<{ id: Uuid }>(
    `update pictures set wrapped_key = null, look = null where picture_id in
       (select picture_id from pictures where delete_after < $1 and wrapped_key is not null
        order by delete_after limit $2 for update skip locked)
     returning picture_id as id`,
    [toInstant(now), limit],
  );
  return rows.map(({ id }) => id);
}

/** Of this database and of no copy that was restored elsewhere, which its rows could not tell apart. */
export async function readDatabaseId(database: Database): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `select system_identifier || '/' || oid as id from pg_control_system(), pg_database where datname = current_database()`,
  );
  return rows[0]!.id;
}

/** Of these names, those whose picture is to be read. */
export async function knownAmong(database: Database, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select picture_id::text as id from pictures where picture_id::text = any($1) and wrapped_key is not null',
    [names],
  );
  return new Set(rows.map(({ id }) => id));
}
