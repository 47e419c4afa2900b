// Several statements that happen together or not at all.
import { refusalIn } from './operator-obstacle.ts';
import type { Database, Pool } from './postgres.ts';

/** Rejects with a refusal where the database refuses a decision of an operator, with every other error as it is. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    connection.release();
    return result;
  } catch (error) {
    const isUsable = await connection.query('rollback').then(
      () => true,
      () => false,
    );
    connection.release(!isUsable);
    throw refusalIn(error) ?? error;
  }
}
