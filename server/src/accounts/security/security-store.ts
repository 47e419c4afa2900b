// The SQL of what happened to an account and of its holds; private to this folder.
import type { HoldReason, SecurityEventKind, Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import { columns, instant, text, uuid } from '../../kit/columns.ts';
import { byId, byInstant, readPage, type AskedPage } from '../../kit/paged-list.ts';
import type { Database } from '../../kit/postgres.ts';

export interface SecurityEvent {
  eventId: Uuid;
  accountId: Uuid;
  kind: SecurityEventKind;
  at: number;
  ip: string;
  userAgent: string;
}

export async function insertEvent(database: Database, event: SecurityEvent): Promise<void> {
  const { eventId, accountId, kind, at, ip, userAgent } = event;
  await database.query(
    'insert into account_events (event_id, account_id, kind, at, ip, user_agent) values ($1, $2, $3, $4, $5, $6)',
    [eventId, accountId, kind, toInstant(at), ip, userAgent],
  );
}

export async function deleteOldEvents(database: Database, before: number): Promise<void> {
  await database.query('delete from account_events where at < $1', [toInstant(before)]);
}

export async function insertHold(
  database: Database,
  hold: { accountId: Uuid; reason: HoldReason; begunAt: number; endsAt: number },
): Promise<void> {
  await database.query('insert into account_holds (account_id, reason, begun_at, ends_at) values ($1, $2, $3, $4)', [
    hold.accountId,
    hold.reason,
    toInstant(hold.begunAt),
    toInstant(hold.endsAt),
  ]);
}

/** Whose event it was, the first time that it is disowned. */
export async function disownEvent(
  database: Database,
  { eventId, at, after }: { eventId: Uuid; at: number; after: number },
): Promise<Uuid | undefined> {
  const { rows } = await database.query<{ id: Uuid }>(
    `update account_events set disowned_at = $2 where event_id = $1 and disowned_at is null and at > $3
     returning account_id as id`,
    [eventId, toInstant(at), toInstant(after)],
  );
  return rows[0]?.id;
}

/** False where it was frozen already. */
export async function freezeOwn(database: Database, accountId: Uuid): Promise<boolean> {
  const { rows } = await database.query<{ changed: boolean }>('select account_freeze_own($1) as changed', [accountId]);
  return rows[0]!.changed;
}

const event = columns({ eventId: uuid, kind: text<SecurityEventKind>(), at: instant, ip: text(), userAgent: text() });

export const readEvents = (database: Database, accountId: Uuid, page: AskedPage) =>
  readPage(
    database,
    event,
    {
      from: 'account_events where account_id = $1',
      values: [accountId],
      by: [byInstant('at'), byId('securityEvent', 'event_id')],
    },
    page,
  );

/** Those in force, of each kind the one that ends last. */
export async function readHolds(
  database: Database,
  accountId: Uuid,
  now: number,
): Promise<{ reason: HoldReason; endsAt: number }[]> {
  const { rows } = await database.query<{ reason: HoldReason; endsAt: number }>(
    `select reason, max(ends_at) as "endsAt" from account_holds where account_id = $1 and ends_at > $2
     group by reason order by 2 desc`,
    [accountId, toInstant(now)],
  );
  return rows;
}

export async function storeMailPhrase(database: Database, accountId: Uuid, phrase: string | null): Promise<void> {
  await database.query('update accounts set mail_phrase = $2 where account_id = $1', [accountId, phrase]);
}
