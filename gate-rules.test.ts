// The rules of the gate: its tests say the same on every machine, and take no longer than what was agreed.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pauseHomes, randomHomes, shortWaitHomes, sleepHomes, stopwatchHomes } from './gate-homes.ts';
import { longTests } from './server/test/run/long-tests.ts';
import { readTestSeconds } from './server/test/run/test-seconds.ts';

const root = import.meta.dirname;
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|results)$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => longTests[path] === undefined);
const tests = filesOf(
  '{wire,proof,embedded-postgres,server,chain,web,console,bench}/{src,test,build}/**/*.test.{ts,tsx}',
);
const supports = filesOf(
  '{wire,proof,embedded-postgres,server,chain,web,console,bench}/{src,test}/**/{*.test-support,support/*}.{ts,tsx}',
);
const journeys = filesOf('e2e/**/*.ts');

const rules: readonly { word: RegExp; instead: string; files: readonly string[]; homes: readonly string[] }[] = [
  { word: /\bwaitForTimeout\(/, instead: 'an event that is waited for', files: journeys, homes: sleepHomes },
  {
    word: /\buntil\([^;]*?\),\s*\d[\d_]*\)|\bdeadline = performance\.now\(/,
    instead: 'until() with its own cap',
    files: tests,
    homes: shortWaitHomes,
  },
  {
    word: /\bsetTimeout\((?:resolve|done|r), |\bsetTimeout as \w+ \}/,
    instead: 'an event that is waited for, or timers that the test lets go on',
    files: [...tests, ...supports],
    homes: pauseHomes,
  },
  {
    word: /\bMath\.random\(|\brandomInt\b[^;]*from 'node:crypto'/,
    instead: 'server/test/support/seed.ts',
    files: tests,
    homes: randomHomes,
  },
  {
    word: /\bperformance\.now\(|\bhrtime\b/,
    instead: 'a count, or longRun of server/test/support/long-run.ts',
    files: tests,
    homes: stopwatchHomes,
  },
  {
    word: /^(?:after|before)(?:Each)?\(/m,
    instead: 'a hook in each file: files share a process, and it would be that of the first',
    files: supports,
    homes: [],
  },
];

test('the gate waits for events, draws the same each time, and times nothing', () => {
  assert.ok(tests.length > 200 && journeys.length > 50 && supports.length > 50);
  assert.deepEqual(rules.flatMap(strayUsers), []);
});

test('no file is allowed what it does not do', () => {
  assert.deepEqual(rules.flatMap(({ word, homes }) => homes.filter((path) => !uses(path, word))), []); // oxfmt-ignore
});

test('every file of the long run is there', () => {
  assert.deepEqual(Object.keys(longTests).filter((path) => globSync(path, { cwd: root }).length === 0), []); // oxfmt-ignore
});

test('the gate takes no more seconds than its budget', () => {
  const { budgets, files: known, long } = readTestSeconds();
  const isGone = (path: string): boolean => globSync(path, { cwd: root }).length === 0;
  assert.deepEqual(Object.keys({ ...known, ...long }).filter(isGone), [], 'forget them with --record');
  const isJourney = (path: string): boolean => path.endsWith('.spec.ts') && uses(path, /'@gate'/);
  const files = {
    tests: tests.filter((path) => !path.startsWith('web/')),
    app: tests.filter((path) => path.startsWith('web/')),
    browser: journeys.filter(isJourney),
  };
  for (const [part, all] of Object.entries(files)) {
    const sum = all.reduce((total, path) => total + (known[path] ?? unmeasured), 0);
    assert.ok(sum <= budgets[part]!, `${part}: ${Math.round(sum)} s of ${budgets[part]}; see decision 61`);
  }
});

/** What a new file counts until it was measured. */
const unmeasured = 3;

const uses = (path: string, word: RegExp): boolean => word.test(readFileSync(join(root, path), 'utf8'));

const strayUsers = ({ word, instead, files, homes }: (typeof rules)[number]): string[] =>
  files.filter((path) => !homes.includes(path) && uses(path, word)).map((path) => `${path}: use ${instead}`);
