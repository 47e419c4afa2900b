// npm run migrate: brings the schema of the database in DATABASE_OWNER_URL to the one of this version, as the role that owns it.
import { readOwnerUrl } from './config.ts';
import { explainDatabase, faultWords } from './explain-start.ts';
import { migrate } from './kit/migrate.ts';
import { checkOwnerNeeds } from './owner-needs.ts';
import { migrationsDirectory } from './prepare-schema.ts';

const place = 'DATABASE_OWNER_URL';
let url: string | undefined;
try {
  url = readOwnerUrl();
  await checkOwnerNeeds(url);
  const applied = await migrate({
    url,
    directory: migrationsDirectory,
    place,
    onApplied: (name, ms) => void process.stdout.write(`${name} in ${ms} ms\n`),
  });
  process.stdout.write(applied === 0 ? 'Nothing was missing.\n' : `${applied} applied.\n`);
} catch (error) {
  const words = explainDatabase(error, url === undefined ? undefined : { setting: place, url });
  process.stderr.write(`${words ?? faultWords(error)}\n`);
  process.exitCode = 1;
}
