// What it takes to add a product is tried in a copy of the repository: its own files and a line in each list, and nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCopy } from './support/repository-copy.ts';
import {
  leaveOut,
  playToy,
  toyFace,
  toyFaceLines,
  toyFiles,
  toyLines,
  toyRefusalWords,
} from './support/toy-product.ts';

const copy = openCopy();

const writeConfig = (path: string, config: object): void => copy.write(path, JSON.stringify(config));

before(() => {
  for (const [path, text] of Object.entries(toyFiles)) copy.write(path, text);
  toyLines.forEach(copy.addLine);
  writeConfig('tsconfig.toy.json', { extends: './tsconfig.json', include: ['server/src/*.ts', 'server/src/toy/*.ts'] });
  writeConfig('web/tsconfig.toy.json', {
    extends: './tsconfig.json',
    include: ['src/shell/faces.ts', 'src/text/refusal-text.ts', 'src/text/catalogues.d.ts'],
  });
});
after(copy.remove);

test('a product is its files and a line in each list: types fit, it starts, answers, posts and is audited', async () => {
  const types = await copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.toy.json');
  assert.equal(types.output, '');
  copy.write('play-toy.ts', playToy);
  const { output } = await copy.run('play-toy.ts');
  const played = JSON.parse(/^TOY (.*)$/m.exec(output)?.[1] ?? assert.fail(output)) as Record<string, unknown>;
  assert.deepEqual(played, {
    saved: { saved: '40' },
    again: { saved: '40' },
    refused: 'insufficient-balance',
    tooMuch: 'toy-full',
    staked: '40',
    ended: [{ kind: 'entry' }],
    seen: ['entry', 'saved', '40'],
    bill: 'toy-saved',
    object: 'ent_',
    isDocumented: true,
    checked: [
      { name: 'every saving is in the journal once', checked: 1, broken: 0 },
      { name: 'staked balances hold exactly what the products need', checked: 1, broken: 0 },
    ],
  });
});

test('a movement and a refusal without words in the app are type errors that name them', async () => {
  const readTypes = () => copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web/tsconfig.toy.json');
  const { output } = await readTypes();
  assert.match(output, /faces\.ts.*toy-saved.*is missing/s);
  assert.match(output, /refusal-text\.ts.*refusals\.toy-full/s);
  for (const [path, text] of Object.entries(toyFace)) copy.write(path, text);
  [...toyFaceLines, toyRefusalWords].forEach(copy.addLine);
  assert.equal((await readTypes()).output, '');
});

test('what a face leaves out is named: matrix row, movement, invariant, play, refusals in the documentation', async () => {
  copy.write('leave-out.ts', leaveOut);
  const { output } = await copy.run('leave-out.ts');
  assert.deepEqual(JSON.parse(/^FAULTS (.*)$/m.exec(output)?.[1] ?? assert.fail(output)), {
    nothing: [],
    matrixRow: ['POST /api/toy/save is in no face, so nobody knows who may call it'],
    movements: ['the movement toy-saved stands in 0 faces'],
    invariants: ['toy moves money and has no invariant'],
    orders: ['the receipt option stands in 2 faces', 'toy proves the end of orders called option and has none'],
    plays: ['save-in-toy is led to by no play of toy'],
    refusals: ['save-in-toy may refuse with market-halted, which no call of toy documents'],
  });
});
