// An nginx, and an openssl that makes its certificate: the machine's, else Debian's packages. Undefined when there is none to be had.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages, isDebianRoot } from './debian-packages.ts';

export interface ProxyPrograms {
  nginx: string;
  openssl: string;
}

export function findNginx(): ProxyPrograms | undefined {
  const present = machinePrograms();
  if (present) return present;
  if (!isDebianRoot()) return undefined;
  console.error("There is no nginx here: installing Debian's packages.");
  return installPackages('nginx-light', 'openssl') ? machinePrograms() : undefined;
}

function machinePrograms(): ProxyPrograms | undefined {
  // Where Debian keeps it may not be in the path of a user.
  const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => works(program, ['-v']));
  return nginx !== undefined && works('openssl', ['version']) ? { nginx, openssl: 'openssl' } : undefined;
}

const works = (program: string, args: string[]): boolean =>
  (!program.startsWith('/') || existsSync(program)) && spawnSync(program, args, { timeout: 20_000 }).status === 0;
