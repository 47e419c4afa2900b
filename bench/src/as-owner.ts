// What only the owner of a database may do, in that of a server that runs.
import { startEmbeddedPostgres } from '@candor/embedded-postgres';
import { openPool } from '../../server/src/kit/postgres.ts';
import { postgresDirectory } from './server-process.ts';

export async function runAsOwner(dataDirectory: string, statement: string): Promise<void> {
  const { ownerUrl } = await startEmbeddedPostgres({ dataDirectory: postgresDirectory(dataDirectory) });
  const pool = openPool(ownerUrl, 1);
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
