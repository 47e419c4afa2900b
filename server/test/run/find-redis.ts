// A Redis or Valkey: the machine's, else Debian's package. Undefined when there is none to be had.
import { spawnSync } from 'node:child_process';
import { installPackages, isDebianRoot } from './debian-packages.ts';

export function findRedis(): string | undefined {
  const present = machineProgram();
  if (present !== undefined || !isDebianRoot()) return present;
  console.error("There is no Redis here: installing Debian's package.");
  return installPackages('redis-server') ? machineProgram() : undefined;
}

const machineProgram = (): string | undefined =>
  ['redis-server', 'valkey-server'].find(
    (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0,
  );
