// The SQL of throttles; private to this folder.
import { toInstant } from '@candor/wire';
import type { Database, Pool } from '../postgres.ts';
import type { Limit } from './throttle-rules.ts';

/** Locks the rows, made where they do not exist, in the order given, which must be that of their keys; returns their times. */
export async function lockThrottles(
  database: Database,
  { limits, now }: { limits: readonly Limit[]; now: number },
): Promise<number[][]> {
  const locked = await database.query<{ scope: string; subject: string; times_ms: number[] }>(
    `insert into throttles (scope, subject, times_ms, newest_at)
     select scope, subject, '[]', $3 from unnest($1::text[], $2::text[]) with ordinality as n(scope, subject, place)
     order by place
     on conflict (scope, subject) do update set newest_at = throttles.newest_at
     returning scope, subject, times_ms`,
    [limits.map(({ scope }) => scope), limits.map(({ subject }) => subject), toInstant(now)],
  );
  return limits.map(
    ({ scope, subject }) => locked.rows.find((row) => row.scope === scope && row.subject === subject)!.times_ms,
  );
}

/** The times of each, without a lock; none where there is no row. */
export async function readThrottles(database: Database, limits: readonly Limit[]): Promise<number[][]> {
  const { rows } = await database.query<{ scope: string; subject: string; times_ms: number[] }>(
    `select scope, subject, times_ms from throttles
     where (scope, subject) in (select * from unnest($1::text[], $2::text[]))`,
    [limits.map(({ scope }) => scope), limits.map(({ subject }) => subject)],
  );
  return limits.map(
    ({ scope, subject }) => rows.find((row) => row.scope === scope && row.subject === subject)?.times_ms ?? [],
  );
}

export async function storeThrottles(
  database: Database,
  { limits, times, now }: { limits: readonly Limit[]; times: readonly number[][]; now: number },
): Promise<void> {
  const rows = limits.map(({ scope, subject }, place) => ({ scope, subject, times_ms: times[place] }));
  await database.query(
    `update throttles t set times_ms = n.times_ms, newest_at = $2
     from jsonb_to_recordset($1::jsonb) as n(scope text, subject text, times_ms jsonb)
     where t.scope = n.scope and t.subject = n.subject`,
    [JSON.stringify(rows), toInstant(now)],
  );
}

export async function dropOldThrottles(pool: Pool, before: number): Promise<void> {
  await pool.query('delete from throttles where newest_at < $1', [toInstant(before)]);
}
