// Node's test runner: each file in a process of its own, each counted by itself.
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { repository } from './processes.ts';
import { whatRuns } from './what-runs.ts';
import { failedAs, type FileTally, type Tally } from './tally.ts';

/** Runs test files, named from the top of the repository. */
export async function runTestFiles(files: readonly string[], concurrency: number): Promise<Tally> {
  const tests = run({
    files: files.map((file) => join(repository, file)),
    cwd: repository,
    concurrency,
    execArgv: ['--import', join(import.meta.dirname, 'file-deadline.ts')],
  });
  const pathOf = (file: string | undefined): string => (file === undefined ? '' : relative(repository, file));
  const failures = Map.groupBy<string, string>([], (path) => path);
  const tallies = new Map<string, FileTally>();
  tests.on('test:dequeue', ({ file, name }) => whatRuns.add(`${pathOf(file)} > ${name}`));
  tests.on('test:complete', ({ file, name }) => whatRuns.delete(`${pathOf(file)} > ${name}`));
  tests.on('test:fail', ({ name, file, details: { error } }) => {
    // A suite that fails for its tests adds nothing to them.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return;
    const path = pathOf(file);
    failures.set(path, [...(failures.get(path) ?? []), `${path}: ${name}\n${inspect(error.cause ?? error)}`]);
  });
  tests.on('test:summary', ({ file, counts, duration_ms: ms }) => {
    if (file === undefined) return;
    const path = pathOf(file);
    const { passed, tests: all, skipped, todo } = counts;
    tallies.set(path, {
      path,
      passed,
      failed: all - passed - skipped - todo,
      skipped: skipped + todo,
      seconds: ms / 1_000,
      failures: [],
    });
  });
  await new Promise((resolve, reject) => {
    const output = tests.compose(new spec());
    output.on('data', (text: string) => process.stdout.write(text));
    output.on('end', resolve);
    output.on('error', reject);
  });
  return { files: files.map((path) => tallyOf(path, tallies.get(path), failures.get(path) ?? [])) };
}

/** A file that ended before its first test has no counts, and one whose process failed may have counts without a failure. */
function tallyOf(path: string, counted: FileTally | undefined, failures: readonly string[]): FileTally {
  if (counted === undefined)
    return { ...failedAs(path, 'it ended before it had run'), ...(failures.length > 0 && { failures }) };
  return { ...counted, failed: Math.max(counted.failed, failures.length > 0 ? 1 : 0), failures };
}
