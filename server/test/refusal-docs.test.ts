// Whoever calls a use reads in its docstring what it may refuse with.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const uses = 'src/**/{submit,place,change,set}-*.ts';
const refused = /\b(?:refuse|new Refusal)\(\s*(?:[^()'"]*\? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g;

/** Codes that a file refuses with and that none of its docstrings names. */
function unnamed(text: string): string[] {
  const documented = [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].join('\n');
  const codes = new Set([...text.matchAll(refused)].flatMap(([, code, otherwise]) => (otherwise ? [code!, otherwise] : [code!]))); // oxfmt-ignore
  return [...codes].filter((code) => !documented.includes(`\`${code}\``));
}

test('every use that may refuse says with which refusals', () => {
  const root = join(import.meta.dirname, '..');
  const paths = [...globSync(uses, { cwd: root }), 'src/accounts/register.ts'].filter((path) => !/\.test/.test(path));
  assert.ok(paths.length > 8, `${paths.length} uses were read`);
  const missing = paths.flatMap((path) => unnamed(readFileSync(join(root, path), 'utf8')).map((code) => `${path}: ${code}`)); // oxfmt-ignore
  assert.deepEqual(missing, []);
});

test('a refusal that is not named is noticed', () => {
  assert.deepEqual(unnamed("/** Refuses with `busy`. */\nif (late) refuse('busy');"), []);
  assert.deepEqual(unnamed("/** Busy. */\nreturn new Refusal('not-found', { id });"), ['not-found']);
  assert.deepEqual(unnamed("new Refusal(isHalted ? 'market-halted' : 'market-degraded')"), ['market-halted', 'market-degraded']); // oxfmt-ignore
});
