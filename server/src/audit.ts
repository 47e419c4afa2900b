// npm run audit: checks every invariant over a whole database and prints what it checked. Ends with 1 if one is broken.
import { withDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { openPool } from './kit/postgres.ts';
import { checkInvariants } from './ledger/check-invariants.ts';
import { invariants } from './products.ts';

const audit = async (url: string): Promise<0 | 1> => {
  const pool = openPool(url, 1);
  const reports = await checkInvariants(pool, invariants);
  for (const { name, checked, broken } of reports) {
    process.stdout.write(
      `${broken === 0 ? '✓' : '✗'} ${name} (${checked} checked${broken === 0 ? '' : `, ${broken} broken`})\n`,
    );
  }
  await pool.end();
  return reports.every((report) => report.broken === 0) ? 0 : 1;
};

try {
  process.exitCode = await withDatabase(readConfig(), audit);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
