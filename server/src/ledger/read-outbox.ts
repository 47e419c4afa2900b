// Reading on in the outbox, from memory or from a place that is kept: what commits tell, in the order of their transactions.
import type { Uuid } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';
import type { Happening } from './command.ts';

/** Up to where the outbox was read. */
export interface OutboxCursor {
  transaction: string;
  id: Uuid;
}

export interface OutboxRow extends OutboxCursor {
  /** Empty where they were told already when they were asked for. */
  happenings: Happening[];
}

interface StoredRow {
  upto: string;
  transaction: string;
  /** Null, as all that follows, where there is nothing to read. */
  id: Uuid | null;
  /** Null, as what follows, where it was told already. */
  events: Happening['name'][] | null;
  account_ids: Uuid[];
  object_ids: Uuid[];
  is_old: boolean | null;
}

/**
 * The next rows behind a place, before which no other can come any more, and only those that were written so long ago. `upTo`: every
 * transaction below that number has ended.
 */
export async function readOutbox(
  database: Database,
  {
    after,
    told,
    olderThanMs,
    limit,
  }: { after: OutboxCursor; told: readonly Uuid[]; olderThanMs: number; limit: number },
): Promise<{ rows: OutboxRow[]; upTo: string }> {
  const { rows } = await database.query<StoredRow>(
    `with snapshot as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as upto),
       next as materialized (
         select transaction, id, at, id = any($5::uuid[]) as is_told, events, account_ids, object_ids from outbox, snapshot
         where (transaction, id) > ($1::xid8, $2::uuid) and transaction < upto
         order by transaction, id limit $4)
     select upto::text, transaction::text, id, case when not is_told then events end as events,
       case when not is_told then account_ids end as account_ids, case when not is_told then object_ids end as object_ids,
       at < clock_timestamp() - $3 * interval '1 millisecond' as is_old
     from snapshot left join next on true order by next.transaction, next.id`,
    [after.transaction, after.id, olderThanMs, limit, told],
  );
  const young = rows.findIndex(({ is_old }) => is_old === false);
  const found = rows
    .slice(0, young < 0 ? rows.length : young)
    .filter((row): row is StoredRow & { id: Uuid } => row.id !== null);
  return {
    rows: found.map(({ transaction, id, events, account_ids, object_ids }) => ({
      transaction,
      id,
      happenings: (events ?? []).map((name, place) => ({
        name,
        accountId: account_ids[place]!,
        objectId: object_ids[place]!,
      })),
    })),
    upTo: rows[0]!.upto,
  };
}
