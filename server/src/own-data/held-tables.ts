// Which tables hold something about a customer: the schema itself says it, so that no product can be left out.
import { isSecretColumn, type HeldColumn } from './rules.ts';
import type { Database } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';

export interface HeldTable {
  name: string;
  columns: readonly HeldColumn[];
  /** Of its primary key: the order of its rows. */
  order: readonly string[];
}

/** Every table with an `account_id`, with the columns that are no secrets, by name; of orders, what is public of them. */
export async function readHeldTables(
  database: Database,
  orders: readonly Pick<OrderKind, 'table' | 'heldAs'>[] = [],
): Promise<HeldTable[]> {
  const { rows } = await database.query<HeldTable>(
    `select c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns,
       coalesce((select array_agg(k.attname::text order by array_position(i.indkey::int[], k.attnum::int))
         from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary), '{}') as "order"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'account_id' and not k.attisdropped)
       and has_column_privilege(c.oid, a.attnum, 'select')
     group by c.oid, c.relname order by c.relname`,
  );
  return rows.map(({ columns, ...table }) => {
    const heldAs = orders.find((order) => order.table === table.name)?.heldAs ?? {};
    const own = columns.filter((column) => !isSecretColumn(column));
    return {
      ...table,
      columns: own.map((column) => ({ ...column, ...(heldAs[column.name] && { as: heldAs[column.name]! }) })),
    };
  });
}

const rowsAtOnce = 500;

/** Cells as text, a few hundred rows at a time; the transaction around keeps them as they were when it began. */
export async function* readHeldRows(
  database: Database,
  { name, columns, order }: HeldTable,
  accountId: string,
): AsyncGenerator<readonly (string | null)[][]> {
  const cells = columns.map(({ name: column, as = quoted(column) }) => `(${as})::text`).join(', ');
  const sorted = order.length > 0 ? ` order by ${order.map(quoted).join(', ')}` : '';
  await database.query(
    `declare held no scroll cursor for select array[${cells}] as cells from ${quoted(name)} where account_id = $1${sorted}`,
    [accountId],
  );
  for (let isMore = true; isMore;) {
    const { rows } = await database.query<{ cells: (string | null)[] }>(`fetch ${rowsAtOnce} from held`);
    if (rows.length > 0) yield rows.map((row) => row.cells);
    isMore = rows.length === rowsAtOnce;
  }
  await database.query('close held');
}

/** Names come from the database's own catalogue. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
