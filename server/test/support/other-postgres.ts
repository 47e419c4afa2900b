// Servers of PostgreSQL besides the embedded one, from programs that this machine has. Each is throw-away and made as hosted ones are:
// its texts are sorted as people do, not byte by byte.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chooseOwner, killPostmaster, stopPostmaster } from '@candor/embedded-postgres';
import pg from 'pg';
import { freePort } from '../../src/kit/free-ports.test-support.ts';
import { until } from '../../src/kit/until.test-support.ts';

const password = 'of a throw-away server';

export interface OtherPostgres {
  /** As the superuser, of the database `postgres`. */
  adminUrl: string;
  stop(): Promise<void>;
}

/** Folders with initdb and postgres: those in CANDOR_OTHER_POSTGRES, else where Debian puts them. */
export function otherPostgres(): string[] {
  const given = process.env['CANDOR_OTHER_POSTGRES'];
  if (given !== undefined) return given.split(delimiter).filter((folder) => folder !== '');
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return versions.map((version) => join(debian, version, 'bin')).filter((folder) => existsSync(join(folder, 'initdb')));
}

/** 15 of `postgres (PostgreSQL) 15.18`. */
export const majorOf = (folder: string): string =>
  /\(PostgreSQL\) (\d+)/.exec(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }))![1]!;

export async function startOtherPostgres(folder: string): Promise<OtherPostgres> {
  const parent = mkdtempSync(join(tmpdir(), `candor-test-${process.pid}-`));
  const dataDirectory = join(parent, 'postgres');
  const owner = chooseOwner(dataDirectory);
  mkdirSync(dataDirectory, { mode: 0o700 });
  const passwordFile = join(parent, 'password');
  writeFileSync(passwordFile, password);
  if (owner) for (const path of [parent, dataDirectory, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const as = { ...owner, cwd: parent, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  const like = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  execFileSync(
    join(folder, 'initdb'),
    [`--pgdata=${dataDirectory}`, '--username=admin', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-sync', ...like],
    { ...as, stdio: ['ignore', 'ignore', 'inherit'] },
  ); // oxfmt-ignore
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', log_min_messages: 'panic' }; // oxfmt-ignore
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(folder, 'postgres'), ['-D', dataDirectory, ...given], { ...as, stdio: ['ignore', 'ignore', 'inherit'] }); // oxfmt-ignore
  child.unref();
  process.once('exit', () => killPostmaster(dataDirectory));
  const adminUrl = `postgres://admin:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  await until('it answers', () => answers(adminUrl));
  return {
    adminUrl,
    async stop() {
      await stopPostmaster(dataDirectory);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end();
  return isThere;
}
