// The app's own tests, its rules in Node and its parts and screens in a browser; Vitest runs them because it builds what they
// import as the app is built.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { browserEnvironment } from './browser.ts';
import { failuresMax } from './failures-max.ts';
import { repository, runNode } from './processes.ts';
import { failedAs, rerunFailed, type FileTally, type Tally } from './tally.ts';

interface Results {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** All, or those with one of these words in their paths. */
export const appTests = async (files: readonly string[]): Promise<Tally> =>
  rerunFailed(await runVitest(files), runVitest);

async function runVitest(files: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-app-'));
  const file = join(folder, 'results.json');
  try {
    const reporters = ['default', 'json', join(import.meta.dirname, 'vitest-reporter.ts')].flatMap((name) => [
      '--reporter',
      name,
    ]);
    const paths = files.map((path) => path.replace(/^web\//, ''));
    const most = failuresMax();
    const bail = most < Infinity ? ['--bail', String(most)] : [];
    const args = ['run', '--maxWorkers', '3', ...bail, ...reporters, '--outputFile.json', file, ...paths];
    const code = await runNode('node_modules/vitest/vitest.mjs', args, browserEnvironment({ isWhole: false }), 'web');
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
    const tallies = testResults.map(tallyOf);
    const isTold = code === 0 || tallies.some(({ failed }) => failed > 0);
    return { files: isTold ? tallies : [...tallies, failedAs('vitest', `ended with ${code}`)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tallyOf({
  name,
  status,
  message,
  startTime,
  endTime,
  assertionResults,
}: Results['testResults'][number]): FileTally {
  const path = relative(repository, name);
  const count = (wanted: string): number => assertionResults.filter((each) => each.status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const seconds = Math.max(0, endTime - startTime) / 1_000;
  const failures = assertionResults
    .filter((each) => each.status === 'failed')
    .map(({ fullName, failureMessages }) => `${path}: ${fullName}\n${failureMessages.join('\n')}`);
  // A file that can't be loaded has no tests.
  if (status === 'failed' && failed === 0) return { ...failedAs(path, message), passed, seconds };
  return { path, passed, failed, skipped: assertionResults.length - passed - failed, seconds, failures };
}
