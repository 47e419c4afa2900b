// Tests whether a database accepts writes. Its settings do not tell, as the next connection may reach another server; and on a standby or
// read-only server all other statements succeed.
import type { Pool } from './postgres.ts';

/**
 * The smallest write: it locks a row FOR KEY SHARE, which changes no data and blocks no normal update of the row. It skips locked rows, so
 * it never waits. A server that accepts no writes rejects the statement even if no row is left to lock.
 */
export const leastWrite = 'select from engine_lease for key share skip locked';
/** The same for the role of a console, which may not change leases. Works with any row, and without a row. */
export const leastWriteOfConsole = 'select from act_proposals for key share skip locked limit 1';

/** Tests the pool of the server's role, and the pool of the console's role if it is a different pool. */
export const askPools = (serverPool: Pool, pool: Pool): Promise<unknown> =>
  Promise.all([askForWrite(serverPool), pool === serverPool || askForWrite(pool, leastWriteOfConsole)]);

/** Rejects at once if the write fails, without a retry on another connection. */
export async function askForWrite(pool: Pool, write = leastWrite): Promise<void> {
  const connection = await pool.connect();
  let isDone = false;
  try {
    await connection.query(write);
    isDone = true;
  } finally {
    connection.release(!isDone);
  }
}
