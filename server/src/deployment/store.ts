// The SQL of what a database is for; private to this folder.
import type { Database } from '../kit/postgres.ts';
import type { KeyIds } from './key-ids.ts';
import type { ChainedKeys, DatabaseRole, Mode } from './rules.ts';

/** Also of a database that was not migrated yet, or that is somebody else's. */
export async function readMode(database: Database): Promise<Mode | undefined> {
  const { rows } = await database.query<{ isReadable: boolean | null }>(
    `select has_table_privilege(to_regclass('deployment'), 'select') as "isReadable"`,
  );
  if (!rows[0]!.isReadable) return undefined;
  return (await database.query<{ mode: Mode }>('select mode from deployment')).rows[0]?.mode;
}

/** Whether this connection's role may store objects that belong to no table. */
export async function mayMakeLargeObjects(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ may: boolean }>(
    `select coalesce(bool_or(has_function_privilege(oid, 'execute')), false) as may from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace and (proname like 'lo\\_%' or proname in ('loread', 'lowrite'))`,
  );
  return rows[0]!.may;
}

/** Until the end of the transaction nobody else writes down what the database is for. */
export const lockDeployment = async (database: Database): Promise<void> =>
  void (await database.query(`select pg_advisory_xact_lock(hashtext('deployment'))`));

export const insertMode = async (database: Database, mode: Mode): Promise<void> =>
  void (await database.query('insert into deployment (mode) values ($1) on conflict do nothing', [mode]));

/** The oldest first. */
export async function readKeyChain(database: Database): Promise<ChainedKeys[]> {
  const { rows } = await database.query<KeyIds & { sinceMs: string }>(
    `select signing_key as "signingKey", push_key as "pushKey", pepper, fingerprint_key as "fingerprintKey",
       code_key as "codeKey", floor(extract(epoch from since) * 1000)::text as "sinceMs"
     from deployment_keys order by position`,
  );
  return rows.map(({ sinceMs, ...keys }) => ({ ...keys, since: parseInt(sinceMs, 10) }));
}

export async function insertKeys(database: Database, keys: KeyIds, position: number): Promise<void> {
  await database.query(
    `insert into deployment_keys (position, signing_key, push_key, pepper, fingerprint_key, code_key)
     values ($1, $2, $3, $4, $5, $6)`,
    [position, keys.signingKey, keys.pushKey, keys.pepper, keys.fingerprintKey, keys.codeKey],
  );
}

/** The role that this connection acts as. */
export async function readRole(database: Database): Promise<DatabaseRole> {
  const { rows } = await database.query<DatabaseRole>(
    `select current_user as name, has_table_privilege('ledger_balances', 'update')
       or (select pg_has_role(relowner, 'member') from pg_class where oid = 'ledger_balances'::regclass) as "mayWriteLedger",
       has_table_privilege('act_proposals', 'insert') as "mayDecide"`,
  );
  return rows[0]!;
}
