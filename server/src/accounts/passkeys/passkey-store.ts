// The SQL of customers' passkeys; private to this folder.
import type { Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { KeptPasskey, PasskeyKeeping } from '../../kit/passkeys/passkeys.ts';
import type { Database, Pool } from '../../kit/postgres.ts';

export interface StoredPasskey extends KeptPasskey {
  createdAt: number;
  lastUsedAt: number | null;
}

const columns = `passkey_id as "passkeyId", account_id as "ownerId", credential_id as "credentialId",
  public_key as "publicKey", counter, transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const keptPasskeys = ({ pool, clock }: { pool: Pool; clock: Clock }): PasskeyKeeping => ({
  ofOwner: (accountId) => readPasskeys(pool, accountId),
  find: (credentialId) => findPasskey(pool, credentialId),
  countUse: (passkeyId, counter) => countUse(pool, { passkeyId, counter, at: clock.now() }),
});

/** The newest first. */
export async function readPasskeys(database: Database, accountId: Uuid): Promise<StoredPasskey[]> {
  const sql = `select ${columns} from account_passkeys where account_id = $1 order by created_at desc, passkey_id desc`;
  return (await database.query<StoredPasskey>(sql, [accountId])).rows;
}

async function findPasskey(database: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const sql = `select ${columns} from account_passkeys where credential_id = $1`;
  return (await database.query<StoredPasskey>(sql, [credentialId])).rows[0];
}

/** False where it is there already. */
export async function insertPasskey(database: Database, passkey: Omit<StoredPasskey, 'lastUsedAt'>): Promise<boolean> {
  const inserted = await database.query(
    `insert into account_passkeys (passkey_id, account_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      passkey.passkeyId,
      passkey.ownerId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      toInstant(passkey.createdAt),
    ],
  );
  return inserted.rowCount === 1;
}

async function countUse(
  database: Database,
  { passkeyId, counter, at }: { passkeyId: Uuid; counter: number; at: number },
): Promise<boolean> {
  const counted = await database.query(
    `update account_passkeys set counter = $2, last_used_at = $3
     where passkey_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [passkeyId, counter, toInstant(at)],
  );
  return counted.rowCount === 1;
}

export async function renamePasskey(
  database: Database,
  { accountId, passkeyId, name }: { accountId: Uuid; passkeyId: Uuid; name: string },
): Promise<boolean> {
  const sql = 'update account_passkeys set name = $3 where passkey_id = $2 and account_id = $1';
  return (await database.query(sql, [accountId, passkeyId, name])).rowCount === 1;
}

export async function deletePasskey(database: Database, accountId: Uuid, passkeyId: Uuid): Promise<boolean> {
  const sql = 'delete from account_passkeys where passkey_id = $2 and account_id = $1';
  return (await database.query(sql, [accountId, passkeyId])).rowCount === 1;
}
