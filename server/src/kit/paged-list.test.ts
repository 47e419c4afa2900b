// A client reads a list page by page while rows come and go.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { wireId, type Uuid } from '@candor/wire';
import { cloneDatabase } from '../../test/support/database.ts';
import { boolean, columns, integer, safeInteger, text, uuid } from './columns.ts';
import {
  byFlag,
  byId,
  byInstant,
  byNumber,
  bySlug,
  firstPage,
  readPage,
  type AskedPage,
  type Order,
  type Page,
} from './paged-list.ts';
import { openPool, type Pool } from './postgres.ts';
import { Refusal } from './refuse.ts';
import { sealCursors } from './sealed-cursors.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.adminUrl);
  await pool.query(
    'create table listed (id uuid primary key, at timestamptz, number int, is_first boolean, slug text)',
  );
});
after(async () => {
  await pool.end();
  await database.drop();
});

interface Row {
  id: Uuid;
  /** Microseconds. */
  at: number;
  number: number;
  isFirst: boolean;
  slug: string;
}
const micros = `(extract(epoch from at) * 1000000)::bigint`;
const listed = columns({ id: uuid, at: safeInteger.named('at_micros').as(micros), number: integer, isFirst: boolean, slug: text() }); // oxfmt-ignore

const idOf = (count: number): Uuid => `00000000-0000-7000-8000-${String(count).padStart(12, '0')}` as Uuid;
const insert = ({ id, at, number, isFirst, slug }: Row) =>
  pool.query(
    `insert into listed values ($1, timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3, $4, $5)`,
    [id, at, number, isFirst, slug],
  );

const id = byId('option', 'id');
/** Each with how it compares two rows, downwards. */
const orders: readonly { by: Order['by']; values: (row: Row) => (string | number)[] }[] = [
  { by: [id], values: (row) => [row.id] },
  { by: [byInstant('at'), id], values: (row) => [row.at, row.id] },
  { by: [byNumber('number'), id], values: (row) => [row.number, row.id] },
  { by: [byFlag('is_first'), byInstant('at'), bySlug('slug')], values: (row) => [+row.isFirst, row.at, row.slug] },
  { by: [byFlag('(number > 2)'), id], values: (row) => [+(row.number > 2), row.id] },
];

function compare(left: readonly (string | number)[], right: readonly (string | number)[]): number {
  const place = left.findIndex((value, index) => value !== right[index]);
  if (place < 0) return 0;
  return left[place]! < right[place]! ? -1 : 1;
}

const startMicros = 1_790_000_000_000_000;
const row = fc.record({ at: fc.integer({ min: 0, max: 3 }), number: fc.integer({ min: 0, max: 4 }), isFirst: fc.boolean() }); // oxfmt-ignore
const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), row, place: fc.nat(999) }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat(40) }),
  fc.record({ kind: fc.constant('delete-last' as const) }),
);

test('every row that exists throughout is seen once and in order, whatever is inserted and deleted between pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...orders),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(row, { maxLength: 12 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 }),
      async ({ by, values }, isUp, pagesize, first, changes) => {
        await pool.query('truncate listed');
        const present = new Map<Uuid, Row>();
        const add = async (count: number, given: Omit<Row, 'id' | 'slug'>) => {
          const made = { ...given, at: startMicros + given.at, id: idOf(count), slug: `s-${count}` };
          if (present.has(made.id)) return;
          present.set(made.id, made);
          await insert(made);
        };
        for (const [count, given] of first.entries()) await add(2_000 + count * 50, given);
        const throughout = new Map(present);
        const seen: Uuid[] = [];
        const remove = async (gone: Uuid | undefined) => {
          if (gone === undefined) return;
          present.delete(gone);
          throughout.delete(gone);
          await pool.query('delete from listed where id = $1', [gone]);
        };
        let cursor: string | undefined = '';
        for (let page = 0; cursor !== undefined; page++) {
          const asked: AskedPage = { ...firstPage(pagesize), after: cursor };
          const found: Page<Row> = await readPage(
            pool,
            listed,
            { from: 'listed where true', values: [], by, isUp },
            asked,
          );
          seen.push(...found.rows.map((each) => each.id));
          cursor = found.next;
          for (const each of changes[page] ?? []) {
            if (each.kind === 'insert') await add(1_500 + each.place, each.row);
            else await remove(each.kind === 'delete' ? [...present.keys()][each.which] : seen.at(-1));
          }
        }
        const expected = [...throughout.values()].sort((a, b) => compare(values(a), values(b)) * (isUp ? 1 : -1));
        assert.equal(new Set(seen).size, seen.length, 'no row comes twice');
        assert.deepEqual(seen.filter((each) => throughout.has(each)), expected.map((each) => each.id)); // oxfmt-ignore
      },
    ),
    { numRuns: 15 },
  );
});

const isMalformed = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'malformed' && error.facts['field'] === 'after';

test('a text that is no cursor of the order is refused before the database is asked', async () => {
  const option = wireId('option', idOf(1));
  const bad: [Order['by'], string[]][] = [
    [[id], ['x', `${option}~`, `${option}~${option}`, idOf(1), wireId('contract', idOf(1)), `${option}'`]],
    [
      [byInstant('at'), id],
      [option, `~${option}`, `-1~${option}`, `1e3~${option}`, `99999999999999999~${option}`],
    ],
    [[byNumber('number')], ['-1', '1.5', '9'.repeat(16), 'null', ' 1']],
    [
      [byFlag('is_first'), bySlug('slug')],
      ['true', 'yes~a', "true~'", 'true~A', `true~${'a'.repeat(101)}`],
    ],
  ];
  for (const [by, cursors] of bad) {
    for (const cursor of cursors) {
      const read = readPage(
        pool,
        listed,
        { from: 'listed where true', values: [], by },
        { ...firstPage(1), after: cursor },
      );
      await assert.rejects(read, isMalformed, cursor);
    }
  }
});

test('a cursor may name the farthest time and number', async () => {
  for (const [key, cursor] of [
    [byInstant('at'), '9'.repeat(16)],
    [byNumber('number'), '9'.repeat(15)],
  ] as const) {
    const list = { from: 'listed where true', values: [], by: [key] };
    await readPage(pool, listed, list, { ...firstPage(1), after: cursor });
  }
});

test('a sealed cursor opens for its account alone', async () => {
  const cursors = sealCursors({ pepper: Buffer.alloc(32, 1) });
  const [own, other] = [idOf(1), idOf(2)];
  const read = async (after: string) => ({ total: 0, rows: [], next: after === '' ? '41' : undefined });
  const first = await cursors.read(own, firstPage(1), ({ after }) => read(after));
  assert.ok(first.next !== undefined && !first.next.includes('41'));
  let opened = '';
  const page = { ...firstPage(1), after: first.next };
  await cursors.read(own, page, ({ after }) => read((opened = after)));
  assert.equal(opened, '41');
  for (const after of [first.next, '41', '.', `${first.next}AAAA`]) {
    const account = after === first.next ? other : own;
    await assert.rejects(cursors.read(account, { ...page, after }, ({ after: text }) => read(text)), isMalformed); // oxfmt-ignore
  }
});
