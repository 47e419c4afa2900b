// The parts of a run of tests, each with the time that ends it: three times what it is expected to take on two processors.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appTests } from './app-tests.ts';
import { browserTests } from './browser-tests.ts';
import { check } from './check.ts';
import { longBrowserParts, longTests, type LongPart } from './long-tests.ts';
import { runTestFiles } from './node-tests.ts';
import { repository, runNode } from './processes.ts';
import { oneTest, rerunFailed, type Tally } from './tally.ts';

export interface Part {
  limitSeconds: number;
  /** A PostgreSQL with a template to clone is in CANDOR_TEST_POSTGRES. */
  needsDatabase?: true;
  /** A Chromium and the fonts of the tests are installed. */
  needsBrowser?: true;
  /** Other people's programs are installed, as several tests at once would each do it. */
  needsClients?: true;
  run: (args: readonly string[]) => Promise<Tally>;
}

const isInRun = (part: string): boolean => (process.env['CANDOR_PARTS'] ?? '').split(' ').includes(part);

/** `npm test`. */
export const gate = ['check', 'tests', 'app', 'browser'];

export const parts: Record<string, Part> = {
  check: { limitSeconds: 240, run: check },
  tests: { limitSeconds: 600, needsDatabase: true, run: (named) => nodeTests(chosenFrom(filesOf('tests'), named), 4) },
  app: { limitSeconds: 300, needsBrowser: true, run: appTests },
  browser: {
    limitSeconds: 900,
    needsDatabase: true,
    needsBrowser: true,
    run: (args) => {
      if (args.some((arg) => !arg.startsWith('e2e/'))) return browserTests(args);
      // Other parts of this run play the whole of their specs.
      return browserTests(['--grep', '@gate', ...(args.length > 0 ? args : otherSpecs(isInRun))]);
    },
  },
  long: {
    limitSeconds: 3_000,
    needsDatabase: true,
    run: (named) => nodeTests(chosenFrom([...longFiles('long'), ...filesOf('long')], named), 4),
  },
  chains: {
    limitSeconds: 900,
    needsDatabase: true,
    run: (named) => nodeTests(chosenFrom(filesOf('chains'), named), 2),
  },
  clients: {
    limitSeconds: 900,
    needsDatabase: true,
    needsClients: true,
    run: (named) => nodeTests(chosenFrom(longFiles('clients'), named), 3),
  },
  processes: {
    limitSeconds: 1_800,
    needsDatabase: true,
    run: (named) => nodeTests(chosenFrom(longFiles('processes'), named), 3),
  },
  crash: { limitSeconds: 600, run: () => oneTest('crash', () => runNode('bench/src/crash.ts', ['--kills', '20'])) },
  fuzz: { limitSeconds: 900, run: fuzz },
  crowds: {
    limitSeconds: 600,
    run: () => bench(['flood', '--seconds', '15', '--sockets', '300', '--readers', '4', '--rounds', '0']),
  },
  journeys: {
    limitSeconds: 3_600,
    needsDatabase: true,
    needsBrowser: true,
    run: () => browserTests(['--grep-invert', '@gate', ...otherSpecs()]),
  },
  ...Object.fromEntries(
    Object.entries(longBrowserParts).map(([name, specs]): [string, Part] => [
      name,
      { limitSeconds: 2_400, needsDatabase: true, needsBrowser: true, run: () => browserTests(specs) },
    ]),
  ),
};

/** `npm run test:all`. */
export const everything = Object.keys(parts);

/** What strangers send, and beside it, as it is waited for most of its time, what 20,000 sockets that are lost leave behind. */
async function fuzz(): Promise<Tally> {
  const program = oneTest('fuzz', () => runNode('bench/src/fuzz.ts', ['--requests', '20000']));
  const tallies = await Promise.all([program, bench(['resets'])]);
  return { files: tallies.flatMap(({ files }) => files) };
}

const bench = (args: readonly string[]): Promise<Tally> => oneTest(args[0]!, () => runNode('bench/src/main.ts', args));

const nodeTests = async (files: readonly string[], concurrency: number): Promise<Tally> =>
  rerunFailed(await runTestFiles(files, concurrency), (failed) => runTestFiles(failed, 1));

const testFiles = (): string[] =>
  globSync(['run.test.ts', '{wire,proof,embedded-postgres,server,chain,console,bench}/{src,test}/**/*.test.ts'], {
    cwd: repository,
  }).toSorted();

const shortFiles = (): string[] => testFiles().filter((path) => longTests[path] === undefined);
/** Of the gate's files those that a part does. In a run of several parts the one that does all of a file has it, and no other. */
const filesOf = (part: 'tests' | 'long' | 'chains'): string[] => shortFiles().filter((path) => partOf(path) === part);
function partOf(path: string): 'tests' | 'long' | 'chains' {
  if (isInRun('chains') && /^chain\/|\/(?:deposits|withdrawals)[^/]*$/.test(path)) return 'chains';
  const hasLongTests = /longRun\(|crowdOf\(|isLongRun/.test(readFileSync(join(repository, path), 'utf8'));
  return isInRun('long') && hasLongTests ? 'long' : 'tests';
}
const longFiles = (part: LongPart): string[] => testFiles().filter((path) => longTests[path]?.[0] === part);

/** Of the files those whose path has one of the words, all without a word. */
function chosenFrom(files: readonly string[], words: readonly string[]): readonly string[] {
  const chosen = words.length === 0 ? files : files.filter((path) => words.some((word) => path.includes(word)));
  if (chosen.length === 0) throw new Error(`No test file has ${words.join(' or ')} in its path.`);
  return chosen;
}

/** Of the browser's specs those that no other part has, or none of those. */
const otherSpecs = (isTaker: (part: string) => boolean = () => true): string[] => {
  const taken = new Set(Object.entries(longBrowserParts).flatMap(([part, specs]) => (isTaker(part) ? specs : [])));
  return globSync('e2e/*.spec.ts', { cwd: repository })
    .map((path) => path.replace('e2e/', ''))
    .filter((spec) => !taken.has(spec));
};
