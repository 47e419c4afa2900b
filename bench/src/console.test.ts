import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as wire from '@candor/wire';

const root = join(import.meta.dirname, '../..');
const textOf = (glob: string): string =>
  globSync(glob, { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8')).join('\n'); // oxfmt-ignore

test('every call that the console reads is in a page of the bench', () => {
  const [ofConsole, ofBench] = [textOf('console/src/**/*.{ts,tsx}'), textOf('bench/src/console/*pages.ts')];
  const reads = wire.consoleCalls.filter(({ method, form }) => method === 'GET' && form === undefined);
  const named = Object.entries(wire).filter(([, value]) => reads.some((call) => call === value));
  const read = named.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(ofConsole));
  assert.ok(read.length > 30, `${read.length} were read`);
  assert.deepEqual(read.filter((name) => !new RegExp(`\\b${name}\\b`).test(ofBench)), []); // oxfmt-ignore
});
