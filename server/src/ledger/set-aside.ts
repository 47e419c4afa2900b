// Commands of the engine that failed again and again for a reason of their own: written down, counted, and not submitted any more until
// somebody lets them be tried again.
import type { Uuid } from '@candor/wire';
import { columns, instant, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import { isPassing } from '../kit/faults.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { gauge } from '../kit/metrics.ts';
import { orderBy } from '../kit/order-by.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { selectOne, selectPage } from '../kit/select.ts';
import type { AnySubmission } from './run-batch.ts';

/** It failed too often, now or before. Whoever goes on asking for it is answered at once. */
export class SetAside extends Error {
  override readonly name = 'SetAside';
}

export interface SetAsideCommands {
  has(submission: AnySubmission): boolean;
  size: () => number;
  /** False when the database is away, so that it must be tried once more. */
  add(submission: AnySubmission, failed: { error: unknown; tries: number }): Promise<boolean>;
  /** Follows what other processes set aside, and what may be tried again. */
  job: Job;
}

const waiting = gauge({
  name: 'candor_set_aside_commands',
  help: 'Commands of the engine that failed too often and wait for an operator',
  // Every process counts the same rows.
  aggregator: 'max',
});
const everyMs = 10_000;
const soonMs = 1_000;
const errorMax = 500;

export function createSetAside(pool: Pool): SetAsideCommands {
  let known = new Set<string>();

  async function load(): Promise<number | undefined> {
    const { rows } = await pool.query<{ name: string; object_id: Uuid }>(
      'select name, object_id from set_aside_commands where retried_at is null',
    );
    known = new Set(rows.map((row) => placeOf(row.name, row.object_id)));
    waiting.set(known.size);
    return known.size > 0 ? soonMs : undefined;
  }

  const job = createJob({ name: 'set-aside', role: 'engine', every: everyMs, runsAtStart: true, run: load });
  return {
    has: (submission) => known.size > 0 && known.has(placeOf(submission.command.name, objectOf(submission))),
    size: () => known.size,
    async add(submission, { error, tries }) {
      const { accountId, command } = submission;
      const objectId = objectOf(submission);
      const reason = reasonIn(error);
      try {
        await pool.query(
          `insert into set_aside_commands (name, account_id, object_id, error, tries) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
          [command.name, accountId, objectId, reason, tries],
        );
      } catch (failure) {
        log.warn('what was set aside is not written down', {
          command: command.name,
          objectId,
          error: reasonOf(failure),
        });
        return !isPassing(failure);
      }
      known.add(placeOf(command.name, objectId));
      waiting.set(known.size);
      log.error('a command was set aside', { command: command.name, objectId, tries, reason });
      job.wake();
      return true;
    },
    job,
  };
}

const waitingCount = columns({ count: safeInteger, oldestAt: instant.orNull });
const row = columns({
  setAsideId: safeInteger,
  command: text().named('name'),
  accountId: uuid,
  objectId: uuid,
  error: text(),
  tries: integer,
  at: instant,
});

/** What waits, the newest first unless asked otherwise. */
export const readSetAside = (
  pool: Pool,
  { sort = '-at', limit = 100, offset = 0 }: { sort?: string; limit?: number; offset?: number } = {},
) =>
  selectPage(
    pool,
    row,
    { from: 'set_aside_commands where retried_at is null', order: orderBy(sort, { at: 'set_aside_id' }, 'object_id'), values: [] }, // oxfmt-ignore
    { limit, offset },
  );

/** How many wait, and since when. */
export const countSetAside = async (pool: Pool): Promise<{ count: number; oldestAt: number | null }> =>
  (await selectOne(
    pool,
    waitingCount,
    'select count(*) as count, min(at) as oldest_at from set_aside_commands where retried_at is null',
  ))!;

/** Its product finds it again within seconds, as it finds whatever is left undone. False when it does not wait any more. */
export async function tryAgain(pool: Pool, setAsideId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update set_aside_commands set retried_at = now() where set_aside_id = $1 and retried_at is null',
    [setAsideId],
  );
  return rowCount === 1;
}

const placeOf = (command: string, objectId: Uuid): string => `${command} ${objectId}`;

/** Returns the id of the command's object: `objectOf` if the command has it, else its first row, else its account. */
const objectOf = ({ command, input, accountId }: AnySubmission): Uuid =>
  command.objectOf?.(input) ?? command.rows?.(input)[0]?.id ?? accountId;

/** Of a decision that failed, why. Constraints are named by the database, rows never. */
function reasonIn(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { constraint } = cause as { constraint?: unknown };
  const place = typeof constraint === 'string' ? ` ${constraint}` : '';
  const words =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_ASSERTION' ? new Error(cause.message) : cause;
  return `${reasonOf(words)}${place}`.slice(0, errorMax);
}
