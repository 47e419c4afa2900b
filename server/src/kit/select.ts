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

/** `from` is a table and its condition. */
export interface NumberedList {
  from: string;
  order: string;
  values: readonly unknown[];
}

/** How many rows a list has, as countRows says. */
export const countList = async (
  database: Database,
  { from, values }: Pick<NumberedList, 'from' | 'values'>,
  page: { limit: number; offset: number },
): Promise<number> => (await selectOne(database, counted, countRows(from, page), values))!.total;

/** A page of a list of the console by its number, in the order that its reader chose. Customers' lists have cursors: paged-list.ts. */
export async function selectPage<Row>(
  database: Database,
  wanted: Columns<Row>,
  { from, order, values }: NumberedList,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: Row[] }> {
  const places = `limit $${values.length + 1} offset $${values.length + 2}`;
  const [total, rows] = await Promise.all([
    countList(database, { from, values }, page),
    select(database, wanted, `select ${wanted.list} from ${from} order by ${order} ${places}`, [
      ...values,
      page.limit,
      page.offset,
    ]),
  ]);
  return { total, rows };
}
