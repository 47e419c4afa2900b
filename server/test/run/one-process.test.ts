// Files that share a process: each has its own hooks and tests, also where all wait for the same part while they are loaded.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { repository } from './processes.ts';

const part = `
  export const course = [];
  process.on('exit', () => console.log(JSON.stringify(course)));
  await new Promise((resolve) => setImmediate(resolve));`;
const testFile = (name: string): string => `
  import { afterEach, test } from 'node:test';
  import { course } from './part.mjs';
  afterEach(() => void course.push('after ${name}'));
  test('${name}', () => void course.push('${name}'));`;

/** What it prints. */
function run(...args: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return text(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
}

test('a file that waits while it is loaded keeps its hooks and tests to itself', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-suites-'));
  t.after(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'part.mjs'), part);
  const files = ['one', 'two', 'three'].map((name) => {
    const file = join(directory, `${name}.mjs`);
    writeFileSync(file, testFile(name));
    return relative(repository, file);
  });
  const said = await run('--test-reporter=dot', join(import.meta.dirname, 'one-process.ts'), ...files);
  const course: unknown = JSON.parse(/\[.*\]/.exec(said)?.[0] ?? 'null');
  assert.deepEqual(course, ['one', 'after one', 'two', 'after two', 'three', 'after three']);
});

test('a process that fails besides its tests is told with the files that shared it, and can be run once more', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-suites-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const write = (name: string, more: string): string => {
    writeFileSync(join(directory, name), `import { test } from 'node:test'; test('${name}', () => {}); ${more}`);
    return relative(repository, join(directory, name));
  };
  const fine = write('fine.mjs', '');
  const failing = write('failing.mjs', `import it from 'node:process'; it.once('exit', () => (it.exitCode = 3));`);
  const [together, both] = [`${fine} ${fine.replace('fine.mjs', 'other.mjs')}`, `${fine} ${failing}`];
  write('other.mjs', '');
  write('red.mjs', `test('is red', () => { throw new Error('red'); });`);
  const withRed = `${fine} ${fine.replace('fine.mjs', 'red.mjs')}`;
  const script = `import { runTestFiles } from '${join(import.meta.dirname, 'node-tests.ts')}';
    const { files } = await runTestFiles(${JSON.stringify([together, both, withRed])}, 1);
    console.log(JSON.stringify(files.map(({ path, passed, failed }) => [path, passed, failed])));`;
  writeFileSync(join(directory, 'script.mjs'), script);
  const said = await run(join(directory, 'script.mjs'));
  const counted = JSON.parse(/^\[\[.*$/m.exec(said)?.[0] ?? 'null') as [string, number, number][];
  const of = (wanted: string) => counted.find(([path]) => path === wanted)?.slice(1);
  assert.deepEqual([of(together), of(both), of(failing), of(withRed)], [[1, 0], [0, 1], [1, 0], [0, 1]]); // oxfmt-ignore
});
