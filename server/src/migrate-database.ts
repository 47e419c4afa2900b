// npm run migrate: brings the schema of the database in DATABASE_OWNER_URL to the one of this version, as the role that owns it.
import { readOwnerUrl } from './config.ts';
import { migrate } from './kit/migrate.ts';
import { migrationsDirectory } from './prepare-schema.ts';

try {
  const applied = await migrate({
    url: readOwnerUrl(),
    directory: migrationsDirectory,
    place: 'DATABASE_OWNER_URL',
    onApplied: (name, ms) => void process.stdout.write(`${name} in ${ms} ms\n`),
  });
  process.stdout.write(applied === 0 ? 'Nothing was missing.\n' : `${applied} applied.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
