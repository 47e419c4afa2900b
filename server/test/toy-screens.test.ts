// What it takes to add a product of four screens to the app is tried in a copy of the repository: a list, a form with review, a detail
// and a schedule are the product's own folder, its texts and a line in each list, and nothing else.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openCopy } from './support/repository-copy.ts';
import { screenFiles, screenLines, screenTest, screenTexts } from './support/toy-screens.ts';

const copy = openCopy();

before(() => {
  for (const [path, text] of Object.entries(screenFiles)) copy.write(path, text);
  const languages = readdirSync(copy.path('web/src/text'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  for (const { name } of languages) copy.write(`web/src/text/${name}/pots.json`, JSON.stringify(screenTexts));
  screenLines.forEach(copy.addLine);
  copy.write('web/src/pots/pots.test.tsx', screenTest);
});
after(copy.remove);

test('four screens are at most 250 lines in one folder, and a line in each list', () => {
  const lines = Object.entries(screenFiles)
    .filter(([path]) => path.startsWith('web/'))
    .map(([path, text]) => [path, text.trim().split('\n').length] as const);
  assert.ok(lines.every(([path]) => path.startsWith('web/src/pots/')));
  assert.equal(lines.filter(([path]) => path.endsWith('-screen.tsx')).length, 4);
  const sum = lines.reduce((total, [, count]) => total + count, 0);
  assert.ok(sum <= 250, `${sum} lines`);
  assert.deepEqual(new Set(screenLines.map(({ path }) => path).filter((path) => path.startsWith('web/'))), new Set(['web/src/shell/faces.ts'])); // oxfmt-ignore
});

test('an event of which nothing becomes is named', async () => {
  copy.write('web/src/pots/events.ts', 'export const events = [];\n');
  const { output } = await copy.run('node_modules/vitest/vitest.mjs', 'run', '--root', 'web', 'src/shell/event-rules');
  copy.write('web/src/pots/events.ts', screenFiles['web/src/pots/events.ts']!);
  assert.match(output, /"pot"/);
});

test('types fit, every rule of texts holds, and the screens are drawn', async () => {
  const types = await copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web');
  assert.equal(types.output, '');
  const tests = ['src/pots', 'src/shell', 'src/text/parts', 'build/text-uses'];
  const { output, isDone } = await copy.run('node_modules/vitest/vitest.mjs', 'run', '--root', 'web', ...tests);
  assert.ok(isDone, output);
});

test('the app is built with it, each screen a file of its own', async () => {
  const { output, isDone } = await copy.run('node_modules/vite/bin/vite.js', 'build', 'web');
  assert.ok(isDone, output);
  const files = readdirSync(copy.path('web/dist/assets'));
  for (const name of ['pots', 'fill-pot', 'pot', 'pot-income']) {
    assert.ok(files.some((file) => file.startsWith(`${name}-screen-`) && file.endsWith('.js')), name); // oxfmt-ignore
  }
});
