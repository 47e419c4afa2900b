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

/** Makes the roles unless they are there. */
export async function ensureRoles(admin: pg.Client, password: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select rolname as name from pg_roles');
  const known = new Set(rows.map(({ name }) => name));
  for (const [role, besides] of roles) {
    if (!known.has(role))
      await admin.query(`create role ${role} login password '${passwordOf(role, password)}' ${besides}`);
  }
}

const passwordOf = (role: Role, password: string): string =>
  role === userName ? password : hash('sha256', `${password} ${role}`);
