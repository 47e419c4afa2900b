// Real browser, real server, real database. The browser is named by the caller; see server/test/run/find-chromium.ts.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: process.env['CANDOR_SCREENSHOTS'] ? 'screenshots*.ts' : '*.spec.ts',
  outputDir: 'results',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    // Kept files would come past the tests' own routes; the tests of that allow it.
    serviceWorkers: 'block',
    viewport: { width: 375, height: 812 },
    // A trace of every step makes the whole half as slow again: it is for whoever looks into a failure.
    trace: process.env['CANDOR_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CANDOR_CHROMIUM'] ? { executablePath: process.env['CANDOR_CHROMIUM'] } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync'], // prettier-ignore
    },
  },
});
