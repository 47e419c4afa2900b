// Several statements that happen together or not at all.
import { isConnectionLost, isForAnother } from './faults.ts';
import { onAnother } from './on-another.ts';
import { refusalIn } from './operator-obstacle.ts';
import type { Database, Pool } from './postgres.ts';

/**
 * Runs `work` in a transaction. If its first statement fails because of the connection, as after a fail-over, `work` runs again on another
 * connection, so it must have no side effects outside the database before its first statement. Rejects with a refusal if the database
 * refuses a decision of an operator.
 */
export function inTransaction<Result>(pool: Pool, work: (database: Database) => Promise<Result>): Promise<Result> {
  const progress: Progress = { hasBegun: false, hasAnswered: false };
  const isUndone = (error: unknown): boolean =>
    progress.hasBegun ? !progress.hasAnswered && isForAnother(error) : isForAnother(error) || isConnectionLost(error);
  return onAnother(() => once(pool, work, progress), { isUndone });
}

/** State that is shared by all tries. */
interface Progress {
  hasBegun: boolean;
  /** Whether a statement of `work` has succeeded. */
  hasAnswered: boolean;
}

async function once<Result>(
  pool: Pool,
  work: (database: Database) => Promise<Result>,
  progress: Progress,
): Promise<Result> {
  const connection = await pool.connect();
  const database: Database = {
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in Database
    async query<Row>(...asked: Parameters<Database['query']>) {
      const answer = await connection.query<Row>(...asked);
      progress.hasAnswered = true;
      return answer;
    },
  };
  try {
    await connection.query('begin');
    progress.hasBegun = true;
    const result = await work(database);
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
