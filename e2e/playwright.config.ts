// Real browser, real server, real database. The browser is named by the caller; see server/test/run/find-chromium.ts.
import { defineConfig } from '@playwright/test';
import { isGate, isMotionless } from '../server/test/run/which-run.ts';

/** They wait for an order's end most of their time, so one of the workers takes them one after another. */
const waitingInLongRun = [
  'main-job',
  'killed-server',
  'sessions',
  'endings',
  'recorded-market',
  'option-history',
  'settled-order',
  'staking-week',
].map((name) => `${name}.spec.ts`);

/** Orders of the gate are short. */
const waiting = isGate ? [] : waitingInLongRun;

/** They need push, passkeys, a camera, kept files or the full screen, which the shell without a window of its own has not or not quite. */
const whole = ['alerts-push', 'identity', 'market-panels', 'offline', 'security'].map((name) => `${name}.spec.ts`);

/** They look at what moves: what comes, goes, slides and stays for a while. */
const moving = ['back', 'contracts-touch', 'keyboard-panels', 'page-slides', 'shell', 'toasts', 'touch'].map(
  (name) => `${name}.spec.ts`,
);

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
    // A camera that shows a moving pattern.
    '--use-fake-device-for-media-stream',
    // What draws on a canvas asks the browser for the density, which a context of its own does not change.
    ...(process.env['CANDOR_SCREENSHOTS'] ? ['--force-device-scale-factor=2'] : [])], // oxfmt-ignore
});
const { CANDOR_CHROMIUM, CANDOR_SHELL } = process.env;
const inShell = { launchOptions: launchOptions(CANDOR_SHELL || CANDOR_CHROMIUM) };

export default defineConfig({
  testDir: '.',
  globalSetup: './support/shared-server.ts',
  outputDir: 'results',
  // The long run's journeys wait for more, and look at what is drawn meanwhile.
  workers: isGate ? 4 : 3,
  projects: process.env['CANDOR_SCREENSHOTS']
    ? [{ name: 'screenshots', testMatch: 'screenshots*.ts', workers: 2 }]
    : [
        ...(isGate ? [] : [{ name: 'waiting', testMatch: waiting, workers: 1, use: inShell }]),
        { name: 'whole', testMatch: whole, workers: 1 },
        { name: 'moving', testMatch: moving, use: { ...inShell, reducedMotion: 'no-preference' } },
        { name: 'working', testMatch: '*.spec.ts', testIgnore: [...waiting, ...whole, ...moving], use: inShell },
      ],
  // How long things take is measured in bench/: these only end what will never come, on a machine that is busy with others too.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    // Kept files would come past the tests' own routes; the tests of that allow it.
    serviceWorkers: 'block',
    viewport: { width: 375, height: 812 },
    // To move what comes and goes is an eighth of what the browser costs; the products' journeys in the long run show it moving.
    reducedMotion: isMotionless ? 'reduce' : 'no-preference',
    // A trace of every step makes the whole half as slow again: it is for whoever looks into a failure.
    trace: process.env['CANDOR_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(CANDOR_CHROMIUM),
  },
});
