// Lists that a client reads page by page: `next` of an answer says where the following page starts, whatever is inserted or deleted in
// between. A list names the columns of its order; everything else follows from them.
import { parseWireId, wireId, type IdKind, type Uuid } from '@candor/wire';
import type { Columns, RawRow } from './columns.ts';
import type { Database } from './postgres.ts';
import { refuse } from './refuse.ts';
import { countList } from './select.ts';

/** The page that a payload asks for: `pagedBy` of the wire. */
export interface AskedPage {
  pagesize: number;
  /** Counted from `after`. */
  current_page: number;
  /** `next` of an earlier answer; '' for the start of the list. */
  after: string;
}

export const firstPage = (pagesize: number): AskedPage => ({ pagesize, current_page: 1, after: '' });

/** A column of an order, or an expression that is never null. */
export interface OrderKey {
  sql: string;
  /** SQL of its value as text. */
  text: string;
  /** The text as it stands in a cursor. */
  write: (text: string) => string;
  /** The parameter that a cursor's text gives; undefined where it is none. */
  read: (text: string) => string | undefined;
  /** SQL of the value, of a parameter. */
  value: (parameter: string) => string;
}

const plainKey = (sql: string, type: string, form: RegExp): OrderKey => ({
  sql,
  text: `(${sql})::text`,
  write: (text) => text,
  read: (text) => (form.test(text) ? text : undefined),
  value: (parameter) => `${parameter}::${type}`,
});

/** Ids sort by the time at which they were made. */
export const byId = (kind: IdKind, column: string): OrderKey => ({
  ...plainKey(column, 'uuid', /./),
  write: (text) => wireId(kind, text as Uuid),
  read: (text) => parseWireId(kind, text),
});
export const byNumber = (column: string): OrderKey => plainKey(column, 'bigint', /^\d{1,15}$/);
export const bySlug = (column: string): OrderKey => plainKey(column, 'text', /^[a-z0-9-]{1,100}$/);
export const byFlag = (condition: string): OrderKey => plainKey(condition, 'boolean', /^(?:true|false)$/);
/** In microseconds, as the database keeps them: two rows of one millisecond stay apart. */
export const byInstant = (column: string): OrderKey => ({
  ...plainKey(column, 'bigint', /^\d{1,16}$/),
  text: `(extract(epoch from ${column}) * 1000000)::bigint::text`,
  value: (parameter) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`,
});

export interface Order {
  /** Together they tell any two rows apart. */
  by: readonly OrderKey[];
  /** The smallest first; without it, the largest. */
  isUp?: boolean | undefined;
}

export const orderOf = ({ by, isUp = false }: Order): string =>
  by.map(({ sql }) => `${sql} ${isUp ? 'asc' : 'desc'}`).join();

export interface OrderedList extends Order {
  /** A table and its condition. */
  from: string;
  values: readonly unknown[];
}

export interface Page<Row> {
  total: number;
  rows: Row[];
  /** Undefined where no rows follow. */
  next: string | undefined;
}

const between = '~';

/** Refuses with `malformed` where `after` is no cursor of this order. */
export async function readPage<Row>(
  database: Database,
  wanted: Columns<Row>,
  { from, values, by, isUp }: OrderedList,
  { pagesize: limit, current_page: page, after }: AskedPage,
): Promise<Page<Row>> {
  const offset = (page - 1) * limit;
  const start = after === '' ? [] : readCursor(by, after);
  const [first, second] = [values.length + 1, values.length + 2];
  const starts = by.map((key, place) => key.value(`$${second + 1 + place}`));
  const rest = after === '' ? '' : `and (${by.map(({ sql }) => sql).join()}) ${isUp ? '>' : '<'} (${starts.join()})`;
  const text = `select ${wanted.list}, concat_ws('${between}', ${by.map((key) => key.text).join()}) as cursor_of_row
    from ${from} ${rest} order by ${orderOf({ by, isUp })} limit $${first} offset $${second}`;
  const [total, { rows: found }] = await Promise.all([
    countList(database, { from, values }, { limit, offset }),
    database.query<RawRow & { cursor_of_row: string }>(text, [...values, limit + 1, offset, ...start]),
  ]);
  const rows = found.slice(0, limit);
  return {
    total,
    rows: rows.map(wanted.read),
    next: found.length > limit ? writeCursor(by, rows.at(-1)!.cursor_of_row) : undefined,
  };
}

/** The answer of a paged call. */
export const answerPage = <Item>(
  { total, next }: Pick<Page<unknown>, 'total' | 'next'>,
  items: Item[],
): { TOTAL: number; RESULT_LIST: Item[]; next?: string } => ({
  TOTAL: total,
  RESULT_LIST: items,
  ...(next !== undefined && { next }),
});

const writeCursor = (by: readonly OrderKey[], texts: string): string =>
  texts
    .split(between)
    .map((text, place) => by[place]!.write(text))
    .join(between);

function readCursor(by: readonly OrderKey[], cursor: string): string[] {
  const texts = cursor.split(between);
  if (texts.length !== by.length) malformedCursor();
  return by.map((key, place) => key.read(texts[place]!) ?? malformedCursor());
}

export const malformedCursor = (): never => refuse('malformed', { field: 'after' });
