// Another engine on the same database, which takes over whenever the server's own does not hold the lease. The web process finds
// whichever decides over Redis.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from '@candor/embedded-postgres';
import { mainFile, postgresDirectory, repository, type ServerOptions } from '../server-process.ts';
import { bareEnvironment } from '../../../server/test/support/bare-environment.ts';

export interface SecondEngine {
  isThere(): boolean;
  /** Without waiting for it; does nothing while the database is away. */
  start(): void;
  /** kill -9. */
  kill(): void;
}

export function openSecondEngine({ dataDirectory, environment = {} }: Omit<ServerOptions, 'port'>): SecondEngine {
  let child: ChildProcess | undefined;
  const isThere = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;

  function start(): void {
    if (isThere()) return;
    let url: string;
    try {
      url = databaseUrl(postgresDirectory(dataDirectory));
    } catch {
      return;
    }
    const log = openSync(join(dataDirectory, 'second-engine.log'), 'a');
    child = spawn(process.execPath, [mainFile], {
      cwd: repository,
      env: {
        ...bareEnvironment,
        ROLES: 'engine',
        DATABASE_URL: url,
        DATA_DIRECTORY: dataDirectory,
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  return { isThere, start, kill: () => void child?.kill('SIGKILL') };
}
