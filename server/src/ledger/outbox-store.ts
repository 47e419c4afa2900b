// The SQL of the outbox: what commits tell, in the order of their transactions.
import type { Uuid } from '@candor/wire';
import { texts, uuids } from '../kit/binary-arrays.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Query } from '../kit/statement-group.ts';
import type { Happening } from './command.ts';
import type { OutboxCursor } from './read-outbox.ts';

export const keepHappenings = (id: Uuid, happenings: readonly Happening[]): Query<unknown> => ({
  name: 'ledger-keep-happenings',
  text: `insert into outbox (id, events, account_ids, object_ids) values ($1::uuid, $2::text[], $3::uuid[], $4::uuid[])`,
  values: [
    id,
    texts(happenings, ({ name }) => name),
    uuids(happenings, ({ accountId }) => accountId),
    uuids(happenings, ({ objectId }) => objectId),
  ],
  read: () => undefined,
});

/** Behind all that is committed already; a transaction that is under way comes after it. */
export async function newestPlace(pool: Pool): Promise<OutboxCursor> {
  const { rows } = await pool.query<{ transaction: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as transaction',
  );
  return { transaction: rows[0]!.transaction, id: firstId };
}
const firstId = '00000000-0000-0000-0000-000000000000' as Uuid;

/** Behind every transaction that is under way now: once the outbox was read up to there, all of them were seen or never happened. */
export async function endOfAll(pool: Pool): Promise<bigint> {
  const { rows } = await pool.query<{ transaction: string }>('select pg_current_xact_id()::text as transaction');
  return BigInt(rows[0]!.transaction) + 1n;
}

/** What a reader who keeps its place in the database has still to read stays, but not for ever. Returns how many were deleted. */
export async function pruneOutbox(
  pool: Pool,
  { olderThanMs, everyoneAfterMs }: { olderThanMs: number; everyoneAfterMs: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from outbox where (transaction, id) in (
       select transaction, id from outbox where at < clock_timestamp() - $1 * interval '1 millisecond'
         and (at < clock_timestamp() - $2 * interval '1 millisecond'
           or not exists (select from outbox_places p where (p.transaction, p.id) < (outbox.transaction, outbox.id)))
       order by transaction, id limit 10000)`,
    [olderThanMs, everyoneAfterMs],
  );
  return rowCount ?? 0;
}
