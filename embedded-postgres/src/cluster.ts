// Makes the data directory, whole or not at all, and knows its password and version.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { canReach } from './owner.ts';
import type { Owner } from './owner.ts';

export const userName = 'candor';

interface Cluster {
  dataDirectory: string;
  binaries: Binaries;
  owner: Owner | undefined;
  /** Off for data that nobody will miss. */
  isDurable: boolean;
}

/** Makes the cluster unless there is one, and refuses one of another version. Only under the start lock. */
export function ensureCluster(cluster: Cluster): void {
  const { dataDirectory, binaries } = cluster;
  if (!existsSync(versionFile(dataDirectory))) createCluster(cluster);
  const version = readFileSync(versionFile(dataDirectory), 'utf8').trim();
  if (version !== binaries.major) {
    throw new Error(
      `${dataDirectory} was written by PostgreSQL ${version}, and PostgreSQL ${binaries.major} cannot read it. ` +
        `Move the data over with version ${version}, or move the directory away to start with an empty one.`,
    );
  }
}

export function readPassword(dataDirectory: string): string {
  try {
    return readFileSync(passwordFile(dataDirectory), 'utf8').trim();
  } catch (error) {
    throw new Error(
      `The password of the database in ${dataDirectory} cannot be read; does it belong to another user?`,
      {
        cause: error,
      },
    );
  }
}

/** What to spawn a program with so that its user comes to the directory, even below parents that are closed to it. */
export function handOver(directory: string, owner: Owner | undefined): { path: string; file: number | undefined } {
  if (!owner || process.platform !== 'linux' || canReach(owner, directory)) return { path: directory, file: undefined };
  return { path: '/proc/self/fd/3', file: openSync(directory, 'r') };
}

const versionFile = (dataDirectory: string): string => join(dataDirectory, 'PG_VERSION');
const passwordFile = (dataDirectory: string): string => join(dataDirectory, 'candor.password');

function createCluster(cluster: Cluster): void {
  const { dataDirectory } = cluster;
  removeScratch(dataDirectory);
  if (existsSync(dataDirectory)) {
    if (readdirSync(dataDirectory).length > 0) {
      throw new Error(`${dataDirectory} is neither empty nor a PostgreSQL data directory.`);
    }
    rmdirSync(dataDirectory);
  }
  const scratch = `${dataDirectory}.init-${process.pid}`;
  mkdirSync(scratch, { mode: 0o700 });
  try {
    initialise(scratch, cluster);
    renameSync(scratch, dataDirectory);
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** Scratch directories of starts that were killed half-way. */
function removeScratch(dataDirectory: string): void {
  const prefix = `${basename(dataDirectory)}.init-`;
  for (const name of readdirSync(dirname(dataDirectory))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(dataDirectory), name), { recursive: true, force: true });
  }
}

function initialise(scratch: string, { binaries, owner, isDurable }: Cluster): void {
  if (owner) chownSync(scratch, owner.uid, owner.gid);
  const password = randomBytes(24).toString('base64url');
  const passwordCopy = `${scratch}.password`;
  writePassword(passwordCopy, password, owner);
  const { path, file } = handOver(scratch, owner);
  const stdin = openSync(passwordCopy, 'r');
  const passwordPath = process.platform === 'win32' ? passwordCopy : '/dev/stdin';
  try {
    const run = spawnSync(binaries.path('initdb'), initdbArguments({ path, passwordPath, isDurable }), {
      ...owner,
      cwd: scratch,
      env: binaries.environment,
      encoding: 'utf8',
      stdio: [stdin, 'pipe', 'pipe', file ?? 'ignore'],
      timeout: 180_000,
    });
    if (run.status !== 0) {
      throw new Error(`initdb failed (${run.error?.message ?? run.signal ?? run.status}):\n${run.stderr}${run.stdout}`);
    }
  } finally {
    closeSync(stdin);
    if (file !== undefined) closeSync(file);
    rmSync(passwordCopy, { force: true });
  }
  writePassword(passwordFile(scratch), password, owner);
}

function initdbArguments(made: { path: string; passwordPath: string; isDurable: boolean }): string[] {
  const settings = {
    pgdata: made.path,
    username: userName,
    pwfile: made.passwordPath,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
    locale: 'C',
  };
  const flags = ['--data-checksums', '--no-instructions', made.isDurable ? '--sync-method=fsync' : '--no-sync'];
  return [...Object.entries(settings).map(([name, value]) => `--${name}=${value}`), ...flags];
}

function writePassword(path: string, password: string, owner: Owner | undefined): void {
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  if (owner) chownSync(path, owner.uid, owner.gid);
}
