// A list of the console and the same as a table: both read by one function, so that they can't tell different things.
import { Readable } from 'node:stream';
import { canonicalJson } from '@candor/proof';
import { tableRowsMax, type Endpoint } from '@candor/wire';
import type { z } from 'zod';
import { appendAudit } from './audit-log.ts';
import { csvLine } from './csv.ts';
import { bindDownload } from './download.ts';
import { bindOperator, type BoundCall, type OperatorContext, type OperatorSession } from './feature.ts';
import { plainWords } from './plain-words.ts';
import type { Pool } from './postgres.ts';

type Item = Readonly<Record<string, unknown>>;
type ListCall = Endpoint<z.ZodType, z.ZodType<{ TOTAL: number; RESULT_LIST: Item[] }>>;
type Asked<List extends Endpoint> = z.output<List['payload']>;
type Answer<List extends Endpoint> = z.input<List['reply']>;

export interface ListWork<List extends Endpoint> {
  pool: Pool;
  /** Fields of an item, which are the columns of the table. */
  head: readonly (keyof ItemOf<Answer<List>> & string)[];
  read: (asked: Asked<List>, operator: OperatorSession) => Promise<Answer<List>>;
}
type ItemOf<Reply> = Reply extends { RESULT_LIST: (infer One)[] } ? One : never;

const rowsARead = 100;

/** `table` takes the same filters as `list`. Who exports it, and what of it, stands in the audit log. */
export const bindList = <List extends ListCall>(
  list: List,
  table: Endpoint,
  { pool, head, read }: ListWork<List>,
): BoundCall[] => [
  bindOperator(list, (asked, { operator }) => read(asTyped(asked as Asked<List>), operator) as never),
  bindDownload(table, async (filter, context) => {
    const { operator } = context as OperatorContext;
    const name = list.path.replace('/api/', '');
    await appendAudit(pool, { operator: operator.name, act: 'list-exported', subject: name, detail: plain(filter) });
    const page = (current_page: number) =>
      read({ ...asTyped(filter as object), pagesize: rowsARead, current_page } as Asked<List>, operator);
    return {
      fileName: `${name.replaceAll('/', '-')}.csv`,
      contentType: 'text/csv; charset=utf-8',
      tag: operator.sessionId,
      isPrivate: true,
      isFinal: false,
      open: () => Readable.from(linesOf(head, page), { objectMode: true, highWaterMark: 1 }),
    };
  }),
];

async function* linesOf(head: readonly string[], page: (number: number) => Promise<unknown>): AsyncGenerator<string> {
  yield csvLine(head);
  for (let number = 1; number <= tableRowsMax / rowsARead; number++) {
    const { RESULT_LIST: items } = (await page(number)) as { RESULT_LIST: Item[] };
    if (items.length > 0) yield items.map((item) => csvLine(head.map((field) => cellOf(item[field])))).join('');
    if (items.length < rowsARead) return;
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(' ');
  return typeof value === 'object' ? canonicalJson(value) : String(value as string | number | boolean);
}

/** Filters that people typed are looked for as the values stand. */
const asTyped = <Filters>(filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters as object).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainWords(value) : (value as unknown),
    ]),
  ) as Filters;

/** What was typed to find somebody by may be an address, which the log would keep for ever. */
const plain = (filter: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter as object)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, field === 'find' ? 'somebody' : (value as unknown)]),
  );
