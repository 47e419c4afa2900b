// What somebody who adds a product leaves out is named. The toy product stands in a copy of the sources, which is loaded here, and each
// part of it is left out once; types, a database and the build are the long run's: toy-product.test.ts and toy-screens.test.ts.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as wire from '@candor/wire';
import type * as check from '../src/kit/check-faces.ts';
import type * as server from '../src/products.ts';
import { nothing, openCopy, sourcesAlone, type Become, type RepositoryCopy } from './support/repository-copy.ts';
import { addToy, textPath, toyFiles, toyLines, withoutWord } from './support/toy-pots.ts';

type Products = (typeof server)['products'];
type Face = Products[number];

interface Loaded {
  check: typeof check;
  wire: typeof wire;
  products: Products;
  app: { faces: readonly { routes?: readonly { screen: string }[] }[] };
  textFaults: () => string[];
}

const repository = join(import.meta.dirname, '../..');

let copy: RepositoryCopy;
let loaded: Loaded;
before(async () => {
  copy = openCopy(sourcesAlone);
  addToy(copy);
  const load = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(copy.path(path)).href)) as Module;
  loaded = {
    check: await load('server/src/kit/check-faces.ts'),
    wire: await load('wire/src/index.ts'),
    products: (await load<{ products: Products }>('server/src/products.ts')).products,
    app: await load('web/src/shell/faces.ts'),
    textFaults: (await load<{ allFaults: () => string[] }>('web/build/text-catalogues.ts')).allFaults,
  };
});
after(() => copy.remove());

/** Of the server, when the toy's face is otherwise. */
function serverFaults(change: (face: Face) => Partial<Face> = () => ({})): string[] {
  const { check: checks, products } = loaded;
  const faces = products.map((face) => (face.name === 'pots' ? { ...face, ...change(face) } : face));
  const toy = faces.find(({ name }) => name === 'pots')!;
  return [
    ...checks.findFaults(faces),
    ...checks.findUnnoticed(faces),
    ...checks.findIssuerFaults(toy, toy.web!({ bus: {} } as never)),
  ];
}

/** Of the app, as it stands in the copy. */
function appFaults(): string[] {
  const { wire: declared, app, textFaults } = loaded;
  const rules = globSync('web/src/*/events.ts', { cwd: copy.path('') })
    .map(copy.read)
    .join('\n');
  // The copy has the toy's view alone.
  const views = [copy.path(''), repository].flatMap((cwd) => globSync('web/src/*/*-receipt.tsx', { cwd }));
  const screens = app.faces.flatMap(({ routes = [] }) => routes.map(({ screen }) => screen));
  return [
    ...textFaults(),
    ...declared.notifyEvents
      .filter(({ action }) => !new RegExp(`eventRule\\(\\s*'${action}'`).test(rules))
      .map(({ action }) => `nothing becomes of the event ${action}`),
    ...declared.receiptKinds
      .filter((kind) => !views.some((view) => basename(view) === `${kind}-receipt.tsx`))
      .map((kind) => `no view of the receipt ${kind}`),
    ...screens.filter((screen) => !copy.has(`web/src/${screen}-screen.tsx`)).map((screen) => `no screen ${screen}`),
  ];
}

test('with all its parts nothing is left out, and its calls are answered to whom wire says', () => {
  assert.deepEqual([...serverFaults(), ...appFaults()], []);
  const names = (toy: Face): string[] => toy.web!({ bus: {} } as never).calls.map(({ call }) => loaded.wire.callName(call)); // oxfmt-ignore
  const toy = loaded.products.find(({ name }) => name === 'pots')!;
  assert.deepEqual(names(toy), ['POST /api/pots/fill', 'queryPots', 'queryPot', 'queryPotIncome']);
});

test('a product is its folders, and a line or two in each list; its four screens and its receipt are at most 250 lines', () => {
  const own = [...toyFiles.keys()];
  assert.ok(own.every((path) => /^(?:server\/migrations\/|server\/src\/pots\/|web\/src\/pots\/|(?:wire|proof)\/src\/pots?[.-])/.test(path))); // oxfmt-ignore
  const app = [...toyFiles].filter(([path]) => path.startsWith('web/'));
  assert.equal(app.filter(([path]) => path.endsWith('-screen.tsx')).length, 4);
  const count = app.reduce((sum, [, text]) => sum + text.trim().split('\n').length, 0);
  assert.ok(count <= 250, `${count} lines`);
  const lines = Map.groupBy(toyLines, ({ path }) => path);
  assert.deepEqual(Object.fromEntries([...lines].map(([path, each]) => [path, each.length])), {
    'wire/src/products.ts': 1,
    'wire/src/ids.ts': 1,
    'wire/src/refusals.ts': 2,
    'wire/src/receipts.ts': 2,
    'proof/src/rules-of-kinds.ts': 2,
    'server/src/products.ts': 2,
    'web/src/shell/faces.ts': 2,
    'console/src/text/order-names.ts': 1,
  });
});

const leftOutOfServer: readonly [what: string, change: (face: Face) => Partial<Face>, says: readonly string[]][] = [
  [
    'a row of the matrix',
    ({ calls: [section] }) => ({ calls: [{ ...section!, self: section!.self!.slice(0, -1) }] }),
    ['queryPotIncome is in no face, so nobody knows who may call it'],
  ],
  [
    'movements',
    () => ({ movements: { objectOfMovement: {} } }),
    ['pot-filled', 'pot-income', 'pot-returned'].map((kind) => `the movement ${kind} stands in 0 faces`),
  ],
  [
    'where its movements take money',
    () => ({ ways: {} }),
    ['pot-filled', 'pot-income', 'pot-returned'].map((kind) => `the way of ${kind} stands in 0 faces`),
  ],
  [
    'what explains its movements',
    () => ({ explains: {} }),
    ['pot-filled', 'pot-income', 'pot-returned'].map((kind) => `what explains ${kind} stands in 0 faces`),
  ],
  ['its event', () => ({ events: [] }), ['the event pot stands in 0 faces']],
  [
    'notices, and why there are none',
    () => ({ unnoticed: {} }),
    ['of the event pot customers are told nothing: it needs a notice, or a reason in unnoticed'],
  ],
  [
    'the kind of its orders',
    () => ({ orders: [] }),
    ['the name of orders pot stands in 0 faces', 'pots proves the end of orders called pot and has none'],
  ],
  [
    'who issues its receipt',
    ({ web }) => ({ web: (parts) => ({ ...web!(parts), receipts: {} }) }),
    ['pots names the receipt pot and issues none'],
  ],
  [
    'the receipt that it issues',
    () => ({ receipts: [] }),
    ['the receipt pot stands in 0 faces', 'pots issues the receipt pot and its face does not name it'],
  ],
  ['claims', () => ({ claims: {} }), ['pots takes orders called pot and claims nothing for them']],
  ['invariants', () => ({ invariants: [] }), ['pots moves money and has no invariant']],
  [
    'plays',
    () => ({ plays: [] }),
    ['fill-pot is led to by no play of pots', 'return-pot is led to by no play of pots'],
  ],
  [
    'who does what is due',
    () => ({ engine: undefined }),
    ['pots leaves pot-end for a time and has no engine that does it'],
  ],
  [
    'what its engine tells',
    ({ bridged }) => ({ bridged: { ...bridged, fromEngine: [] } }),
    ['pots has an engine and events, and bridges nothing from it'],
  ],
  [
    'a refusal in the documentation',
    ({ calls: [section], commands: [fill, end], plays }) => ({
      commands: [Object.assign({}, fill!, { refusals: ['faucet-limit'] }), end!],
      plays: [...plays, { commands: [{ name: 'fill-pot' }], payload: () => undefined }],
      calls: [section!],
    }),
    ['fill-pot may refuse with faucet-limit, which no call of pots documents', 'fill-pot is led to by no play of pots'],
  ],
];
for (const [what, change, says] of leftOutOfServer) {
  test(`the server names what is missing: ${what}`, () => assert.deepEqual(serverFaults(change), says));
}

test('a product that stands in wire and not in the list of the server is named by all that it has', () => {
  const { check: checks, products } = loaded;
  const faults = checks.findFaults(products.filter(({ name }) => name !== 'pots'));
  for (const part of ['POST /api/pots/fill', 'the movement pot-filled', 'the event pot', 'the name of orders pot']) {
    assert.ok(faults.some((fault) => fault.startsWith(`${part} `)), part); // oxfmt-ignore
  }
});

const leftOutOfApp: readonly [what: string, path: string, become: Become, says: readonly string[]][] = [
  ['a text of one language', textPath('ja', 'pots'), withoutWord('title'), ['ja: pots.title is missing']],
  [
    'the words of a refusal in one language',
    textPath('ko', 'refusals'),
    withoutWord('pot-full'),
    ['ko: refusals.pot-full is missing'],
  ],
  ['the name of its movement', textPath('ar', 'assets'), withoutWord('billPotFilled'), ['ar: assets.billPotFilled is missing']], // oxfmt-ignore
  ['what becomes of its event', 'web/src/pots/events.ts', nothing, ['nothing becomes of the event pot']],
  ['a screen', 'web/src/pots/pot-screen.tsx', nothing, ['no screen pots/pot']],
  ['the view of its receipt', 'web/src/pots/pot-receipt.tsx', nothing, ['no view of the receipt pot']],
];
for (const [what, path, become, says] of leftOutOfApp) {
  test(`the app names what is missing: ${what}`, () => {
    const undo = copy.alter(path, become);
    const faults = appFaults();
    undo();
    assert.deepEqual(faults, says);
  });
}
