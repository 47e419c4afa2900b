// The roles of the database, as deploy/database.sql makes them elsewhere: one that owns the schema and migrates, one that the
// server is, and one that a console is. Who reads the cluster's password is its superuser anyway, so theirs follow from it.
import { hash } from 'node:crypto';
import type pg from 'pg';
import { userName } from './cluster.ts';

export type Role = typeof userName | 'candor_owner' | 'candor_app' | 'candor_console';

/** `url` is the superuser's, of any database of the cluster. */
export function urlAs(url: string, role: Role): string {
  const other = new URL(url);
  Object.assign(other, { username: role, password: passwordOf(role, new URL(url).password) });
  return other.href;
}

const roles = [
  ['candor_owner', ''],
  ['candor_app', ''],
  ['candor_console', 'in role candor_app'],
] as const;

/** How long sessions of a server hold things, unless they say otherwise. */
const limits = [
  ['idle_in_transaction_session_timeout', '1min'],
  ['lock_timeout', '1min'],
  ['statement_timeout', '5min'],
  ['transaction_timeout', '15min'],
] as const;

/** Makes the roles unless they are there, and sets their limits: those that this PostgreSQL knows. */
export async function ensureRoles(admin: pg.Client, password: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select rolname as name from pg_roles');
  const known = new Set(rows.map(({ name }) => name));
  for (const [role, besides] of roles) {
    if (!known.has(role))
      await admin.query(`create role ${role} login password '${passwordOf(role, password)}' ${besides}`);
  }
  const settings = await admin.query<{ name: string }>('select name from pg_settings where name = any ($1::text[])', [
    limits.map(([name]) => name),
  ]);
  for (const [name, value] of limits.filter((limit) => settings.rows.some((row) => row.name === limit[0])))
    for (const role of ['candor_app', 'candor_console'])
      await admin.query(`alter role ${role} set ${name} = '${value}'`);
}

/** Makes the same changes as deploy/large-objects.sql (for other servers), in the database that `admin` is connected to. */
export async function closeLargeObjects(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace
       and (proname like 'lo\\_%' or proname in ('loread', 'lowrite')) and has_function_privilege('candor_app', oid, 'execute')`,
  );
  if (rows.length > 0)
    await admin.query(`revoke execute on function ${rows.map(({ name }) => name).join(', ')} from public`);
}

const passwordOf = (role: Role, password: string): string =>
  role === userName ? password : hash('sha256', `${password} ${role}`);
