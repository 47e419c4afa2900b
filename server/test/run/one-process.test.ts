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

test('a file that waits while it is loaded keeps its hooks and tests to itself', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-suites-'));
  t.after(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'part.mjs'), part);
  const files = ['one', 'two', 'three'].map((name) => {
    const file = join(directory, `${name}.mjs`);
    writeFileSync(file, testFile(name));
    return relative(repository, file);
  });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test-reporter=dot', join(import.meta.dirname, 'one-process.ts'), ...files];
  const said = await text(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
  const course: unknown = JSON.parse(/\[.*\]/.exec(said)?.[0] ?? 'null');
  assert.deepEqual(course, ['one', 'after one', 'two', 'after two', 'three', 'after three']);
});
