import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherReads } from './gather-reads.ts';

/** A table whose statements end when the test says so. */
function openTable(rows: Record<string, number>) {
  const statements: { keys: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const find = gatherReads<number>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, number>>();
    const found = new Map(Object.entries(rows).filter(([key]) => keys.includes(key)));
    statements.push({ keys, end: () => resolve(found), fail: reject });
    return promise;
  });
  return { statements, find };
}
const turn = (): Promise<void> => new Promise(setImmediate);

test('what is asked while a statement is under way shares the next one, a key once', async () => {
  const { statements, find } = openTable({ a: 1, b: 2 });
  const first = find('a');
  await turn();
  const others = [find('b'), find('c'), find('b')];
  assert.deepEqual(statements.map(({ keys }) => keys), [['a']]); // oxfmt-ignore
  statements[0]!.end();
  assert.equal(await first, 1);
  await turn();
  assert.deepEqual(statements[1]!.keys, ['b', 'c']);
  statements[1]!.end();
  assert.deepEqual(await Promise.all(others), [2, undefined, 2]);
  void find('a');
  await turn();
  assert.deepEqual(statements[2]?.keys, ['a'], 'at rest it asks at once');
});

test('who asks for a row that is just being read gets it as it is afterwards', async () => {
  const rows = { a: 1 };
  const { statements, find } = openTable(rows);
  const early = find('a');
  await turn();
  rows.a = 2;
  const late = find('a');
  statements[0]!.end();
  assert.equal(await early, 1);
  await turn();
  statements[1]!.end();
  assert.equal(await late, 2);
});

test('a failure reaches those who share the statement, and the next ones are asked again', async () => {
  const { statements, find } = openTable({ a: 1, b: 2, c: 3 });
  const failing = find('a');
  await turn();
  const [second, third] = [find('b'), find('c')];
  statements[0]!.fail(new Error('gone'));
  await assert.rejects(failing, /gone/);
  await turn();
  statements[1]!.fail(new Error('still gone'));
  await Promise.all([second, third].map((one) => assert.rejects(one, /still gone/)));
  const again = find('a');
  await turn();
  statements[2]!.end();
  assert.equal(await again, 1);
});
