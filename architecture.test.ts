// The house rules, checked like any other test: who may import whom, which words belong to one place, how long a file may be.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

interface SourceFile {
  path: string;
  text: string;
}

/** Ground floor first. A folder may import itself and any floor below its own, never a neighbour. `x/*`: one folder each. */
const floors: string[][] = [
  ['wire'],
  ['proof'],
  ['server/kit', 'web/ui', 'web/text', 'console/ui'],
  ['server/feed'],
  ['server/ledger', 'server/market', 'server/accounts', 'server/operators', 'web/session', 'console/session'],
  ['web/chart'],
  ['web/market'],
  ['server/*', 'web/*', 'console/*', 'chain/*'],
  ['web/treaty'],
  ['server/http', 'web/shell', 'console/shell'],
  ['server', 'web', 'console', 'chain'],
];

/** What a workspace may import besides itself. */
const otherWorkspaces: Record<string, string[]> = {
  wire: [],
  proof: ['wire'],
  server: ['wire', 'proof'],
  chain: ['wire', 'proof'],
  web: ['wire', 'proof'],
  console: ['wire', 'proof'],
};

interface Ban {
  word: RegExp;
  instead: string;
  /** Where it holds. */
  within: string[];
  /** Files and folders that may write it; each with its reason. */
  homes: Record<string, string>;
}

const bans: Ban[] = [
  {
    word: /\bDate\.now\(|\bnew Date\(\)/,
    instead: 'the Clock that is handed in',
    within: ['wire/', 'proof/', 'server/'],
    homes: { 'server/src/kit/clock.ts': 'reads it for all' },
  },
  {
    word: /\bprocess\.env\b/,
    instead: 'what config.ts read',
    within: ['wire/', 'proof/', 'server/', 'chain/'],
    homes: { 'server/src/config.ts': 'reads it for all' },
  },
  {
    word: /\bconsole\.\w+\(/,
    instead: 'log of kit/log.ts; a command writes its result to process.stdout',
    within: ['wire/', 'proof/', 'server/', 'chain/'],
    homes: {},
  },
  {
    word: /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+ledger_|\bledger_post\s*\(/i,
    instead: 'a command with postings',
    within: ['server/'],
    homes: { 'server/src/ledger/': 'its tables' },
  },
  {
    word: /\bparseFloat\(|\bNumber\(|\bMath\.fround\(|\.toFixed\(/,
    instead: 'parseAmount or parseMarketNumber for money, parseInt for counts',
    within: ['proof/', 'server/', 'web/', 'console/', 'chain/'],
    homes: {},
  },
  {
    word: /\bforce: true\b/,
    instead: 'an action that waits until the control stands still and nothing covers it',
    within: ['e2e/'],
    homes: { 'e2e/support/server.ts': 'removes its directory' },
  },
];

const maxLines = 400;
const vagueNames = /^(?:utils?|helpers?|common|misc|services?|manager|models?|types|constants)$/;
const importForms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

const read = (pattern: string): SourceFile[] =>
  globSync(pattern, { cwd: import.meta.dirname, exclude: (path) => /(^|\/)(node_modules|dist|results)$/.test(path) }) // prettier-ignore
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(import.meta.dirname, path), 'utf8') }));

const isTest = ({ path }: SourceFile): boolean => /\.test(?:-support)?\.tsx?$/.test(path);
const everything = read('{*.ts,*.mjs,*/{src,test,bin,build,public}/**/*.{ts,tsx,mjs,js,css},e2e/**/*.ts}');
const sources = read('{wire,proof,server,web,console,chain}/src/**/*.{ts,tsx}').filter((file) => !isTest(file));
const worded = [...sources, ...read('e2e/**/*.ts')];

test('there are sources to check in every workspace that has any', () => {
  for (const workspace of ['wire', 'proof', 'server', 'web']) {
    assert.ok(sources.some(({ path }) => path.startsWith(`${workspace}/src/`)), `no sources of ${workspace} were read`); // prettier-ignore
  }
  assert.ok(everything.length > sources.length);
});

test("imports go down the floors, never up or sideways, and never into another folder's store", () => {
  assert.deepEqual(sources.flatMap(wrongImports), []);
});

test('words stay in the one place that owns them', () => {
  assert.deepEqual(worded.flatMap(strayWords), []);
});

test('no place is allowed a word that it does not use', () => {
  const idle = bans.flatMap(({ word, homes }) =>
    Object.keys(homes).filter((home) => !worded.some(({ path, text }) => path.startsWith(home) && word.test(text))),
  );
  assert.deepEqual(idle, []);
});

test(`no file has more than ${maxLines} lines`, () => {
  const tooLong = everything.filter(({ text }) => text.split('\n').length > maxLines + 1);
  assert.deepEqual(tooLong.map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines, split it`), []); // prettier-ignore
});

test('files are called in kebab-case after what they hold, and only wire and proof have a barrel', () => {
  assert.deepEqual(everything.flatMap(wrongName), []);
});

test('the rules above notice what they are there for', () => {
  const at = (path: string, text: string): SourceFile => ({ path, text });
  for (const [file, reason] of [
    [at('server/src/kit/clock.ts', "import { post } from '../ledger/post.ts';"), 'up'],
    [at('server/src/options/place.ts', "import {\n  buy,\n} from '../shop/buy.ts';"), 'sideways'],
    [at('server/src/options/place.ts', "const { post } = await import('../http/reply.ts');"), 'up, when needed'],
    [at('server/src/market/market.ts', "import '../ledger/post.ts';"), 'sideways, for its effect'],
    [at('server/src/options/place.ts', "export { load } from '../ledger/store.ts';"), 'into a store'],
    [at('web/src/shell/page.tsx', "import type { App } from '@candor/server';"), 'web to server'],
    [
      at('web/src/chart/price-chart.tsx', "import { Ticket } from '../options/option-ticket.tsx';"),
      'from the chart up',
    ],
    [at('web/src/options/running-card.tsx', "import { Row } from '../assets/bill-row.tsx';"), 'web sideways'],
    [at('wire/src/money.ts', "import { verify } from '@candor/proof';"), 'wire to proof'],
  ] as const) {
    assert.equal(wrongImports(file).length, 1, reason);
  }
  assert.deepEqual(wrongImports(at('server/src/options/place.ts', "import { post } from '../ledger/post.ts';")), []);
  assert.deepEqual(wrongImports(at('web/src/main.tsx', "import { coins } from '@candor/wire';")), []);
  assert.equal(
    strayWords(at('server/src/options/place.ts', 'await sql(`update ledger_balances set x = 1`)')).length,
    1,
  );
  assert.equal(strayWords(at('server/src/options/place.ts', 'const price = Number(text);')).length, 1);
  assert.equal(strayWords(at('e2e/chart.spec.ts', "await page.getByRole('radio').check({ force: true });")).length, 1);
  assert.equal(strayWords(at('server/src/kit/clock.ts', 'now: () => Date.now()')).length, 0);
  assert.equal(wrongName(at('server/src/options/utils.ts', '')).length, 1);
  assert.equal(wrongName(at('server/src/options/placeOrder.ts', '')).length, 1);
  assert.equal(wrongName(at('server/src/options/index.ts', '')).length, 1);
});

function wrongImports(file: SourceFile): string[] {
  const here = folderOf(file.path);
  return specifiersOf(file.text).flatMap((specifier) => {
    const target = targetOf(file.path, specifier);
    const there = target === undefined ? here : folderOf(target);
    if (target === undefined || there === here) return [];
    const [from, to] = [workspaceOf(here), workspaceOf(there)];
    const isAllowed = from === to ? floorOf(there) < floorOf(here) : (otherWorkspaces[from]?.includes(to) ?? false);
    return isAllowed && basename(target) !== 'store.ts' ? [] : [`${file.path} must not import ${target}`];
  });
}

const specifiersOf = (text: string): string[] =>
  importForms.flatMap((form) => [...text.matchAll(form)].map(([, specifier]) => specifier!));

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('@candor/')) return `${specifier.split('/')[1]}/src/index.ts`;
  return specifier.startsWith('.') ? join(dirname(path), specifier).replaceAll('\\', '/') : undefined;
}

/** 'server/src/options/place-order.ts' lives in 'server/options', 'server/src/app.ts' in 'server', all of wire in 'wire'. */
function folderOf(path: string): string {
  const [workspace, , folder, file] = path.split('/');
  const isOneFolder = file === undefined || workspace === 'wire' || workspace === 'proof';
  return isOneFolder ? workspace! : `${workspace}/${folder}`;
}

const workspaceOf = (folder: string): string => folder.split('/')[0]!;

function floorOf(folder: string): number {
  const named = floors.findIndex((floor) => floor.includes(folder));
  return named >= 0 ? named : floors.findIndex((floor) => floor.includes(`${workspaceOf(folder)}/*`));
}

const strayWords = ({ path, text }: SourceFile): string[] =>
  bans
    .filter(
      ({ within, homes }) =>
        within.some((start) => path.startsWith(start)) && !Object.keys(homes).some((home) => path.startsWith(home)),
    ) // prettier-ignore
    .flatMap(({ word, instead }) => {
      const found = word.exec(text);
      const line = found ? text.slice(0, found.index).split('\n').length : 0;
      return found ? [`${path}:${line} writes ${found[0]}: use ${instead}`] : [];
    });

function wrongName({ path }: SourceFile): string[] {
  const name = basename(path).replace(/\.(?:(?:test|test-support|spec|config)\.)?(?:d\.)?[a-z]+$/, '');
  const folders = dirname(path).split('/');
  if (name === 'index' && !['wire/src', 'proof/src'].includes(dirname(path)) && path.endsWith('.ts')) {
    return [`${path}: import the files themselves, barrels hide them`];
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [`${path}: name it in kebab-case`];
  return [...folders, name].some((part) => vagueNames.test(part)) ? [`${path}: name it after what it holds`] : [];
}
