// The app's own tests, which Vitest runs because it builds what they import as the app is built.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './processes.ts';
import type { Tally } from './tally.ts';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

export async function appTests(): Promise<Tally> {
  const results = mkdtempSync(join(tmpdir(), 'candor-app-'));
  const file = join(results, 'results.json');
  try {
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file];
    const code = await runNode('node_modules/vitest/vitest.mjs', ['run', ...reporters], {}, 'web');
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8')) as Results; // prettier-ignore
    const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests;
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
