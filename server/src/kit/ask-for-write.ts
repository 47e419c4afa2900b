// Whether a database takes writes. A look at its settings says nothing of the next connection, and on a server that is a standby or may
// only read everything else goes well.
import type { Pool } from './postgres.ts';

/**
 * A write that changes nothing and that nobody waits for: it notes in the row that it was locked, which keeps no update of it waiting.
 * A row that is locked itself is left out; a server that takes no writes refuses the statement all the same.
 */
export const leastWrite = 'select from engine_lease for key share skip locked';
/** For the role of a console, which may change no lease; any row will do, also none. */
export const leastWriteOfConsole = 'select from act_proposals for key share skip locked limit 1';

/** Asks the pool of the server's role, and the one of a console's role if that is another. */
export const askPools = (serverPool: Pool, pool: Pool): Promise<unknown> =>
  Promise.all([askForWrite(serverPool), pool === serverPool || askForWrite(pool, leastWriteOfConsole)]);

/** Rejects where a write fails, at once: it is not tried on another connection. */
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
