// What it takes to add a product is tried in a copy of the repository, with types and on a database; what costs neither is tried in
// toy-omissions.test.ts.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openCopy, without, type Become, type RepositoryCopy } from './support/repository-copy.ts';
import { addToy, consoleTextPath, textPath, toyLines, withoutWord } from './support/toy-pots.ts';

const plays = join(import.meta.dirname, 'support/toy-plays');

let copy: RepositoryCopy;
before(() => {
  copy = openCopy();
  addToy(copy);
  for (const path of globSync('*.txt', { cwd: plays }))
    copy.write(basename(path, '.txt'), readFileSync(join(plays, path), 'utf8'));
  const writeConfig = (path: string, ...include: string[]): void =>
    copy.write(path, JSON.stringify({ extends: './tsconfig.json', include }));
  writeConfig('tsconfig.toy.json', 'server/src/*.ts', 'server/src/pots/*.ts', 'wire/src/pots.ts');
  const faces = ['src/shell/faces.ts', 'src/text/refusal-text.ts', 'src/text/catalogues.d.ts'];
  writeConfig('web/tsconfig.toy.json', ...faces, 'src/pots/*.ts', 'src/pots/*.tsx');
  writeConfig('console/tsconfig.toy.json', 'src');
});
after(() => copy.remove());

const types = async (project: string): Promise<string> =>
  (await copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project)).output;

async function play(name: string): Promise<unknown> {
  const { output } = await copy.run(`${name}.ts`);
  return JSON.parse(/^PLAYED (.*)$/m.exec(output)?.[1] ?? assert.fail(output)) as unknown;
}

/** Does something while parts are left out. */
async function leavingOut<Result>(
  parts: readonly (readonly [path: string, become: Become])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const undo = parts.map(([path, become]) => copy.alter(path, become));
  try {
    return await work();
  } finally {
    for (const each of undo.toReversed()) each();
  }
}

const lineOf = (path: string, place = 0): readonly [string, Become] => [
  path,
  without(`${toyLines.filter((each) => each.path === path)[place]!.line}\n`),
];

test('types fit: of the server, the app and the console', async () => {
  for (const project of ['tsconfig.toy.json', 'web/tsconfig.toy.json', 'console/tsconfig.toy.json'])
    assert.equal(await types(project), '', project);
});

const typesLeftOut: readonly {
  project: string;
  parts: readonly (readonly [string, Become])[];
  says: readonly RegExp[];
}[] = [
  {
    project: 'tsconfig.toy.json',
    parts: [
      lineOf('wire/src/products.ts'),
      lineOf('wire/src/ids.ts'),
      lineOf('wire/src/refusals.ts', 1),
      lineOf('server/src/products.ts'),
      lineOf('proof/src/rules-of-kinds.ts', 1),
    ],
    says: [
      /server\/src\/pots\/pots\.ts.*no exported member.*fillPot/,
      /wire\/src\/pots\.ts.*"pot"/,
      /wire\/src\/pots\.ts.*"pot-full"/,
      /server\/src\/products\.ts.*'pots'/,
      /proof\/src\/rules-of-kinds\.ts[^]*?'pot' is missing/,
    ],
  },
  {
    project: 'web/tsconfig.toy.json',
    parts: [
      ['web/src/pots/face.ts', without("    'pot-income': { ...moved, name: 'billPotIncome' },\n")],
      [textPath('en', 'refusals'), withoutWord('pot-full')],
      [textPath('en', 'pots'), withoutWord('none')],
      ['web/src/pots/events.ts', without("'pot'", "'jar'")],
    ],
    says: [
      /pots\/face\.ts.*"pot-income"' is missing/,
      /refusal-text\.ts.*refusals\.pot-full/s,
      /pots-screen\.tsx.*pots\.none/,
      /pots\/events\.ts.*"jar"/,
    ],
  },
  {
    project: 'web/tsconfig.toy.json',
    parts: [lineOf('web/src/shell/faces.ts', 1), lineOf('wire/src/receipts.ts', 1)],
    says: [
      /shell\/faces\.ts.*pot-filled.*pot-income.*pot-returned/s,
      /proof\/src\/rules-of-kinds\.ts.*'pot' does not exist/,
      /pots\/pot-receipt\.tsx.*'"pot"' does not satisfy/,
    ],
  },
  {
    project: 'console/tsconfig.toy.json',
    parts: [lineOf('console/src/text/order-names.ts'), [consoleTextPath('words'), withoutWord('movement_pot-income')]],
    says: [/order-names\.ts.*'pot' is missing/, /wire-words\.ts.*'"movement_pot-income"' is missing/],
  },
];
for (const { project, parts, says } of typesLeftOut) {
  test(`types name what is missing in ${parts.map(([path]) => path).join(', ')}`, async () => {
    const output = await leavingOut(parts, () => types(project));
    for (const each of says) assert.match(output, each);
  });
}

test('it starts, answers once a key, refuses by name, posts and is audited', async () => {
  assert.deepEqual(await play('play-app'), {
    isAgain: true,
    refused: 'insufficient-balance',
    tooMuch: 'pot-full',
    unproven: 'not-settled',
    pots: [['40', 'open']],
    staked: '40',
    bill: ['pot-filled', true, 'pot_'],
    seen: ['pot', 'open'],
    isDocumented: true,
  });
});

test('what is due is done at its time, once, told to its owner, taken in by the public log and proven by a receipt', async () => {
  assert.deepEqual(await play('play-term'), {
    coming: ['0.042', false],
    before: '40',
    after: '100.042',
    isOnce: true,
    state: 'ended',
    paid: true,
    ended: [{ kind: 'pot' }],
    pushed: [
      ['pot', 'open'],
      ['pot', 'ended'],
    ],
    proven: {
      refused: ['not-settled', 'not-found'],
      says: ['60', '0.042', '60.042', 7 * 86_400_000],
      verdict: 'verified',
      changed: ['payout', 'digests'],
      isEachChangeTried: true,
      unnoticed: [],
      signed: [['payout'], ['payout'], ['terms'], ['settled']],
    },
  });
});

test('what serves receipts of every kind takes the new one and does not name it', async () => {
  const { output, isDone } = await copy.run('proof/src/verify-receipt.test.ts');
  assert.ok(isDone, output);
});

test('a kind of due work that nobody does is named when an engine starts', async () => {
  const undone = without("dueWork: [bindDue('pot-end', returnPot, (due) => ({ due }))]", 'dueWork: []');
  const said = await leavingOut([['server/src/pots/pots-parts.ts', undone]], () => play('play-start'));
  assert.match(String(said), /nobody does what is due: pot-end/);
});

test('the audit names claims, a kind of due work and a line of the migration that are left out', async () => {
  const face = 'server/src/pots/pots.ts';
  const { 0: customers, 1: house } = copy.read(face).match(/^ {4}(?:customers|house): .*\n/gm)!;
  const parts: [string, Become][] = [
    [face, without("  dueKinds: ['pot-end'],\n")],
    [face, without(customers!)],
    [face, without(house!)],
    ['server/migrations/9000_pots.sql', (text) => text.replace(/^insert into ended_order_kinds.*\n/m, '')],
  ];
  const broken = (await leavingOut(parts, () => play('play-audit'))) as string[];
  assert.deepEqual(broken.toSorted(), [
    'staked balances hold exactly what the products need',
    'staking-reserve holds exactly what the house has promised',
    'the public log takes in every kind of orders that a product has',
    'what is left for a time is of a kind that a product has',
  ]);
});
