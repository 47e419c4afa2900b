// npm run audit: checks every invariant over a whole database and prints what it checked. Ends with 1 if one is broken.
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { startEmbeddedPostgres } from './kit/embedded-postgres/start.ts';
import { openPool } from './kit/postgres.ts';
import { checkInvariants } from './ledger/check-invariants.ts';
import { allInvariants } from './product-invariants.ts';

const config = readConfig();
const postgres = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres') });
const pool = openPool(config.databaseUrl ?? postgres!.url, 1);
const reports = await checkInvariants(pool, allInvariants);
for (const { name, checked, broken } of reports) {
  process.stdout.write(
    `${broken === 0 ? '✓' : '✗'} ${name} (${checked} checked${broken === 0 ? '' : `, ${broken} broken`})\n`,
  );
}
await pool.end();
if (postgres && !postgres.wasRunning) await postgres.stop();
process.exitCode = reports.every((report) => report.broken === 0) ? 0 : 1;
