// `npm run e2e`: Playwright's journeys in a real browser.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareTemplate, startThrowAwayServer } from './support/database.ts';
import { findChromium } from './run/find-chromium.ts';
import { runNode } from './run/processes.ts';
import { Report } from './run/tally.ts';
import type { Tally } from './run/tally.ts';

export async function browserTests(args: string[] = []): Promise<Tally> {
  const results = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  const file = join(results, 'results.json');
  const server = await startThrowAwayServer();
  try {
    const environment = {
      CANDOR_CHROMIUM: findChromium(true),
      CANDOR_TEST_POSTGRES: await prepareTemplate(server.adminUrl),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    };
    const playwright = ['test', '--config', 'e2e', '--reporter', 'list,json', ...args];
    const code = await runNode('node_modules/@playwright/test/cli.js', playwright, environment);
    const tally = readTally(file);
    // It also fails where no single test did, e.g. when its server did not start.
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } finally {
    await server.stop();
    rmSync(results, { recursive: true, force: true });
  }
}

interface Results {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
}

/** A file, or a describe within it. */
interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
}

function readTally(file: string): Tally {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  const failures = suites.flatMap(failuresOf);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped, failures };
}

function failuresOf({ suites = [], specs }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `e2e/${file}: ${title}\n${errors.map(({ message = '' }) => message).join('\n')}`;
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

if (process.argv[1] === import.meta.filename) {
  const report = new Report();
  await report.run('e2e', () => browserTests(process.argv.slice(2)));
  process.exit(report.finish());
}
