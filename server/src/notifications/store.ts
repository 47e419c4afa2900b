// All SQL of notifications: what was told, and how customers want it.
import type { NoticeChannel, Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import { boolean, columns, instant, json, smallint, text, uuid } from '../kit/columns.ts';
import type { Fact, Notice } from '../kit/notice.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { QuietHours } from './quiet-hours.ts';

const told = columns({
  notificationId: uuid,
  kind: text(),
  says: text(),
  facts: json<Readonly<Record<string, Fact>>>(),
  path: text(),
  at: instant,
  isRead: boolean,
});

export const readToldOf = (database: Database, accountId: Uuid, page: AskedPage) =>
  readPage(
    database,
    told,
    { from: 'notifications where account_id = $1', values: [accountId], by: [byId('notification', 'notification_id')] },
    page,
  );

export async function countUnread(database: Database, accountId: Uuid): Promise<number> {
  const sql = 'select count(*) as unread from notifications where account_id = $1 and not is_read';
  const { rows } = await database.query<{ unread: number }>(sql, [accountId]);
  return rows[0]!.unread;
}

/** Ids grow with time. False where nothing was unread. */
export async function markRead(database: Database, accountId: Uuid, upTo: Uuid): Promise<boolean> {
  const { rowCount } = await database.query(
    'update notifications set is_read = true where account_id = $1 and notification_id <= $2 and not is_read',
    [accountId, upTo],
  );
  return rowCount !== 0;
}

export async function deleteToldBefore(database: Database, before: number): Promise<void> {
  await database.query('delete from notifications where at < $1', [toInstant(before)]);
}

export interface NewNotice extends Notice {
  notificationId: Uuid;
}

/** Those that were not told yet. */
export async function insertNotices(database: Database, notices: readonly NewNotice[], at: number): Promise<Set<Uuid>> {
  const { rows } = await database.query<{ id: Uuid }>(
    `insert into notifications (account_id, notification_id, kind, says, subject_id, facts, path, at)
     select *, $8::timestamptz from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[], $7::text[])
     on conflict (account_id, says, subject_id) do nothing returning notification_id as id`,
    [
      arrayOf(notices, ({ accountId }) => accountId),
      arrayOf(notices, ({ notificationId }) => notificationId),
      arrayOf(notices, ({ kind }) => kind),
      arrayOf(notices, ({ says }) => says),
      arrayOf(notices, ({ objectId }) => objectId),
      notices.map(({ facts }) => JSON.stringify(facts)),
      notices.map(({ path }) => path),
      toInstant(at),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

const switched = columns({ accountId: uuid, kind: text(), channel: text<NoticeChannel>(), isOn: boolean });

export const readSwitches = (database: Database, accountIds: readonly Uuid[]) =>
  select(database, switched, `select ${switched.list} from notification_switches where account_id = any($1::uuid[])`, [
    accountIds,
  ]);

export async function storeSwitch(
  database: Database,
  { accountId, kind, channel, isOn }: { accountId: Uuid; kind: string; channel: NoticeChannel; isOn: boolean },
): Promise<void> {
  await database.query(
    `insert into notification_switches (account_id, kind, channel, is_on) values ($1, $2, $3, $4)
     on conflict (account_id, kind, channel) do update set is_on = excluded.is_on`,
    [accountId, kind, channel, isOn],
  );
}

const quiet = columns({ from: smallint.named('from_minute'), to: smallint.named('to_minute'), timeZone: text() });

export const readQuietHours = (database: Database, accountId: Uuid): Promise<QuietHours | undefined> =>
  selectOne(database, quiet, `select ${quiet.list} from notification_quiet_hours where account_id = $1`, [accountId]);

/** Null takes them away. */
export async function storeQuietHours(database: Database, accountId: Uuid, hours: QuietHours | null): Promise<void> {
  if (hours === null) {
    await database.query('delete from notification_quiet_hours where account_id = $1', [accountId]);
    return;
  }
  await database.query(
    `insert into notification_quiet_hours (account_id, from_minute, to_minute, time_zone) values ($1, $2, $3, $4)
     on conflict (account_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute,
       time_zone = excluded.time_zone`,
    [accountId, hours.from, hours.to, hours.timeZone],
  );
}
