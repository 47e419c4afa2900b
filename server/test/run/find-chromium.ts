// A Chromium for the browser tests: the machine's, else Debian's package, else Playwright's own download. What it says goes to
// standard error, which leaves the other to results. The shell without a window of its own costs a quarter less of the processor.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, isDebianRoot, run } from './debian-packages.ts';
import { repository } from './processes.ts';

const shell = 'chromium-headless-shell';
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Its path; '' when Playwright finds its own. `isWhole`: with push and a camera, which the shell has not. */
export function findChromium(isWhole = false): string {
  const names = isWhole ? whole : [shell, ...whole];
  if (!isWhole && isDebianRoot() && !process.env['CANDOR_CHROMIUM'] && machineChromium([shell]) === undefined)
    installPackages(shell);
  const present = process.env['CANDOR_CHROMIUM'] || machineChromium(names);
  if (present) return tell(present, `the machine's Chromium, ${present}`);
  if (isDebianRoot()) {
    console.error("There is no Chromium here: installing Debian's package.");
    const packaged = installPackages('chromium') ? machineChromium(names) : undefined;
    if (packaged) return tell(packaged, `Debian's Chromium, ${packaged}`);
    console.error("Debian's package could not be installed.");
  }
  console.error("Downloading Playwright's Chromium.");
  const playwright = join(repository, 'node_modules/@playwright/test/cli.js');
  if (run(process.execPath, [playwright, 'install', 'chromium']) !== 0) {
    throw new Error('No Chromium for the browser tests: install one, or set CANDOR_CHROMIUM to the path of one.');
  }
  return tell('', "Playwright's own Chromium");
}

function tell(path: string, what: string): string {
  console.error(`Browser: ${what}`);
  return path;
}

const machineChromium = (names: readonly string[]): string | undefined =>
  [
    ...(process.env['PATH'] ?? '').split(delimiter).flatMap((directory) => names.map((name) => join(directory, name))),
    ...elsewhere,
  ].find((path) => isProgram(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
