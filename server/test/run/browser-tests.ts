// Playwright's journeys in a real browser, against servers whose databases are clones in the run's PostgreSQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserEnvironment } from './browser.ts';
import { failuresMax } from './failures-max.ts';
import { runNode } from './processes.ts';
import { failedAs, rerunFailed, type FileTally, type Tally } from './tally.ts';

/** `args` are Playwright's: specs by name, or `--grep @gate`. */
export async function browserTests(args: readonly string[]): Promise<Tally> {
  return rerunFailed(await runPlaywright(args), () => runPlaywright(['--last-failed', '--workers', '1', ...args]));
}

async function runPlaywright(args: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-e2e-'));
  const file = join(folder, 'results.json');
  try {
    const reporters = ['list', 'json', join(import.meta.dirname, 'playwright-reporter.ts')].join(',');
    const environment = {
      ...browserEnvironment({ isWhole: true }),
      CANDOR_SHELL: browserEnvironment({ isWhole: false })['CANDOR_CHROMIUM']!,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    };
    const most = failuresMax();
    const bail = most < Infinity ? ['--max-failures', String(most)] : [];
    const all = ['test', '--config', 'e2e', '--reporter', reporters, ...bail, ...args];
    const code = await runNode('node_modules/@playwright/test/cli.js', all, environment);
    const { suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as Results;
    const files = suites.map(tallyOf);
    const isTold = code === 0 || files.some(({ failed }) => failed > 0);
    // It also fails where no single test did, e.g. when a server did not start.
    const reason = errors.map(({ message = '' }) => message).join('\n') || `ended with ${code}`;
    return { files: isTold ? files : [...files, failedAs('playwright', reason)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Results {
  errors: { message?: string }[];
  suites: Suite[];
}

/** A file, or a describe within it. */
interface Suite {
  file: string;
  suites?: Suite[];
  specs: Spec[];
}

interface Spec {
  title: string;
  tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
}

function tallyOf(suite: Suite): FileTally {
  const path = `e2e/${suite.file}`;
  const journeys = specsOf(suite).flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({ title, status, results })),
  );
  const count = (wanted: readonly string[]): number => journeys.filter(({ status }) => wanted.includes(status)).length;
  const failures = journeys
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ title, results }) => {
      const errors = results.flatMap((result) => result.errors);
      return `${path}: ${title}\n${errors.map(({ message = '' }) => message).join('\n')}`;
    });
  const ms = journeys.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
  return {
    path,
    passed: count(['expected']),
    failed: failures.length,
    skipped: count(['skipped']),
    seconds: ms / 1_000,
    failures,
  };
}

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
