// Sessions of the server's roles that keep locks for longer than any request or batch of the lanes takes: whoever has the password of one
// can keep everybody waiting by a transaction that is left open.
import { columns, instant, integer, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';

/** Twice what the longest statement of a server may take. */
const heldSeconds = 60;

// Reads of an audit take minutes and keep nobody waiting. An advisory lock can outlive its transaction.
const holders = (
  seconds: number,
): string => `pg_stat_activity as session where datname = current_database() and usename in ('candor_app', 'candor_console')
  and pid <> pg_backend_pid() and coalesce(xact_start, state_change) < clock_timestamp() - ${seconds} * interval '1 second'
  and exists (select from pg_locks as held where held.pid = session.pid and held.granted
    and (held.locktype = 'advisory' or held.locktype = 'relation' and held.mode <> 'AccessShareLock'))`;

const heldLock = columns({
  pid: integer,
  role: text().as('usename::text'),
  application: text().as('application_name'),
  since: instant.as('coalesce(xact_start, state_change)'),
});

/** The oldest first. */
export const readHeldLocks = (database: Database, seconds = heldSeconds) =>
  select(database, heldLock, `select ${heldLock.list} from ${holders(seconds)} order by since, pid limit 20`);

const ended = columns({ role: text(), application: text() });

/**
 * Ends such a session; undefined where it is none, or none any more. PostgreSQL lets a console end sessions of its own role and the
 * server's. Conditions of one query are tried in any order, so the session is found first, by itself.
 */
export async function endHeldLock(database: Database, pid: number, seconds = heldSeconds) {
  const [found] = await select(
    database,
    ended,
    `with found as materialized (select pid, usename::text as role, application_name as application from ${holders(seconds)} and pid = $1)
     select role, application from found where pg_terminate_backend(pid)`,
    [pid],
  );
  return found;
}
