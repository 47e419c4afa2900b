// How far the outbox was read for notifications, and what could not be told at the first time.
import { toInstant, type Uuid } from '@candor/wire';
import type { EventName } from '../kit/bus.ts';
import { pauseAfter } from '../kit/pause-after.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import type { OutboxCursor } from '../ledger/read-outbox.ts';

/**
 * Locked until the transaction ends; undefined while another process has it. In a database that was restored elsewhere transactions are
 * counted anew: what was told there is told, and reading goes on from now.
 */
export async function takePlace(database: Database): Promise<OutboxCursor | undefined> {
  const { rows } = await database.query<OutboxCursor & { now: string; isAhead: boolean }>(
    `select transaction::text, id, pg_snapshot_xmin(pg_current_snapshot())::text as now,
       transaction > pg_snapshot_xmax(pg_current_snapshot()) as "isAhead"
     from outbox_places where reader = 'notices' for update skip locked`,
  );
  const [place] = rows;
  return place?.isAhead ? { transaction: place.now, id: place.id } : place;
}

export async function keepPlace(database: Database, { transaction, id }: OutboxCursor): Promise<void> {
  await database.query(`update outbox_places set transaction = $1::xid8, id = $2 where reader = 'notices'`, [
    transaction,
    id,
  ]);
}

export interface Unwritten {
  name: EventName;
  accountId: Uuid;
  objectId: Uuid;
  /** Those that failed. */
  tries: number;
}

const triesMax = 7;
const retriedAtOnce = 50;

/** Due again, and gone from the table unless they fail again. */
export async function takeUnwritten(database: Database, now: number): Promise<Unwritten[]> {
  const { rows } = await database.query<Unwritten>(
    `delete from unwritten_notices where (event, account_id, object_id) in
       (select event, account_id, object_id from unwritten_notices where due_at <= $1 order by due_at limit $2)
     returning event as name, account_id as "accountId", object_id as "objectId", tries`,
    [toInstant(now), retriedAtOnce],
  );
  return rows;
}

/** After the last try it stays without a time, to be looked at. */
export async function storeUnwritten(
  database: Database,
  failed: readonly Unwritten[],
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  await database.query(
    `insert into unwritten_notices (event, account_id, object_id, tries, due_at, reason)
     select distinct on (event, account_id, object_id) event, account_id, object_id, tries,
       case when tries < ${triesMax} then to_timestamp(due_ms / 1000.0) end, $6
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::smallint[], $5::bigint[]) as f (event, account_id, object_id, tries, due_ms)
     on conflict (event, account_id, object_id) do nothing`,
    [
      arrayOf(failed, ({ name }) => name),
      arrayOf(failed, ({ accountId }) => accountId),
      arrayOf(failed, ({ objectId }) => objectId),
      arrayOf(failed, ({ tries }) => tries + 1),
      arrayOf(failed, ({ tries }) => at + pauseAfter(tries + 1)),
      reason.slice(0, 500),
    ],
  );
}
