// The schema of today: an embedded database is brought to it; elsewhere only its owner may, and the server looks whether it was done.
import { join } from 'node:path';
import { log } from './kit/log.ts';
import { checkMigrated, migrate } from './kit/migrate.ts';

export const migrationsDirectory = join(import.meta.dirname, '../migrations');

/** Throws, in words that say what to do, if the server at `url` would find another schema than its own. */
export async function prepareSchema(database: {
  url: string;
  embedded: { ownerUrl: string; dataDirectory: string } | undefined;
}): Promise<void> {
  const { url, embedded } = database;
  if (!embedded) return checkMigrated({ url, directory: migrationsDirectory });
  const { ownerUrl, dataDirectory } = embedded;
  const startedAt = performance.now();
  const count = await migrate({ url: ownerUrl, directory: migrationsDirectory, place: dataDirectory });
  if (count > 0) log.info('migrations applied', { count, ms: Math.round(performance.now() - startedAt) });
}
