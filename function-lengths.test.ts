// No function is longer than a screen, but for those on a list that only shrinks.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { functionLinesMax, longFunctions, measureFunctions } from './function-lengths.ts';

const isTest = (path: string): boolean => /\.test(?:-support)?\.tsx?$/.test(path);

test(`no function has more than ${functionLinesMax} lines unless it is listed, and the list says how many it has`, () => {
  const paths = globSync('{wire,proof,embedded-postgres,server,chain,bench,web,console}/src/**/*.{ts,tsx}', {
    cwd: import.meta.dirname,
  });
  const measured = paths
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      measureFunctions(readFileSync(join(import.meta.dirname, path), 'utf8'))
        .filter(({ lines }) => lines > functionLinesMax)
        .map(({ name, lines }) => [`${path.replaceAll('\\', '/')} ${name}`, lines] as const),
    );
  assert.deepEqual(Object.fromEntries(measured), longFunctions, 'shorten what is longer than listed; list what is shorter'); // oxfmt-ignore
});

test('functions of every form are measured', () => {
  const body = (count: number, indent: string): string[] => Array.from({ length: count }, (_, place) => `${indent}step${place}();`); // oxfmt-ignore
  const of = (...lines: string[]) => measureFunctions(lines.join('\n'));
  for (const [head, end, name] of [
    ['export async function place(order: Order): Promise<void> {', '}', 'place'],
    ['function place({ pool, everyMs = 5_000 }: Options): Watch {', '}', 'place'],
    ['export const place = async (order: Order): Promise<void> => {', '};', 'place'],
    ['const place: Take = (order) => {', '};', 'place'],
    ['  place(order) {', '  },', 'place'],
    ['  async #place<Item>(order: Item): Promise<void> {', '  }', '#place'],
    ['  place: (order) => {', '  },', 'place'],
    ['export const placed = (order: Order): Placed => ({', '});', 'placed'],
    ['export const Placed = (): ReactNode => (', ');', 'Placed'],
  ] as const) {
    assert.deepEqual(of(head, ...body(5, '    '), end), [{ name, lines: 7 }], head);
  }
  const spread = of(
    'export function place(',
    '  order: Order,',
    '  { at }: Asked,',
    '): Placed {',
    ...body(2, '  '),
    '}',
  );
  assert.deepEqual(spread, [{ name: 'place', lines: 7 }]);
  const taken = of('function place({', '  pool,', '}: {', '  pool: Pool;', '}): Placed {', ...body(2, '  '), '}');
  assert.deepEqual(taken, [{ name: 'place', lines: 8 }]);
  const nested = of('function outer(): void {', '  function inner(): void {', ...body(3, '    '), '  }', '}');
  assert.deepEqual(nested.map(({ name, lines }) => [name, lines]), [['outer', 7], ['inner', 5]]); // oxfmt-ignore
  assert.deepEqual(of('if (order) {', ...body(3, '  '), '}', 'const settings = {', '  name: place(1),', '};'), []);
  assert.deepEqual(of('const placed = place({', '  order,', '});', 'interface Place {', '  at(): void;', '}'), []);
});
