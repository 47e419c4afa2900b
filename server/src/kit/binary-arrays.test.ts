// Every list means to PostgreSQL what its text would.
import { wad, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectToClone } from '../../test/support/database.ts';
import { amounts, bigints, bytes, instants, integers, jsonTexts, smallints, texts, uuids } from './binary-arrays.ts'; // oxfmt-ignore
import { openConnection } from './postgres.ts';

const { connection, end } = await connectToClone(openConnection);
after(end);

/** What PostgreSQL reads in a list, as it writes it; null stays null. */
async function readBack(type: string, list: Buffer): Promise<(string | null)[]> {
  const { rows } = await connection.query<{ text: string | null }>(
    `select item::text as text from unnest($1::${type}[]) with ordinality as list(item, place) order by place`,
    [list],
  );
  return rows.map(({ text }) => text);
}

/** Any list of these values means the same as their texts. */
async function meansItsTexts<Value>(
  values: fc.Arbitrary<Value>,
  list: { type: string; write(items: readonly (Value | null)[]): Buffer; textOf(value: Value): string },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(values), { maxLength: 40 }), async (items) => {
      const wanted = items.map((item) => (item === null ? null : list.textOf(item)));
      assert.deepEqual(await readBack(list.type, list.write(items)), wanted);
    }),
  );
}
const same = <Value>(value: Value): Value => value;

test('amounts, to the last decimal', async () => {
  const most = 10n ** 38n - 1n;
  const decimal = (amount: Wad): string => {
    const digits = (amount < 0n ? -amount : amount).toString().padStart(19, '0');
    return `${amount < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
  };
  const any = fc.oneof(fc.bigInt({ min: -most, max: most }), fc.bigInt({ min: -99_999n, max: 99_999n }));
  const type = 'numeric(38,18)';
  await meansItsTexts(any as fc.Arbitrary<Wad>, { type, write: (items) => amounts(items, same), textOf: decimal });
  const known = [
    '0',
    '1',
    '0.000000000000000001',
    '10000',
    '9999.9999',
    '0.0001',
    '99999999999999999999.999999999999999999',
  ];
  const read = await readBack(type, amounts(known.map(wad), same));
  assert.deepEqual(read.map((text) => wad(text!)), known.map(wad)); // oxfmt-ignore
  await assert.rejects(readBack('numeric(38,18)', amounts([(10n ** 60n) as Wad], same)), { code: '22003' });
});

test('ids, in whichever case they are written', async () => {
  const textOf = (id: string): string => id.toLowerCase();
  const write = (items: readonly (string | null)[]): Buffer => uuids(items, (id) => id as Uuid | null);
  const id = fc.oneof(fc.uuid(), fc.uuid().map((lower) => lower.toUpperCase())); // oxfmt-ignore
  await meansItsTexts(id, { type: 'uuid', write, textOf });
});

test('whole numbers', async () => {
  const bounded = (bound: number) => fc.integer({ min: -bound - 1, max: bound });
  await meansItsTexts(bounded(2 ** 15 - 1), {
    type: 'smallint',
    write: (items) => smallints(items, same),
    textOf: String,
  });
  await meansItsTexts(bounded(2 ** 31 - 1), { type: 'int', write: (items) => integers(items, same), textOf: String });
  await meansItsTexts(fc.maxSafeInteger(), { type: 'bigint', write: (items) => bigints(items, same), textOf: String });
});

test('instants, to the millisecond and before 2000 too', async () => {
  const type = 'timestamptz';
  await connection.query(`set timezone = 'UTC'`);
  const textOf = (ms: number): string => {
    const [day, time] = new Date(ms).toISOString().slice(0, -1).split('T') as [string, string];
    return `${day} ${time.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') || time.includes('.') ? '' : zeros))}+00`;
  };
  const ms = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });
  await meansItsTexts(ms, { type, write: (items) => instants(items, same), textOf });
});

test('bytes, JSON and texts of any characters', async () => {
  const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed());
  await meansItsTexts(anyText, { type: 'text', write: (items) => texts(items, same), textOf: same });
  const anyBytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
  const textOf = (buffer: Buffer): string => `\\x${buffer.toString('hex')}`;
  await meansItsTexts(anyBytes, { type: 'bytea', write: (items) => bytes(items, same), textOf });
  const reply = { ok: { text: 'größer "als" \\ 價格', list: [1, null, '2.5'] } };
  const [read] = await readBack(
    'json',
    jsonTexts([reply], (value) => JSON.stringify(value)),
  );
  assert.deepEqual(JSON.parse(read!), reply);
});

test('lists of any length, none of which changes another', async () => {
  const wanted = [1, 1_000, 9_000, 40_000, 3, 20_000].map((count, list) =>
    Array.from({ length: count }, (_, place) => `${list}/${place}`),
  );
  const lists = wanted.map((items) => texts(items, same));
  for (const [place, list] of lists.entries()) assert.deepEqual(await readBack('text', list), wanted[place]);
});
