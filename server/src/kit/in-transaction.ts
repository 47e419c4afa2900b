// Several statements that happen together or not at all.
import { isConnectionLost, isForAnother } from './faults.ts';
import { onAnother } from './on-another.ts';
import { refusalIn } from './operator-obstacle.ts';
import type { Database, Pool } from './postgres.ts';

/**
 * Runs `work` in a transaction. Where its first statement is refused because of the connection, as after a fail-over, it is run again on
 * another one: before its first statement it must do nothing that counts outside of the database. Rejects with a refusal where the database
 * refuses a decision of an operator.
 */
export function inTransaction<Result>(pool: Pool, work: (database: Database) => Promise<Result>): Promise<Result> {
  const progress: Progress = { hasBegun: false, hasAnswered: false };
  const isUndone = (error: unknown): boolean =>
    progress.hasBegun ? !progress.hasAnswered && isForAnother(error) : isForAnother(error) || isConnectionLost(error);
  return onAnother(() => once(pool, work, progress), { isUndone });
}

/** Over all runs. */
interface Progress {
  hasBegun: boolean;
  /** A statement of `work` has succeeded. */
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
