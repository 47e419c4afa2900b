// The app's own tests, its rules in Node and its parts and screens in a browser; Vitest runs them because it builds what they
// import as the app is built.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { repository, runNode } from './processes.ts';
import type { Tally } from './tally.ts';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}

export async function appTests(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-app-'));
  const file = join(folder, 'results.json');
  try {
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file];
    const code = await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', ...reporters],
      { CANDOR_CHROMIUM: findChromium() },
      'web',
    );
    const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
    const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests;
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests, failures: failuresOf(results) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failuresOf = ({ testResults }: Results): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${relative(repository, name)}: ${fullName}\n${failureMessages.join('\n')}`,
      ),
  );
