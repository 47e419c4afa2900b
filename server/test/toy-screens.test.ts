// What it takes to add a product of four screens to the app is tried in a copy of the repository: a list, a form with review, a detail
// and a schedule are drawn and built. Types of the same are tried in toy-product.test.ts, what costs little in toy-omissions.test.ts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nothing, openCopy, type RepositoryCopy } from './support/repository-copy.ts';
import { addToy, textPath, withoutWord } from './support/toy-pots.ts';

let copy: RepositoryCopy;
before(() => {
  copy = openCopy();
  addToy(copy);
  const drawn = join(import.meta.dirname, 'support/toy-plays/app/pots.test.tsx.txt');
  copy.write('web/src/pots/pots.test.tsx', readFileSync(drawn, 'utf8'));
});
after(() => copy.remove());

const runTests = (...files: string[]) => copy.run('node_modules/vitest/vitest.mjs', 'run', '--root', 'web', '--project', 'rules', ...files); // oxfmt-ignore
const build = () => copy.run('node_modules/vite/bin/vite.js', 'build', 'web');

test('every rule of texts and events holds, and the screens are drawn', async () => {
  const { output, isDone } = await runTests('src/pots', 'src/shell', 'src/text/parts', 'build/text-uses');
  assert.ok(isDone, output);
});

test('an event of which nothing becomes and a receipt without a view are named', async () => {
  const undo = ['web/src/pots/events.ts', 'web/src/pots/pot-receipt.tsx'].map((path) => copy.alter(path, nothing));
  const { output, isDone } = await runTests('src/shell/event-rules', 'src/shell/receipt-views');
  undo.forEach((each) => each());
  assert.ok(!isDone);
  assert.match(output, /"pot"/);
  assert.match(output, /FAIL.*every kind of receipt has a view/);
});

test('the app is built with it, each screen and the view of its receipt a file of its own', async () => {
  const { output, isDone } = await build();
  assert.ok(isDone, output);
  const files = readdirSync(copy.path('web/dist/assets'));
  for (const name of ['pots-screen', 'fill-pot-screen', 'pot-screen', 'pot-income-screen', 'pot-receipt']) {
    assert.ok(files.some((file) => file.startsWith(`${name}-`) && file.endsWith('.js')), name); // oxfmt-ignore
  }
});

test('a text that one language lacks ends the build, and is named', async () => {
  const undo = copy.alter(textPath('zh-Hant', 'pots'), withoutWord('confirm'));
  const { output, isDone } = await build();
  undo();
  assert.ok(!isDone);
  assert.match(output, /zh-Hant: pots\.confirm is missing/);
});
