// The database that an npm command works on: that of DATABASE_URL, or the embedded one, which runs for as long as it takes.
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@candor/embedded-postgres';
import { readConsoleUrl, readOwnerUrl, type Config } from './config.ts';
import { checkMode } from './deployment/deployment.ts';
import { explainDatabase, type DatabasePlace } from './explain-start.ts';
import { StartProblem } from './kit/start-problem.ts';
import { prepareSchema } from './prepare-schema.ts';

/**
 * Ready for the server of these settings, and refused where that would be refused. `ownerUrl` is for what no server may do; `consoleUrl` is
 * the console's role, undefined where its address is not set.
 */
export async function withDatabase<Result>(
  config: Config,
  work: (databaseUrl: string, ownerUrl: () => string, consoleUrl: string | undefined) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = join(config.dataDirectory, 'postgres');
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDirectory });
  const url = config.databaseUrl ?? postgres!.url;
  let place: DatabasePlace = { setting: 'DATABASE_URL', url };
  const ownerUrl = (): string => {
    place = { setting: 'DATABASE_OWNER_URL', url: readOwnerUrl() };
    return place.url;
  };
  try {
    await checkMode(url, config.mode);
    await prepareSchema({ url, embedded: postgres && { ownerUrl: postgres.ownerUrl, dataDirectory } });
    return await work(url, () => postgres?.ownerUrl ?? ownerUrl(), postgres?.consoleUrl ?? readConsoleUrl());
  } catch (error) {
    const words = postgres ? undefined : explainDatabase(error, place);
    throw words === undefined ? error : new StartProblem(words, { cause: error });
  } finally {
    if (postgres && !postgres.wasRunning) await postgres.stop();
  }
}
