// What came of test files, of a part and of a run: how many tests passed, how long each file took, and what failed and why.

import { whatRuns } from './what-runs.ts';

export interface FileTally {
  /** From the top of the repository; of a tool, its name. */
  path: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** What is known of tests that failed, each with its name and reason. */
  failures: readonly string[];
}

export interface Tally {
  files: readonly FileTally[];
  /** Files that failed, and passed when they were run once more, with what they had failed by. */
  flaky?: readonly FileTally[];
  /** It ended before all had run, as too many had failed. */
  isEnded?: boolean;
}

type Counts = Pick<FileTally, 'passed' | 'failed' | 'skipped'>;

/** More than these files that pass only at the second try are as bad as one that fails. */
const flakyMax = 2;
/** Where more files than these fail, the change is wrong and not the hour. */
const rerunMax = 5;
const slowestShown = 15;

export const failedAs = (path: string, reason: string): FileTally => ({
  path,
  passed: 0,
  failed: 1,
  skipped: 0,
  seconds: 0,
  failures: [`${path}: ${reason}`],
});

/** A program that is one test: it passed when it ended with 0. */
export async function oneTest(name: string, program: () => Promise<number>): Promise<Tally> {
  const startedAt = performance.now();
  whatRuns.add(name);
  const code = await program();
  whatRuns.delete(name);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (code !== 0) return { files: [{ ...failedAs(name, `ended with ${code}`), seconds }] };
  return { files: [{ path: name, passed: 1, failed: 0, skipped: 0, seconds, failures: [] }] };
}

/** Runs files that failed once more, alone: what then passes was no fault of the change, and is told as flaky. */
export async function rerunFailed(first: Tally, rerun: (files: readonly string[]) => Promise<Tally>): Promise<Tally> {
  const failed = first.files.filter((file) => file.failed > 0);
  if (failed.length === 0 || failed.length > rerunMax || first.isEnded) return first;
  console.log(`\nOnce more, alone: ${failed.map(({ path }) => path).join(', ')}`);
  const again = new Map((await rerun(failed.map(({ path }) => path))).files.map((file) => [file.path, file]));
  const hasPassed = ({ path }: FileTally): boolean =>
    (again.get(path)?.passed ?? 0) > 0 && again.get(path)!.failed === 0;
  // Of a journey's file only what had failed is run once more.
  const asPassed = (file: FileTally): FileTally => ({ ...again.get(file.path)!, passed: file.passed + file.failed });
  return {
    files: first.files.map((file) => (file.failed > 0 && hasPassed(file) ? asPassed(file) : file)),
    flaky: failed.filter(hasPassed),
  };
}

export class Report {
  readonly #parts: { name: string; tally: Tally; seconds: number }[] = [];

  /** Runs a part and notes its tally and time; one that throws counts as failed. */
  async run(name: string, part: () => Promise<Tally>): Promise<Tally> {
    const startedAt = performance.now();
    console.log(`\n▶ ${name}`);
    let tally: Tally;
    try {
      tally = await part();
      // A part in which nothing ran has shown nothing.
      if (tally.files.every(({ passed, failed }) => passed + failed === 0))
        tally = { files: [failedAs(name, 'ran no test')] };
    } catch (error) {
      console.error(error);
      tally = { files: [failedAs(name, String(error))] };
    }
    this.#parts.push({ name, tally, seconds: (performance.now() - startedAt) / 1_000 });
    return tally;
  }

  /** Prints the slowest files, what failed, a line for each part and the sum as the very last line; returns the exit code. */
  finish(): number {
    const files = this.#parts.flatMap(({ tally }) => tally.files);
    const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
    console.log('\nThe files that took longest:');
    for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${path}`);
    console.log('');
    // Said again here: who reads the end of a long run wants to know why without looking for it.
    for (const failure of files.flatMap(({ failures }) => failures)) console.log(`✖ ${failure}\n`);
    const flaky = this.#parts.flatMap(({ tally }) => tally.flaky ?? []);
    for (const { path, failures } of flaky)
      console.log(`FLAKY ${path} passed at the second try; first:\n${failures.join('\n')}\n`);
    for (const { name, tally, seconds } of this.#parts) {
      const counts = sumOf(tally.files);
      console.log(
        `${counts.failed > 0 ? '✖' : '✔'} ${name.padEnd(12)} ${words(counts).padEnd(40)} ${seconds.toFixed(1)} s`,
      );
    }
    const sum = sumOf(files);
    if (flaky.length > flakyMax)
      console.log(`\n✖ ${flaky.length} files passed only at the second try; ${flakyMax} are borne.`);
    // A run of nothing has shown nothing.
    const failed = sum.failed + (flaky.length > flakyMax || sum.passed + sum.failed === 0 ? 1 : 0);
    console.log(`\n${words({ ...sum, failed })}`);
    return failed > 0 ? 1 : 0;
  }
}

export const sumOf = (files: readonly Counts[]): Counts =>
  files.reduce<Counts>(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

const words = ({ passed, failed, skipped }: Counts): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
