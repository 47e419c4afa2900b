// How long test files take, in seconds: what takes longest begins first, and the gate has a budget (gate-rules.test.ts).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './processes.ts';
import type { Tally } from './tally.ts';
import { isGate } from './which-run.ts';

type Seconds = Readonly<Record<string, number>>;

export interface TestSeconds {
  /** Of all files of a part of the gate, one after another. */
  budgets: Seconds;
  /** Of each file, as it was measured last in the gate. */
  files: Seconds;
  /** Of those of Node's test runner in the long run, where some try more than in the gate. */
  long: Seconds;
}

const path = join(repository, 'server/test/run/test-seconds.json');

export const readTestSeconds = (): TestSeconds => JSON.parse(readFileSync(path, 'utf8')) as TestSeconds;

/** Of each file as this run plays it. */
export function secondsOfRun(): Seconds {
  const { files, long } = readTestSeconds();
  return isGate ? files : { ...files, ...long };
}

/** Keeps what a part's files took, and forgets files that are gone. */
export function recordSeconds(run: 'gate' | 'long', part: string, { files }: Tally): void {
  const before = readTestSeconds();
  if (files.some(({ failed }) => failed > 0)) return;
  if (run === 'gate' && before.budgets[part] !== undefined) write({ ...before, files: added(before.files, files) });
  const ofNode = files.filter(({ path: file }) => file.endsWith('.test.ts'));
  if (run === 'long') write({ ...before, long: added(before.long, ofNode) });
}

function added(before: Seconds, files: Tally['files']): Seconds {
  const measured = files.map(({ path: file, seconds }): [string, number] => [file, Math.round(seconds * 10) / 10]);
  const all = Object.entries({ ...before, ...Object.fromEntries(measured) });
  return Object.fromEntries(
    all.filter(([file]) => existsSync(join(repository, file))).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const write = (seconds: TestSeconds): void => writeFileSync(path, `${JSON.stringify(seconds, null, 2)}\n`);
