// Reads outside of the lanes: a query's rows come as its columns say, or not at all.
import type { Uuid } from '@candor/wire';
import { columns, safeInteger, type Columns, type RawRow } from './columns.ts';
import { countRows } from './count-rows.ts';
import type { Database } from './postgres.ts';

/** `text` gives these columns, by their names, in any order. */
export async function select<Row>(
  database: Database,
  wanted: Columns<Row>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await database.query<RawRow>(text, [...values]);
  return rows.map(wanted.read);
}

/** The first row. */
export async function selectOne<Row>(...query: Parameters<typeof select<Row>>): Promise<Row | undefined> {
  return (await select(...query))[0];
}

/** How a row of an account is found by its id. */
export const findsOwn =
  <Row>({ name, columns: wanted }: { name: string; columns: Columns<Row> }, idColumn: string) =>
  (database: Database, accountId: Uuid, id: Uuid): Promise<Row | undefined> =>
    selectOne(database, wanted, `select ${wanted.list} from ${name} where account_id = $1 and ${idColumn} = $2`, [
      accountId,
      id,
    ]);

const counted = columns({ total: safeInteger });

/** `from` is a table and its condition. Read on after a row, whatever came in since, the list goes by one column, downwards. */
export interface PagedList {
  from: string;
  order: string;
  values: readonly unknown[];
  after?: { column: string; value: unknown } | undefined;
}

/** One page of a list, and how many rows the list has, as countRows says. */
export async function selectPage<Row>(
  database: Database,
  wanted: Columns<Row>,
  { from, order, values, after }: PagedList,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: Row[]; hasMore: boolean }> {
  const rest = after ? `and ${after.column} < $${values.length + 3}` : '';
  const places = `limit $${values.length + 1} offset $${values.length + 2}`;
  const [count, rows] = await Promise.all([
    selectOne(database, counted, countRows(from, page), values),
    select(database, wanted, `select ${wanted.list} from ${from} ${rest} order by ${order} ${places}`, [
      ...values,
      page.limit + 1,
      page.offset,
      ...(after ? [after.value] : []),
    ]),
  ]);
  return { total: count!.total, rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
}
