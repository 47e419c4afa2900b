// Starts the PostgreSQL that came with npm, or adopts the one that still runs: it outlives a killed server on purpose.
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { ensureCluster, handOver, readPassword, userName } from './cluster.ts';
import { boundLog, logFileOf, logSize, logTail } from './log-file.ts';
import { chooseOwner } from './owner.ts';
import type { Owner } from './owner.ts';
import { choosePort } from './port.ts';
import { clearRemains, livePostmaster, readPostmaster, stopPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { closeLargeObjects, ensureRoles, urlAs } from './roles.ts';
import { defaultSettings, settingArguments } from './settings.ts';
import { takeStartLock } from './start-lock.ts';

export interface EmbeddedPostgresOptions {
  dataDirectory: string;
  /** Over the defaults of settings.ts. They count from the next start on, not for a server that runs already. */
  settings?: Readonly<Record<string, string>>;
  /** Without one: the directory's own, or the next free. */
  port?: number;
  /** How long a start may take, recovery after a crash included. */
  timeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** Of the database `candor` over TCP on 127.0.0.1, as the role that a server is. */
  url: string;
  /** As the role that a console is. */
  consoleUrl: string;
  /** As the role that owns the schema, for migrations. */
  ownerUrl: string;
  /** As the superuser, who makes databases and roles. */
  adminUrl: string;
  pid: number;
  port: number;
  /** Where its Unix socket lies: the data directory, which only its user may enter; undefined where there can be none. */
  socketDirectory: string | undefined;
  password: string;
  /** It was running before and was adopted. */
  wasRunning: boolean;
  stop(): Promise<void>;
}

interface Launch {
  dataDirectory: string;
  settings: Readonly<Record<string, string>>;
  fixedPort: number | undefined;
  binaries: Binaries;
  owner: Owner | undefined;
  deadline: number;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = prepareParent(options.dataDirectory);
  const timeoutMs = options.timeoutMs ?? 180_000;
  const deadline = performance.now() + timeoutMs;
  const release = await takeStartLock(dataDirectory, timeoutMs);
  try {
    for (;;) {
      const running = await adopt(dataDirectory, deadline);
      const postmaster = running ?? (await start(dataDirectory, options, deadline));
      try {
        await ensureDatabase(urlOf(dataDirectory, postmaster, 'postgres'), readPassword(dataDirectory));
      } catch (error) {
        // One that was killed a moment ago still looked alive.
        await sleep(50);
        if (livePostmaster(dataDirectory)?.pid === postmaster.pid || performance.now() > deadline) throw error;
        continue;
      }
      const adminUrl = urlOf(dataDirectory, postmaster, 'candor');
      return {
        url: urlAs(adminUrl, 'candor_app'),
        consoleUrl: urlAs(adminUrl, 'candor_console'),
        ownerUrl: urlAs(adminUrl, 'candor_owner'),
        adminUrl,
        pid: postmaster.pid,
        port: postmaster.port,
        socketDirectory: hasSocket(dataDirectory) ? dataDirectory : undefined,
        password: readPassword(dataDirectory),
        wasRunning: running !== undefined,
        stop: () => stopPostmaster(dataDirectory),
      };
    }
  } finally {
    release();
  }
}

/** Where the running server's database `candor` is reached, as the role that a server is. */
export function databaseUrl(dataDirectory: string): string {
  const postmaster = livePostmaster(dataDirectory);
  if (!postmaster) throw new Error(`No PostgreSQL runs in ${dataDirectory}.`);
  return urlAs(urlOf(dataDirectory, postmaster, 'candor'), 'candor_app');
}

const urlOf = (dataDirectory: string, { port }: Postmaster, database: string): string =>
  `postgres://${userName}:${readPassword(dataDirectory)}@127.0.0.1:${port}/${database}`;

/** The path by its one real name, which the lock and the search for processes go by. */
function prepareParent(path: string): string {
  mkdirSync(dirname(resolve(path)), { recursive: true });
  const dataDirectory = join(realpathSync(dirname(resolve(path))), basename(path));
  if (existsSync(dataDirectory)) {
    try {
      accessSync(dataDirectory, constants.R_OK | constants.X_OK);
    } catch {
      const { uid } = statSync(dataDirectory);
      throw new Error(`${dataDirectory} belongs to user id ${uid}; start as that user, or as root.`);
    }
  }
  return dataDirectory;
}

/** The live postmaster once it is ready; undefined if there is none, or it ended meanwhile. */
async function adopt(dataDirectory: string, deadline: number): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = livePostmaster(dataDirectory);
    if (!postmaster || postmaster.isReady) return postmaster;
    if (performance.now() > deadline) {
      const tail = logTail(logFileOf(dataDirectory), 0);
      throw new Error(`PostgreSQL (process ${postmaster.pid}) runs but does not get ready. Its log:\n${tail}`);
    }
    await sleep(20);
  }
}

async function start(dataDirectory: string, options: EmbeddedPostgresOptions, deadline: number): Promise<Postmaster> {
  const owner = chooseOwner(dataDirectory);
  const binaries = findBinaries({ dataDirectory, owner });
  const settings = { ...defaultSettings, ...options.settings };
  ensureCluster({ dataDirectory, binaries, owner, isDurable: settings['fsync'] !== 'off' });
  boundLog(logFileOf(dataDirectory));
  return launchUntilReady({ dataDirectory, settings, fixedPort: options.port, binaries, owner, deadline });
}

async function launchUntilReady(launch: Launch): Promise<Postmaster> {
  const { dataDirectory, fixedPort, deadline } = launch;
  const tried = new Set<number>();
  for (;;) {
    await clearRemains(dataDirectory);
    const port = fixedPort ?? (await choosePort(dataDirectory, tried));
    const logStart = logSize(logFileOf(dataDirectory));
    const postmaster = await launchOnce(launch, port);
    if (postmaster) return postmaster;
    const tail = logTail(logFileOf(dataDirectory), logStart);
    if (/could not create any TCP\/IP sockets/.test(tail)) tried.add(port);
    else if (!/lock file ".*" already exists|shared memory block .* is still in use/.test(tail)) {
      throw new Error(`PostgreSQL did not start. Its log:\n${tail}`);
    }
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not start in time. Its log:\n${tail}`);
    await sleep(100);
  }
}

/** Undefined when it ended before it was ready. */
async function launchOnce(launch: Launch, port: number): Promise<Postmaster | undefined> {
  const { dataDirectory, binaries, owner, deadline } = launch;
  const log = openSync(logFileOf(dataDirectory), 'a', 0o600);
  const directory = handOver(dataDirectory, owner);
  let hasEnded = false;
  let failure: Error | undefined;
  const child = spawn(binaries.path('postgres'), ['-D', directory.path, ...launchArguments(launch, port)], {
    ...owner,
    cwd: dataDirectory,
    env: binaries.environment,
    // Its own process group: Ctrl-C in the terminal is for the server, which then stops its database in order.
    detached: true,
    stdio: ['ignore', log, log, directory.file ?? 'ignore'],
  });
  child.on('error', (error) => (failure = error));
  child.on('exit', () => (hasEnded = true));
  child.unref();
  closeSync(log);
  if (directory.file !== undefined) closeSync(directory.file);
  while (!hasEnded) {
    if (failure) throw failure;
    const postmaster = readPostmaster(dataDirectory);
    if (postmaster?.isReady && postmaster.pid === child.pid) return postmaster;
    if (performance.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL did not get ready in time. Its log:\n${logTail(logFileOf(dataDirectory), 0)}`);
    }
    await sleep(10);
  }
  return undefined;
}

function launchArguments({ dataDirectory, settings }: Launch, port: number): string[] {
  return settingArguments({
    ...settings,
    port: `${port}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket(dataDirectory) ? '.' : '',
    unix_socket_permissions: '0700',
  });
}

/** Not on Windows, and not where the path would be longer than the system's 107 bytes. */
const hasSocket = (dataDirectory: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(join(dataDirectory, '.s.PGSQL.65535')) <= 107;

async function ensureDatabase(url: string, password: string): Promise<void> {
  await connected(url, async (client) => {
    await ensureRoles(client, password);
    const { rowCount } = await client.query(`select from pg_database where datname = 'candor'`);
    if (rowCount === 0) await client.query('create database candor owner candor_owner');
  });
  await connected(Object.assign(new URL(url), { pathname: '/candor' }).href, closeLargeObjects);
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
