// Runs programs of the repository and Node's test runner, with their output in this terminal.
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Tally } from './tally.ts';

export const repository = join(import.meta.dirname, '../../..');

/** Runs a file under this Node, in a folder of the repository, and returns its exit code; a missing file is a failure. */
export async function runNode(
  file: string,
  args: string[],
  environment: Record<string, string> = {},
  folder = '.',
): Promise<number> {
  if (!existsSync(join(repository, file))) {
    console.error(`${file} is missing.`);
    return 1;
  }
  return runProgram(process.execPath, [join(repository, file), ...args], environment, folder);
}

function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  folder = '.',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: join(repository, folder),
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

export const oneTest = (code: number): Tally => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/** Runs test files, each in a process of its own, and counts their tests. */
export async function runTestFiles(patterns: string[], concurrency: number): Promise<Tally> {
  const files = globSync(patterns, { cwd: repository, exclude: (path) => /(^|\/)node_modules$/.test(path) });
  if (files.length === 0) throw new Error(`No test files match ${patterns.join(', ')}.`);
  const tests = run({
    files: files.toSorted().map((file) => join(repository, file)),
    cwd: repository,
    concurrency,
    execArgv: ['--import', join(import.meta.dirname, 'file-deadline.ts')],
  });
  const failures: string[] = [];
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures };
  tests.on('test:fail', ({ name, file, details: { error } }) => {
    // A suite that fails for its tests adds nothing to them.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return;
    failures.push(
      `${file === undefined ? '' : `${relative(repository, file)}: `}${name}\n${inspect(error.cause ?? error)}`,
    );
  });
  const times: [file: string, ms: number][] = [];
  tests.on('test:summary', ({ file, counts, duration_ms: ms }) => {
    // The one without a file sums up all of them.
    if (file !== undefined) return void times.push([relative(repository, file), ms]);
    tally.passed = counts.passed;
    tally.failed = counts.tests - counts.passed - counts.skipped - counts.todo;
    tally.skipped = counts.skipped + counts.todo;
  });
  await new Promise((resolve, reject) => {
    const output = tests.compose(new spec());
    output.on('data', (text: string) => process.stdout.write(text));
    output.on('end', resolve);
    output.on('error', reject);
  });
  showSlowest(times);
  return tally;
}

/** What to look at first when the run gets too long. */
function showSlowest(times: readonly [file: string, ms: number][]): void {
  const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, 10);
  const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(0).padStart(6)} s  ${file}`);
  console.log(`\nThe files that took longest:\n${lines.join('\n')}`);
}
