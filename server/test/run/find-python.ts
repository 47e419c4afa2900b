// A Python for the verifier that is written in it: the machine's, else Debian's package.
import { spawnSync } from 'node:child_process';
import { installPackages, isDebianRoot } from './debian-packages.ts';

const oldest = [3, 10] as const;

/** Its name; undefined where there is none and none can be installed. */
export function findPython(): string | undefined {
  if (isNewEnough()) return 'python3';
  if (!isDebianRoot()) return undefined;
  console.error("There is no Python here: installing Debian's package.");
  return installPackages('python3') && isNewEnough() ? 'python3' : undefined;
}

function isNewEnough(): boolean {
  const { status, stdout } = spawnSync('python3', ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const [, major = '0', minor = '0'] = /^Python (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 && (parseInt(major, 10) > oldest[0] || parseInt(minor, 10) >= oldest[1]);
}
