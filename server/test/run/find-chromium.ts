// A Chromium for the browser tests: the machine's, else Debian's package, else Playwright's own download. What it says goes to
// standard error, which leaves the other to results.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './processes.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Its path; '' when Playwright finds its own. */
export function findChromium(): string {
  const present = process.env['CANDOR_CHROMIUM'] || machineChromium();
  if (present) return tell(present, `the machine's Chromium, ${present}`);
  if (isDebianRoot()) {
    console.error("There is no Chromium here: installing Debian's package.");
    const installed = aptGet(['update']) === 0 && aptGet(['install', '-y', 'chromium']) === 0;
    const packaged = installed ? machineChromium() : undefined;
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

const machineChromium = (): string | undefined =>
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

/** Ubuntu's package of that name only fetches a snap. */
const isDebianRoot = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

const aptGet = (args: string[]): number | null =>
  run('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', '--no-install-recommends', ...args], {
    DEBIAN_FRONTEND: 'noninteractive',
  });

const run = (program: string, args: string[], environment: Record<string, string> = {}): number | null =>
  spawnSync(program, args, { cwd: repository, stdio: ['ignore', 2, 2], env: { ...process.env, ...environment } })
    .status;
