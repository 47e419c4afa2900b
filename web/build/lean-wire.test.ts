import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as wire from '@candor/wire';
import { build } from 'vite';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { leanTables, leanWire } from './lean-wire.ts';

test('a call keeps its name and its rules, and loses what only servers and documentation read', () => {
  const code = `export const getRow = defineEndpoint({
  method: 'GET',
  path: '/api/row',
  summary: 'A row, ' + 'with { and ) in it.',
  who: 'self',
  movesMoney: true,
  payload: z.object({ summary: z.string(), nested: z.object({}) }),
  reply: listOf(row),
  refusals: ['not-found'],
  statusOf: { 'not-found': 2 }
});
const row = z.object({ id: z.string() });
export const other = makeSomething({ payload: 1 });
export const limits = 5;
export const toRow = (id: string) => makeRow(id);`;
  expect(leanTables('row.ts', code).replace(/\s+/g, ' ')).toBe(
    "export const getRow = /* @__PURE__ */ (() => (defineEndpoint({ method: 'GET', path: '/api/row', movesMoney: true, })))(); " +
      'const row = /* @__PURE__ */ (() => (z.object({ id: z.string() })))(); ' +
      'export const other = /* @__PURE__ */ (() => (makeSomething({ payload: 1 })))(); ' +
      'export const limits = 5; export const toRow = (id: string) => makeRow(id);',
  );
  expect(leanTables('row.ts', code, ['who'])).toContain("who: 'self'");
});

test('the names of a table of schemas come without the schemas', () => {
  const code = `const forms = { option: makeForm(1), swap, 'two-words': 0 };
const more = { ...forms };
export const names = Object.keys(forms) as readonly Name[];
export const others = () => Object.keys(more);`;
  expect(leanTables('forms.ts', code)).toContain(`(() => (["option","swap","two-words"] as readonly Name[]))();
export const others = () => Object.keys(more);`);
});

test('a refusal keeps what the app asks of it, and loses its status and its English words', () => {
  const code = `export const refusals = { busy: { http: 503, text: 'Try ' + "again.", isCommon: true, isRetryable: true }, late: { http: 409, text: 'Late.' } };`;
  expect(leanTables('refusals.ts', code).replace(/\s+/g, ' ')).toContain(
    `{ busy: { isCommon: true, isRetryable: true }, late: 0 }`,
  );
});

test('the refusals of every product stand in one table', () => {
  const path = fileURLToPath(new URL('../../wire/src/refusals.ts', import.meta.url));
  const lean = leanTables(path, readFileSync(path, 'utf8'));
  const { refusals } = wire;
  const codes = [...lean.matchAll(/^ {2}'?([\w-]+)'?: (?:0|\{)/gm)].map(([, code]) => code);
  expect(codes).toEqual(Object.keys(refusals));
  expect(lean.includes('...')).toBe(false);
});

test('no call and no event of wire brings a schema into the app', async () => {
  const isTable = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && ['path', 'name', 'action'].some((each) => each in value);
  const tables = Object.entries(wire).flatMap(([name, value]) => (isTable(value) ? [name] : []));
  expect(tables.length).toBeGreaterThan(40);
  const built = await chunkOf([...tables, 'receiptKinds']);
  expect(built.includes('/api/contracts/submit')).toBe(true);
  expect(/_zod|trade_lever|insufficient-balance/.exec(built)?.[0]).toBeUndefined();
  expect((await chunkOf(['optionReceipt'])).includes('_zod')).toBe(true);
});

/** What is built of a module that uses these exports of wire. */
async function chunkOf(names: string[]): Promise<string> {
  const code = `import { ${names.join()} } from '@candor/wire'; console.log(${names.join()});`;
  const entry = 'virtual:entry';
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [
      leanWire(),
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, treeshake: { moduleSideEffects: false } } },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}
