// The SQL of customers' second factors; private to this folder.
import type { Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Database } from '../../kit/postgres.ts';

export interface StoredAuthenticator {
  secret: Buffer;
  confirmedAt: number | null;
}

export async function readAuthenticator(database: Database, accountId: Uuid): Promise<StoredAuthenticator | undefined> {
  const sql = `select secret, confirmed_at as "confirmedAt" from account_authenticators where account_id = $1`;
  return (await database.query<StoredAuthenticator>(sql, [accountId])).rows[0];
}

/** In place of one that was begun and not confirmed; false where one is on. */
export async function beginAuthenticator(
  database: Database,
  { accountId, secret, at }: { accountId: Uuid; secret: Buffer; at: number },
): Promise<boolean> {
  const begun = await database.query(
    `insert into account_authenticators (account_id, secret, began_at) values ($1, $2, $3)
     on conflict (account_id) do update set secret = excluded.secret, began_at = excluded.began_at, last_step = 0
     where account_authenticators.confirmed_at is null`,
    [accountId, secret, toInstant(at)],
  );
  return begun.rowCount === 1;
}

/** False where it is on already, or another was begun since. */
export async function confirmAuthenticator(
  database: Database,
  { accountId, secret, step, at }: { accountId: Uuid; secret: Buffer; step: number; at: number },
): Promise<boolean> {
  const confirmed = await database.query(
    `update account_authenticators set confirmed_at = $4, last_step = $3
     where account_id = $1 and secret = $2 and confirmed_at is null`,
    [accountId, secret, step, toInstant(at)],
  );
  return confirmed.rowCount === 1;
}

/** False if this code or a later one was used. */
export async function spendStep(database: Database, accountId: Uuid, step: number): Promise<boolean> {
  const sql = 'update account_authenticators set last_step = $2 where account_id = $1 and last_step < $2';
  return (await database.query(sql, [accountId, step])).rowCount === 1;
}

/** Which second factors an account has. */
export async function readFactors(
  database: Database,
  accountId: Uuid,
): Promise<{ hasApp: boolean; passkeys: number; recoveryCodes: number }> {
  const { rows } = await database.query<{ hasApp: boolean; passkeys: number; recoveryCodes: number }>(
    `select exists (select from account_authenticators where account_id = $1 and confirmed_at is not null) as "hasApp",
       (select count(*)::int from account_passkeys where account_id = $1) as passkeys,
       (select count(*)::int from account_recovery_codes where account_id = $1) as "recoveryCodes"`,
    [accountId],
  );
  return rows[0]!;
}

export async function deleteAuthenticator(database: Database, accountId: Uuid): Promise<boolean> {
  const sql = 'delete from account_authenticators where account_id = $1 and confirmed_at is not null';
  return (await database.query(sql, [accountId])).rowCount === 1;
}

export async function replaceRecoveryCodes(
  database: Database,
  accountId: Uuid,
  digests: readonly string[],
): Promise<void> {
  await database.query('delete from account_recovery_codes where account_id = $1', [accountId]);
  await database.query('insert into account_recovery_codes (account_id, code_digest) select $1, unnest($2::text[])', [
    accountId,
    digests,
  ]);
}

/** Recovery codes stand in for a second factor: with the last one they go. */
export async function dropIdleRecoveryCodes(database: Database, accountId: Uuid): Promise<void> {
  const { hasApp, passkeys } = await readFactors(database, accountId);
  if (hasApp || passkeys > 0) return;
  await database.query('delete from account_recovery_codes where account_id = $1', [accountId]);
}

export async function spendRecoveryCode(
  database: Database,
  accountId: Uuid,
  digests: readonly string[],
): Promise<boolean> {
  const sql = 'delete from account_recovery_codes where account_id = $1 and code_digest = any($2::text[])';
  return (await database.query(sql, [accountId, digests])).rowCount === 1;
}
