// Node's test runner. Most files share a few processes, in each of them one after another, as loading the server costs more than most
// tests: a process of its own has what changes its process for others.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { failuresMax } from './failures-max.ts';
import { repository } from './processes.ts';
import { whatRuns } from './what-runs.ts';
import { failedAs, sumOf, type FileTally, type Tally } from './tally.ts';
import { secondsOfRun } from './test-seconds.ts';

/** Other processes and threads, and what others of the process would see: its environment, its ending, mocked timers. */
const ofItsOwn = /spawn|fork\(|Worker|process\.(?:env|on|exit|chdir)|\bmock\b|globalThis|readMetrics|run\/processes/;
/** Fewer than these are not worth it. */
const togetherMin = 6;
/** Processes that are shared; many enough to be spread over those that run at a time, and for one that breaks to break little. */
const groupCount = 8;

/** Of files that shared a process: what failed is the process, and it is run once more as it was. */
const nameOf = (group: readonly string[]): string => group.join(' ');

/** Runs test files, named from the top of the repository, so many processes at a time; `one two`: both in one process. */
export async function runTestFiles(files: readonly string[], concurrency: number): Promise<Tally> {
  const counts = new Map(
    files.map((path) => [path, { path, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] as string[] }]),
  );
  const failures = new AbortController();
  const onFailure = (): void => {
    if (sumOf([...counts.values()]).failed >= failuresMax()) failures.abort();
  };
  const groups = groupsOf(files);
  /** A process that was asked for as one passes with all that is in it. */
  function countProcess(whole: Counts, group: readonly string[]): void {
    const inIt = group.map((path) => counts.get(path));
    for (const file of inIt) {
      if (!file || file.failed === 0) continue;
      whole.failed += file.failed;
      whole.failures.push(...file.failures);
    }
    if (whole.failed === 0 && inIt.every((file) => file !== undefined)) whole.passed++;
  }
  async function runNext(): Promise<void> {
    for (let group = groups.shift(); group && !failures.signal.aborted; group = groups.shift()) {
      const started =
        group.length > 1
          ? run({ ...usual, signal: failures.signal, files: [oneProcess], argv: group })
          : run({ ...usual, signal: failures.signal, files: [join(repository, group[0]!)] });
      await followRun(started, { counts, onFailure, group });
      const name = nameOf(group);
      if (group.length > 1 && files.includes(name)) countProcess(counts.get(name)!, group);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runNext));
  const all = [...counts.values()];
  if (!failures.signal.aborted) return { files: all.map(asFailedIfNothingRan) };
  return {
    files: [...all.filter(hasRun), failedAs('the rest', `not run after ${failuresMax()} failures`)],
    isEnded: true,
  };
}

const oneProcess = join(import.meta.dirname, 'one-process.ts');

/** Files that share a process, spread by the seconds that they take; what takes longest is first. */
function groupsOf(files: readonly string[]): string[][] {
  const seconds = secondsOfRun();
  const isShared = (path: string): boolean => !ofItsOwn.test(readFileSync(join(repository, path), 'utf8'));
  const together = files.filter((path) => path.includes(' '));
  const single = files.filter((path) => !together.includes(path));
  const shared = single.length < togetherMin ? [] : single.filter(isShared);
  const groups = Array.from({ length: groupCount }, () => ({ files: [] as string[], seconds: 0 }));
  const put = (group: (typeof groups)[number], path: string): void => {
    group.files.push(path);
    group.seconds += seconds[path] ?? secondsUnknown;
  };
  const secondsUnknown = 3;
  for (const path of shared.toSorted((a, b) => (seconds[b] ?? secondsUnknown) - (seconds[a] ?? secondsUnknown)))
    put(
      groups.reduce((least, group) => (group.seconds < least.seconds ? group : least)),
      path,
    );
  for (const paths of together) groups.push({ files: paths.split(' '), seconds: 0 });
  for (const path of single.filter((one) => !shared.includes(one))) {
    const alone = { files: [], seconds: 0 };
    groups.push(alone);
    put(alone, path);
  }
  const filled = groups.filter(({ files: { length } }) => length > 0);
  return filled.toSorted((a, b) => b.seconds - a.seconds).map(({ files: paths }) => paths);
}

const usual = {
  cwd: repository,
  execArgv: ['--max-semi-space-size=64', '--import', join(import.meta.dirname, 'prepare-tests.ts')],
};

type Counts = FileTally & { failures: string[] };

interface Following {
  counts: Map<string, Counts>;
  onFailure: () => void;
  /** Of several, each file is a suite of the process, named by its path. */
  group: readonly string[];
}

/** Prints what is said of the tests and counts them by the files that they stand in. */
async function followRun(tests: ReturnType<typeof run>, { counts, onFailure, group }: Following): Promise<void> {
  const pathOf = (file: string | undefined): string => relative(repository, file ?? repository);
  const countsOf = (path: string): Counts => {
    if (!counts.has(path)) counts.set(path, { path, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] });
    return counts.get(path)!;
  };
  tests.on('test:dequeue', ({ file, name }) => whatRuns.add(`${pathOf(file)} > ${name}`));
  tests.on('test:complete', ({ file, name }) => whatRuns.delete(`${pathOf(file)} > ${name}`));
  const ofTest = ({ file, name, nesting }: { file?: string | undefined; name: string; nesting: number }): Counts =>
    countsOf(group.length === 1 || nesting > 0 ? pathOf(file) : group.includes(name) ? name : nameOf(group));
  tests.on('test:pass', (passed) => {
    const { nesting, skip, todo, details } = passed;
    const of = ofTest(passed);
    if (nesting === 0) of.seconds += details.duration_ms / 1_000;
    if (details.type === 'suite') return;
    const isSkipped = (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false);
    if (isSkipped) of.skipped++;
    else of.passed++;
  });
  tests.on('test:fail', (failed) => {
    const { name, nesting, details: { error, duration_ms: ms } } = failed; // oxfmt-ignore
    const of = ofTest(failed);
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
