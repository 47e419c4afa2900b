// What happened outside of the lanes and must not be forgotten is told to the outbox in the transaction that does it.
import type { Uuid } from '@candor/wire';
import type { EventName } from './bus.ts';
import type { Database } from './postgres.ts';

export async function keepHappening(
  database: Database,
  { id, name, accountId, objectId }: { id: Uuid; name: EventName; accountId: Uuid; objectId: Uuid },
): Promise<void> {
  await database.query(
    'insert into outbox (id, events, account_ids, object_ids) values ($1, array[$2::text], array[$3::uuid], array[$4::uuid])',
    [id, name, accountId, objectId],
  );
}
