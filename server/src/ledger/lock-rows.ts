// How a product reads rows for its commands. One by one: two lists of ids cost twice as much, and a plan for one row can't be turned
// round into one that reads the whole table.
import { uuids } from '../kit/binary-arrays.ts';
import type { Statements } from '../kit/statement-group.ts';
import type { RowKey } from './command.ts';

interface LockedTable {
  /** Of the prepared statement. */
  name: string;
  table: string;
  /** The column that tells the rows of an account apart. */
  id: string;
  columns: string;
}

/** Reads and locks, in the order of the keys, those rows that exist, as the database gives them. */
export async function lockRows(
  statements: Statements,
  { name, table, id, columns }: LockedTable,
  keys: readonly RowKey[],
) {
  const { rows } = await statements.query({
    name,
    text: `select found.* from unnest($1::uuid[], $2::uuid[]) as wanted(account_id, id)
           cross join lateral (select ${columns} from ${table}
             where account_id = wanted.account_id and ${id} = wanted.id limit 1 for update) as found`,
    values: [uuids(keys, (key) => key.accountId), uuids(keys, (key) => key.id)],
  });
  return rows;
}
