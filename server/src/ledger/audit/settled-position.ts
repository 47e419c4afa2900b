// How far the journal is final: its numbers are drawn before their transactions commit, so a lower number may appear after a higher one.
import type { Database } from '../../kit/postgres.ts';

const pollSeconds = 0.05;

/** Returns the highest number drawn so far. Every move that a snapshot taken before can see has this number or a lower one. */
export async function readLastNumber(database: Database): Promise<number> {
  const { rows } = await database.query<{ last: number }>(
    'select case when is_called then last_value else 0 end as last from ledger_moves_sequence_seq',
  );
  return rows[0]!.last;
}

/**
 * Returns a number up to which no move can appear any more. A transaction locks the table before it draws a number and until its moves
 * can be seen. So the last number is final as soon as all who hold such a lock now have ended. Returns undefined where one of them goes on
 * for longer than `waitMs`, and on a standby, which does not see the locks of its primary.
 */
export async function settledPosition(database: Database, waitMs: number): Promise<number | undefined> {
  const { rows } = await database.query<{ isStandby: boolean }>(`select pg_is_in_recovery() as "isStandby"`);
  if (rows[0]!.isStandby) return undefined;
  const last = await readLastNumber(database);
  let writers = await readWriters(database);
  for (let waitedMs = 0; writers.length > 0; waitedMs += pollSeconds * 1000) {
    if (waitedMs >= waitMs) return undefined;
    await database.query('select pg_sleep($1)', [pollSeconds]);
    const present = new Set(await readWriters(database));
    writers = writers.filter((each) => present.has(each));
  }
  return last;
}

/** The transactions that may hold numbers of moves which nobody else sees yet. */
async function readWriters(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ writer: string }>(
    `select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and granted and relation = 'ledger_moves'::regclass
       and database = (select oid from pg_database where datname = current_database())
       and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
  );
  return rows.map(({ writer }) => writer);
}
