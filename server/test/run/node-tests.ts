// Node's test runner: a process for each file, but one for all that need nothing of their own, as a start costs more than most tests.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { failuresMax } from './failures-max.ts';
import { repository } from './processes.ts';
import { whatRuns } from './what-runs.ts';
import { failedAs, sumOf, type FileTally, type Tally } from './tally.ts';

/** What may outlive its file or be seen by others: hooks, processes, sockets, databases, timers, the environment. */
const ofItsOwn =
  /\b(?:before|after|beforeEach|afterEach)\(|[cC]loneDatabase|connectToClone|[sS]tage\b|listen\(|spawn|fork\(|Worker|process\.(?:env|on|exit|chdir)|\bmock\b|createServer|WebSocket|openApp|node:(?:net|http)|setTimeout|fetch\(|mkdtemp|globalThis|openPool|run\/processes/;
/** Fewer than these are not worth it. */
const togetherMin = 6;

/** Runs test files, named from the top of the repository, so many at a time. */
export async function runTestFiles(files: readonly string[], concurrency: number): Promise<Tally> {
  const isShared = (path: string): boolean => !ofItsOwn.test(readFileSync(join(repository, path), 'utf8'));
  const shared = files.length < togetherMin ? [] : files.filter(isShared);
  const alone = files.filter((path) => !shared.includes(path));
  const counts = new Map(
    files.map((path) => [path, { path, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] as string[] }]),
  );
  const failures = new AbortController();
  const options = { ...usual, signal: failures.signal };
  const runs = [
    ...(alone.length > 0 ? [run({ ...options, files: alone.map((file) => join(repository, file)), concurrency })] : []),
    ...(shared.length > 0
      ? [run({ ...options, files: [join(import.meta.dirname, 'one-process.ts')], argv: shared })]
      : []),
  ];
  const onFailure = (): void => {
    if (sumOf([...counts.values()]).failed >= failuresMax()) failures.abort();
  };
  await Promise.all(runs.map((tests) => followRun(tests, counts, onFailure)));
  const all = [...counts.values()];
  if (!failures.signal.aborted) return { files: all.map(asFailedIfNothingRan) };
  return {
    files: [...all.filter(hasRun), failedAs('the rest', `not run after ${failuresMax()} failures`)],
    isEnded: true,
  };
}

const usual = { cwd: repository, execArgv: ['--import', join(import.meta.dirname, 'prepare-tests.ts')] };

type Counts = FileTally & { failures: string[] };

/** Prints what is said of the tests and counts them by the files that they stand in. */
async function followRun(
  tests: ReturnType<typeof run>,
  counts: Map<string, Counts>,
  onFailure: () => void,
): Promise<void> {
  const pathOf = (file: string | undefined): string => relative(repository, file ?? repository);
  const countsOf = (path: string): Counts => {
    if (!counts.has(path)) counts.set(path, { path, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] });
    return counts.get(path)!;
  };
  tests.on('test:dequeue', ({ file, name }) => whatRuns.add(`${pathOf(file)} > ${name}`));
  tests.on('test:complete', ({ file, name }) => whatRuns.delete(`${pathOf(file)} > ${name}`));
  tests.on('test:pass', ({ file, nesting, skip, todo, details }) => {
    const of = countsOf(pathOf(file));
    if (nesting === 0) of.seconds += details.duration_ms / 1_000;
    if (details.type === 'suite') return;
    const isSkipped = (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false);
    if (isSkipped) of.skipped++;
    else of.passed++;
  });
  tests.on('test:fail', ({ name, file, nesting, details: { error, duration_ms: ms } }) => {
    const of = countsOf(pathOf(file));
    if (nesting === 0) of.seconds += ms / 1_000;
    // A suite that fails for its tests adds nothing to them.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return;
    of.failed++;
    of.failures.push(`${of.path}: ${name}\n${inspect(error.cause ?? error)}`);
    onFailure();
  });
  await new Promise((resolve, reject) => {
    const output = tests.compose(new spec());
    output.on('data', (text: string) => process.stdout.write(text));
    output.on('end', resolve);
    output.on('error', reject);
  });
}

const hasRun = ({ passed, failed, skipped }: FileTally): boolean => passed + failed + skipped > 0;
const asFailedIfNothingRan = (file: FileTally): FileTally => (hasRun(file) ? file : failedAs(file.path, 'ran no test'));
