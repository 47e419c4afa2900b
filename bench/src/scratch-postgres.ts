// A PostgreSQL of the benchmark's own: as durable as in production, with room for a long run, and gone afterwards.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, urlAs } from '@candor/embedded-postgres';
import { migrate } from '../../server/src/kit/migrate.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { onEarlyEnd, progress } from './own-processes.ts';

export interface ScratchPostgres {
  postmasterPid: number;
  /** Where files of the run may be put. */
  directory: string;
  /** The variables with which PostgreSQL's own programs reach the server over its Unix socket. */
  environment: NodeJS.ProcessEnv;
  /** As the superuser, over the Unix socket where there is one. */
  urlOf(database: string): string;
  /** One connection to the maintenance database. */
  admin: Pool;
  stop: () => Promise<void>;
}

const gigabyte = 2 ** 30;

export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const directory = mkdtempSync(join(tmpdir(), `candor-bench-${process.pid}-`));
  progress(`starting PostgreSQL in ${directory}`);
  const { bavail, bsize } = statfsSync(directory);
  const server = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    settings: {
      shared_buffers: `${Math.floor(Math.min(2, totalmem() / gigabyte / 4) * 1024)}MB`,
      max_wal_size: `${Math.floor(Math.min(8, (bavail * bsize) / gigabyte / 3) * 1024)}MB`,
      checkpoint_timeout: '15min',
      max_connections: '200',
      idle_in_transaction_session_timeout: '0',
    },
  });
  const { username, password } = new URL(server.adminUrl);
  const host = server.socketDirectory ?? '127.0.0.1';
  const urlOf = (database: string): string =>
    `postgres://${username}:${password}@127.0.0.1:${server.port}/${database}` +
    (server.socketDirectory ? `?host=${encodeURIComponent(host)}` : '');
  const admin = openPool(urlOf('postgres'), 1);
  const stop = async (): Promise<void> => {
    await admin.end().catch(() => undefined);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  onEarlyEnd(stop);
  await assertDurable(admin);
  return {
    postmasterPid: server.pid,
    directory,
    environment: {
      ...process.env,
      PGHOST: host,
      PGPORT: String(server.port),
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
    },
    urlOf,
    admin,
    stop,
  };
}

/** A number that was measured without durability says nothing. */
async function assertDurable(admin: Pool): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await admin.query<Record<string, string>>(`show ${name}`);
    assert.equal(rows[0]![name], 'on', `${name} must be on`);
  }
}

/** A database with all migrations applied, as the role that a server is. */
export async function createCandorDatabase(postgres: ScratchPostgres, name: string): Promise<string> {
  await postgres.admin.query(`create database ${name} owner candor_owner`);
  const url = postgres.urlOf(name);
  await migrate({ url: urlAs(url, 'candor_owner'), directory: join(import.meta.dirname, '../../server/migrations') });
  return urlAs(url, 'candor_app');
}
