// The house rules, checked like any other test: who may import whom, which words belong to one place, how long a file may be.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { specifiersOf, targetOf } from './import-targets.ts';
import { longReadBans } from './long-read-homes.ts';
import { benchInternals } from './bench-internals.ts';
import { timerBans } from './timer-homes.ts';

interface SourceFile {
  path: string;
  text: string;
}

/** Ground floor first. A folder may import itself and any floor below its own, never a neighbour. `x/*`: one folder each. */
const floors: string[][] = [
  ['wire'],
  ['proof'],
  ['embedded-postgres'],
  ['server/kit', 'chain/networks', 'web/ui', 'web/text', 'console/ui', 'console/text'],
  ['server/feed', 'server/public-log', 'server/pictures', 'server/currencies', 'server/chains', 'chain/addresses'],
  ['chain/tron'],
  ['server/ledger', 'server/market', 'server/accounts', 'server/operators', 'web/device', 'console/session'],
  ['web/session'],
  ['web/data', 'console/queue'],
  ['web/live'],
  ['web/chart'],
  ['web/market', 'web/receipts'],
  ['server/*', 'web/*', 'console/*', 'chain/*'],
  ['web/treaty', 'web/security', 'console/acts'],
  ['web/withdrawals'],
  ['server/http', 'web/shell', 'console/shell'],
  ['server', 'web', 'console', 'chain'],
];

/** What a workspace may import besides itself. */
const otherWorkspaces: Record<string, string[]> = {
  wire: [],
  proof: ['wire'],
  'embedded-postgres': [],
  server: ['wire', 'proof', 'embedded-postgres', 'chain'],
  chain: ['wire'],
  web: ['wire', 'proof', 'chain'],
  console: ['wire', 'proof', 'web'],
};

/** All that the console takes of the app: the parts with their looks, the machinery of texts, what a device keeps, passkeys, the server's clock. */
const sharedByConsole =
  /^web\/src\/(?:ui\/|device\/(?:stored-text|server-clock|passkey)\.ts$|text\/(?:formats|languages|translate)\.ts$)/;

/** Serves every product of the app and knows none; alerts are set wherever a market is shown. */
const servesProducts = /^web\/src\/(?:session|data|live|text)\/(?!alerts\.|alert-words\.)/;

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
    within: ['wire/', 'proof/', 'embedded-postgres/', 'server/', 'chain/'],
    homes: { 'server/src/kit/clock.ts': 'reads it for all', 'chain/src/payments/signer-main.ts': 'believes nobody' },
  },
  ...timerBans,
  ...longReadBans,
  {
    word: /\bprocess\.env\b/,
    instead: 'what config.ts read',
    within: ['wire/', 'proof/', 'embedded-postgres/', 'server/', 'chain/'],
    homes: {
      'server/src/config.ts': 'reads it for all',
      'chain/src/dev-chain/bitcoin/install-bcoin.ts': 'where npm is, and how bcoin is told to compile nothing',
    },
  },
  {
    word: /\bconsole\.\w+\(/,
    instead: 'log of kit/log.ts; a command writes its result to process.stdout',
    within: ['wire/', 'proof/', 'embedded-postgres/', 'server/', 'chain/'],
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
    word: /\.(?:isPending|isError|isLoading)\b|<Error(?:State|Line)\b|\bUseQueryResult\b/,
    instead: 'Loaded, PagedList or ReadError of data/, for a Reading',
    within: ['web/src/'],
    homes: { 'web/src/data/': 'they', 'web/src/kit/': 'samples of it' },
  },
  {
    word: /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write(?:ln)?)\b|\beval\(|\bnew Function\(/,
    instead: 'elements and text',
    within: ['web/', 'console/'],
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
/** Its folder's own: `store.ts`, `session-store.ts`. */
const isStore = /(?:^|[/-])store\.ts$/;
/** What tests share: beside what it supports, or in the test/ of its workspace. */
const isTestSupport = /\.test-support\.tsx?$|^\w[\w-]*\/test\//;
const vagueNames = /^(?:utils?|helpers?|common|misc|services?|manager|models?|types|constants)$/;
const read = (pattern: string): SourceFile[] =>
  globSync(pattern, { cwd: import.meta.dirname, exclude: (path) => /(^|\/)(node_modules|dist|results)$/.test(path) }) // oxfmt-ignore
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(import.meta.dirname, path), 'utf8') }));

const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path) || isTestSupport.test(path);
const everything = read('{*.ts,*.mjs,*/{src,test,bin,build,public}/**/*.{ts,tsx,mjs,js,css},e2e/**/*.ts}');
const sources = read('{wire,proof,embedded-postgres,server,web,console,chain}/src/**/*.{ts,tsx}').filter(
  (file) => !isTest(file),
);
const benches = read('bench/src/**/*.ts').filter((file) => !isTest(file));
const worded = [...sources, ...read('e2e/**/*.ts')];

/** What wire declares for products that have a folder in the app: of which, by name. */
const productNames = new Map(
  sources.flatMap(({ path, text }) => {
    const [, product] = /^wire\/src\/(?!market|receipts)([\w-]+)\.ts$/.exec(path) ?? [];
    if (!sources.some((each) => each.path === `web/src/${product}/face.ts`)) return [];
    return [...text.matchAll(/^export (?:const|type|interface|function) (\w+)/gm)].map(([, name]) => [name, product] as const); // oxfmt-ignore
  }),
);

test('there are sources to check in every workspace that has any', () => {
  for (const workspace of ['wire', 'proof', 'embedded-postgres', 'server', 'chain', 'web', 'console']) {
    assert.ok(sources.some(({ path }) => path.startsWith(`${workspace}/src/`)), `no sources of ${workspace} were read`); // oxfmt-ignore
  }
  assert.ok(everything.length > sources.length);
});

test("imports go down the floors, never up or sideways, and never into another folder's store", () => {
  assert.deepEqual(sources.flatMap(wrongImports), []);
});

test('benchmarks take what others offer, and of their insides only what is listed', () => {
  assert.deepEqual(benches.flatMap(wrongImports), []);
  const used = new Set(benches.flatMap(({ path, text }) => specifiersOf(text).map((each) => targetOf(path, each))));
  assert.deepEqual([...benchInternals].filter((path) => !used.has(path)), []); // oxfmt-ignore
});

test('no file imports itself in a circle, for a type neither', () => {
  assert.deepEqual(circlesIn(everything), []);
});

test('what serves every product of the app knows none of them', () => {
  assert.ok(productNames.size > 50);
  assert.deepEqual(sources.filter(({ path }) => servesProducts.test(path)).flatMap(knownProducts), []);
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

test('every package that is installed is named by its digest', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string }>;
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  assert.ok(installed.length > 100);
  const unnamed = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  assert.deepEqual(unnamed.map(([path]) => path), []); // oxfmt-ignore
});

test(`no file has more than ${maxLines} lines`, () => {
  const tooLong = everything.filter(({ text }) => text.split('\n').length > maxLines + 1);
  assert.deepEqual(tooLong.map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines, split it`), []); // oxfmt-ignore
});

test('files are called in kebab-case after what they hold, and only packages have a barrel', () => {
  assert.deepEqual(everything.flatMap(wrongName), []);
});

test('every table is granted to the role of a server, with what it may do', () => {
  const migrations = globSync('server/migrations/*.sql', { cwd: import.meta.dirname }).map((path) =>
    readFileSync(join(import.meta.dirname, path), 'utf8').replace(/--.*$/gm, ''),
  );
  assert.ok(migrations.length > 5);
  assert.deepEqual(ungrantedTables(migrations.join('\n')), []);
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
    [
      at('server/src/options/place.ts', "import { read } from '../ledger/read-store.ts';"),
      'into a store of another name',
    ],
    [at('console/src/acts/a.tsx', "import '../../../web/src/session/session.ts';"), 'the console into the app'],
    [at('console/src/acts/a.tsx', "import '@candor/web/text/keys.ts';"), "to the app's catalogue"],
    [at('wire/src/money.ts', "import { verify } from '@candor/proof';"), 'wire to proof'],
    [at('server/src/feed/hub.ts', "import { hear } from './ear.test-support.ts';"), 'to what is for tests'],
    [
      at('server/src/market/store.ts', "import { databaseUrl } from '@candor/embedded-postgres';"),
      'a product to a database of its own',
    ],
  ] as const) {
    assert.equal(wrongImports(file).length, 1, reason);
  }
  const circle = [at('web/src/a.ts', "import type { B } from './b.ts';"), at('web/src/b.ts', "import './a.ts';")];
  assert.deepEqual(circlesIn(circle), ['web/src/a.ts -> web/src/b.ts -> web/src/a.ts']);
  assert.equal(knownProducts(at('web/src/a.ts', "import type { ContractSide } from '@candor/wire';")).length, 1);
  const outside = at('bench/src/orders.ts', "import { post } from '../../server/src/ledger/store.ts';");
  assert.equal(wrongImports(outside).length, 1);
  assert.deepEqual(wrongImports(at('server/src/options/place.ts', "import { post } from '../ledger/post.ts';")), []);
  assert.deepEqual(wrongImports(at('console/src/acts/a.tsx', "import { Card } from '@candor/web/ui/card.tsx';")), []);
  assert.deepEqual(wrongImports(at('web/src/main.tsx', "import { coins } from '@candor/wire';")), []);
  assert.equal(
    strayWords(at('server/src/options/place.ts', 'await sql(`update ledger_balances set x = 1`)')).length,
    1,
  );
  assert.equal(strayWords(at('server/src/options/place.ts', 'const price = Number(text);')).length, 1);
  assert.equal(strayWords(at('web/src/ui/notice.tsx', 'place.innerHTML = text;')).length, 1);
  assert.equal(strayWords(at('e2e/chart.spec.ts', "await page.getByRole('radio').check({ force: true });")).length, 1);
  assert.equal(strayWords(at('server/src/kit/clock.ts', 'now: () => Date.now()')).length, 0);
  assert.equal(
    ungrantedTables('create table a (n int); create table b (n int); grant select on b to candor_app;').length,
    1,
  );
  assert.equal(strayWords(at('server/src/options/watch.ts', 'timer = setInterval(look, 500);')).length, 1);
  assert.equal(strayWords(at('server/src/options/watch.ts', 'plan(() => setTimeout(look, 500));')).length, 1);
  assert.equal(strayWords(at('server/src/options/watch.ts', 'socket.setTimeout(500);')).length, 0);
  const sumOf = (rest: string) =>
    strayWords(at('server/src/options/store.ts', `select sum(amount) from ledger_moves ${rest}`)).length;
  assert.deepEqual([sumOf('where at > $1'), sumOf('m\n join x'), sumOf('as m where m.account_id = $1')], [1, 1, 0]);
  assert.equal(strayWords(at('server/src/options/store.ts', 'set local statement_timeout = 0')).length, 1);
  assert.equal(wrongName(at('server/src/options/utils.ts', '')).length, 1);
  assert.equal(wrongName(at('server/src/options/placeOrder.ts', '')).length, 1);
  assert.equal(wrongName(at('server/src/options/index.ts', '')).length, 1);
});

function wrongImports(file: SourceFile): string[] {
  const here = folderOf(file.path);
  return specifiersOf(file.text).flatMap((specifier) => {
    const target = targetOf(file.path, specifier);
    if (here.startsWith('bench')) return target && isInside(target) ? [`${file.path} must not import ${target}`] : [];
    if (target && isTestSupport.test(target)) return [`${file.path} must not import ${target}, which is for tests`];
    const there = target === undefined ? here : folderOf(target);
    if (target === undefined || there === here) return [];
    const [from, to] = [workspaceOf(here), workspaceOf(there)];
    const isAllowed = from === to ? floorOf(there) < floorOf(here) : mayUse(here, to, target);
    return isAllowed && !isStore.test(target) ? [] : [`${file.path} must not import ${target}`];
  });
}

/** A database is started by the programs of a workspace, never by its folders. */
const mayUse = (here: string, workspace: string, target: string): boolean =>
  (otherWorkspaces[workspaceOf(here)]?.includes(workspace) ?? false) &&
  (workspace !== 'embedded-postgres' || here === workspaceOf(here)) &&
  (workspace !== 'web' || sharedByConsole.test(target)) &&
  (!here.startsWith('web/') || workspace !== 'chain' || target === 'chain/src/addresses/parse-address.ts');

/** Of another workspace than bench, and neither its face nor its kit nor what supports tests. */
const isInside = (path: string): boolean =>
  !/^bench\/|\/src\/index\.ts$|^server\/src\/kit\//.test(path) &&
  !isTestSupport.test(path) &&
  !benchInternals.has(path);

/** One circle for each file at which one closes: `a.ts -> b.ts -> a.ts`. */
function circlesIn(files: readonly SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [path, specifiersOf(text).map((each) => targetOf(path, each) ?? '')]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const place = trail.indexOf(path);
    if (place >= 0) circles.push([...trail.slice(place), path].join(' -> '));
    if (place >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

const knownProducts = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '@candor\/wire'/gm)]
    .flatMap(([, names]) => names!.match(/\w+/g) ?? [])
    .flatMap((name) => (productNames.has(name) ? [`${path} knows ${name} of ${productNames.get(name)!}`] : []));

/** 'server/src/options/place-order.ts' lives in 'server/options', 'server/src/app.ts' in 'server', all of wire in 'wire'. */
function folderOf(path: string): string {
  const [workspace, , folder, file] = path.split('/');
  const isOneFolder = file === undefined || ['wire', 'proof', 'embedded-postgres'].includes(workspace!);
  return isOneFolder ? workspace! : `${workspace}/${folder}`;
}

const workspaceOf = (folder: string): string => folder.split('/')[0]!;

function floorOf(folder: string): number {
  const named = floors.findIndex((floor) => floor.includes(folder));
  return named >= 0 ? named : floors.findIndex((floor) => floor.includes(`${workspaceOf(folder)}/*`));
}

/** A partition is reached through its table; a table that a later line renames or drops is told by the tests on a database. */
function ungrantedTables(migrations: string): string[] {
  const granted = [...migrations.matchAll(/\bgrant\b[^;]*?\bon\b([^;]*?)\bto candor_app/gi)].flatMap(([, names]) => names!.match(/\w+/g) ?? []); // oxfmt-ignore
  return [...migrations.matchAll(/\bcreate table (?:if not exists )?(\w+)\b(?! partition of)/gi)]
    .map(([, name]) => name!)
    .filter((name) => !granted.includes(name))
    .map((name) => `${name}: add "grant select, insert … on ${name} to candor_app", with what a server does with it`);
}

const strayWords = ({ path, text }: SourceFile): string[] =>
  bans
    .filter(
      ({ within, homes }) =>
        within.some((start) => path.startsWith(start)) && !Object.keys(homes).some((home) => path.startsWith(home)),
    ) // oxfmt-ignore
    .flatMap(({ word, instead }) => {
      const found = word.exec(text);
      const line = found ? text.slice(0, found.index).split('\n').length : 0;
      return found ? [`${path}:${line} writes ${found[0]}: use ${instead}`] : [];
    });

function wrongName({ path }: SourceFile): string[] {
  const name = basename(path).replace(/\.(?:(?:test|test-support|spec|config)\.)?(?:d\.)?[a-z]+$/, '');
  const folders = dirname(path).split('/');
  if (
    name === 'index' &&
    !['wire/src', 'proof/src', 'embedded-postgres/src', 'chain/src'].includes(dirname(path)) &&
    path.endsWith('.ts')
  ) {
    return [`${path}: import the files themselves, barrels hide them`];
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [`${path}: name it in kebab-case`];
  return [...folders, name].some((part) => vagueNames.test(part)) ? [`${path}: name it after what it holds`] : [];
}
