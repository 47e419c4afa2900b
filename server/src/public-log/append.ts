// Adds to the public log. Rows of tables that concern everybody are in it by the database's own doing (migration 0015).
import type { Database } from '../kit/postgres.ts';

/**
 * Adds an entry in the transaction of `database`, as its last step: others who append wait until it ends. The body's names are
 * ASCII, its numbers whole, its amounts plain decimal text. Resolves with the entry's number.
 */
export async function appendToPublicLog(database: Database, kind: string, body: object): Promise<number> {
  const { rows } = await database.query<{ seq: number }>('select public_log_append($1, $2) as seq', [
    kind,
    JSON.stringify(body),
  ]);
  return rows[0]!.seq;
}
