// Packages that a run of tests needs, where it may install them: as root of a Debian, which is what a clean machine is.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { repository } from './processes.ts';

/** Ubuntu's packages of these names may only fetch a snap. */
export const isDebianRoot = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Whether they are there now. */
export const installPackages = (...names: string[]): boolean =>
  aptGet(['update']) === 0 && aptGet(['install', '-y', ...names]) === 0;

/** What it says goes to standard error, which leaves the other to results. */
export const run = (program: string, args: string[], environment: Record<string, string> = {}): number | null =>
  spawnSync(program, args, { cwd: repository, stdio: ['ignore', 2, 2], env: { ...process.env, ...environment } })
    .status;

// At run level 1 a package's services are not started. Tests side by side may install something each.
const aptGet = (args: string[]): number | null =>
  run(
    'apt-get',
    ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends', ...args],
    {
      DEBIAN_FRONTEND: 'noninteractive',
      RUNLEVEL: '1',
    },
  );
