// A database of its own for a test file, cloned from a migrated template in a tenth of a second.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  closeLargeObjects,
  killPostmaster,
  logFileOf,
  startEmbeddedPostgres,
  stopPostmaster,
  throwAwaySettings,
  urlAs,
} from '@candor/embedded-postgres';
import type { EmbeddedPostgres } from '@candor/embedded-postgres';
import pg from 'pg';
import { migrate, readMigrations } from '../../src/kit/migrate.ts';
import type { Connection } from '../../src/kit/postgres.ts';

export const migrationsDirectory = join(import.meta.dirname, '../../migrations');

export interface TestDatabase {
  /** As the role that a server is. */
  url: string;
  /** As the role that a console is. */
  consoleUrl: string;
  /** As the role that owns the schema: for what no server does, such as changing tables. */
  ownerUrl: string;
  /** As the superuser. */
  adminUrl: string;
  drop: () => Promise<void>;
}

/** A new database with all migrations applied. Drop it when the tests of the file are over. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const template = await templateUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Files that are copied take a third of the time of pages that are logged.
  await administer(
    template,
    `create database ${name} template ${databaseOf(template)} strategy file_copy owner candor_owner`,
  );
  const adminUrl = withDatabase(template, name);
  return {
    url: urlAs(adminUrl, 'candor_app'),
    consoleUrl: urlAs(adminUrl, 'candor_console'),
    ownerUrl: urlAs(adminUrl, 'candor_owner'),
    adminUrl,
    drop: async () => void (await administer(template, `drop database if exists ${name} with (force)`)),
  };
}

/** What no server does: changes of tables, and writes to those that it may only read. */
export async function runAsOwner(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  sql: string,
  values?: unknown[],
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A new database and one connection to it, opened as `open` does. */
export async function connectToClone(
  open: (url: string) => Promise<Connection>,
): Promise<{ url: string; ownerUrl: string; connection: Connection; end: () => Promise<void> }> {
  const database = await cloneDatabase();
  const connection = await open(database.url);
  return {
    url: database.url,
    ownerUrl: database.ownerUrl,
    connection,
    async end() {
      await connection.end();
      await database.drop();
    },
  };
}

/** Makes the template in a server, unless it is there for just these migrations, and returns its URL, both as the superuser. */
export async function prepareTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, checksum } of readMigrations(migrationsDirectory)) hash.update(`${name} ${checksum}\n`);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  const url = withDatabase(serverUrl, name);
  // Built under another name, so that one that was given up half-way is never taken for finished.
  const scratch = `${name}_${randomBytes(4).toString('hex')}`;
  if ((await administer(serverUrl, `select from pg_database where datname = '${name}'`)) > 0) return url;
  await administer(serverUrl, `create database ${scratch} owner candor_owner`);
  await migrate({ url: urlAs(withDatabase(serverUrl, scratch), 'candor_owner'), directory: migrationsDirectory });
  await asSuperuser(withDatabase(serverUrl, scratch), closeLargeObjects);
  await administer(serverUrl, `alter database ${scratch} rename to ${name}`);
  return url;
}

let ownTemplate: Promise<string> | undefined;

function templateUrl(): Promise<string> {
  const given = process.env['CANDOR_TEST_POSTGRES'];
  if (given) return Promise.resolve(given);
  return (ownTemplate ??= startThrowAwayServer().then((server) => prepareTemplate(server.adminUrl)));
}

/** A server that ends with this process, and takes a second or two: a run of all tests starts one for all of them. */
export async function startThrowAwayServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres & { logFile: string }> {
  await removeAbandoned();
  const parent = mkdtempSync(join(quickDirectory(), `candor-test-${process.pid}-`));
  const dataDirectory = join(parent, 'postgres');
  const server = await startEmbeddedPostgres({ dataDirectory, settings: { ...throwAwaySettings, ...settings } });
  process.on('exit', () => {
    killPostmaster(dataDirectory);
    rmSync(parent, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));
  if (process.connected) process.once('disconnect', () => process.exit(1)).channel?.unref();
  return { ...server, logFile: logFileOf(dataDirectory) };
}

const inMemory = '/dev/shm';
const roomNeeded = 6e9;

/** A clone is more than a thousand files: in memory they are made in a twentieth of the time, where there is plenty of it. */
function quickDirectory(): string {
  if (!existsSync(inMemory) || freemem() < roomNeeded) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < roomNeeded ? tmpdir() : inMemory;
}

/** Servers of test processes that were killed before they could stop theirs. */
async function removeAbandoned(): Promise<void> {
  for (const directory of [tmpdir(), inMemory].filter((each) => existsSync(each))) {
    for (const name of readdirSync(directory)) {
      const pid = /^candor-test-(\d+)-/.exec(name)?.[1];
      if (pid === undefined || isRunning(parseInt(pid, 10))) continue;
      const parent = join(directory, name);
      await stopPostmaster(join(parent, 'postgres'));
      rmSync(parent, { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs one statement outside of any test's database and returns how many rows it gave. */
const administer = (url: string, statement: string): Promise<number> =>
  asSuperuser(withDatabase(url, 'postgres'), async (client) => (await client.query(statement)).rowCount ?? 0);

async function asSuperuser<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
