// What only the owner of a database may do, in that of a server that runs.
import { startEmbeddedPostgres } from '@candor/embedded-postgres';
import { openPool } from '../../server/src/kit/postgres.ts';
import { postgresDirectory } from './server-process.ts';

/** Throws where it changes nothing. */
export async function runAsOwner(dataDirectory: string, statement: string): Promise<void> {
  const { ownerUrl } = await startEmbeddedPostgres({ dataDirectory: postgresDirectory(dataDirectory) });
  const pool = openPool(ownerUrl, 1);
  try {
    const { rowCount } = await pool.query(statement);
    if (!rowCount) throw new Error(`it changed nothing: ${statement}`);
  } finally {
    await pool.end();
  }
}
