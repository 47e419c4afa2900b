// The SQL of deliveries: what is due, what became of it, and the log that operators read.
import { toInstant, type DeliveryState, type NoticeChannel, type Uuid } from '@candor/wire';
import { columns, instant, json, smallint, text, uuid } from '../kit/columns.ts';
import type { Fact } from '../kit/notice.ts';
import { orderBy } from '../kit/order-by.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import { select, selectPage } from '../kit/select.ts';

export interface NewDelivery {
  accountId: Uuid;
  notificationId: Uuid;
  channel: NoticeChannel;
}

/** A mail each, and a push for each browser of the account. */
export async function insertDeliveries(database: Database, wanted: readonly NewDelivery[], at: number): Promise<void> {
  await database.query(
    `insert into notification_deliveries (account_id, notification_id, channel, endpoint, due_at)
     select w.account_id, w.notification_id, w.channel, coalesce(d.endpoint, ''), $4::timestamptz
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as w (account_id, notification_id, channel)
     left join push_devices d on w.channel = 'push' and d.account_id = w.account_id
     where w.channel = 'mail' or d.endpoint is not null`,
    [
      arrayOf(wanted, ({ accountId }) => accountId),
      arrayOf(wanted, ({ notificationId }) => notificationId),
      arrayOf(wanted, ({ channel }) => channel),
      toInstant(at),
    ],
  );
}

const due = columns({
  accountId: uuid,
  notificationId: uuid,
  channel: text<NoticeChannel>(),
  endpoint: text(),
  /** This one included. */
  tries: smallint,
  kind: text(),
  says: text(),
  facts: json<Readonly<Record<string, Fact>>>(),
  path: text(),
  at: instant,
  /** Of a browser; null when it has gone meanwhile. */
  p256dh: text().orNull,
  auth: text().orNull,
  language: text().orNull,
});

/** Takes what is due and hides it from everyone else until `leaseUntil`: whoever dies with it leaves it to the next one. */
export const claimDeliveries = (
  database: Database,
  { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
) =>
  select(
    database,
    due,
    `with due as (
       select account_id, notification_id, channel, endpoint from notification_deliveries
       where due_at <= $1 order by due_at limit $3 for update skip locked
     ), claimed as (
       update notification_deliveries d set tries = d.tries + 1, due_at = $2 from due
       where (d.account_id, d.notification_id, d.channel, d.endpoint) =
         (due.account_id, due.notification_id, due.channel, due.endpoint)
       returning d.account_id, d.notification_id, d.channel, d.endpoint, d.tries
     )
     select c.*, n.kind, n.says, n.facts, n.path, n.at, p.p256dh, p.auth, p.language
     from claimed c join notifications n using (account_id, notification_id)
     left join push_devices p on p.endpoint = c.endpoint and p.account_id = c.account_id`,
    [toInstant(now), toInstant(leaseUntil), limit],
  );

interface DeliveryName extends NewDelivery {
  endpoint: string;
}

export async function finishDelivery(
  database: Database,
  { accountId, notificationId, channel, endpoint }: DeliveryName,
  { state, at, reason = '' }: { state: Exclude<DeliveryState, 'waiting'>; at: number; reason?: string },
): Promise<void> {
  await database.query(
    `update notification_deliveries set state = $5, due_at = null, done_at = $6, reason = $7
     where account_id = $1 and notification_id = $2 and channel = $3 and endpoint = $4`,
    [accountId, notificationId, channel, endpoint, state, toInstant(at), reason],
  );
}

/** `isTry`: false where it was only not the time for it. */
export async function putOffDelivery(
  database: Database,
  { accountId, notificationId, channel, endpoint }: DeliveryName,
  { dueAt, reason, isTry }: { dueAt: number; reason: string; isTry: boolean },
): Promise<void> {
  await database.query(
    `update notification_deliveries set due_at = $5, reason = $6, tries = tries - $7::int
     where account_id = $1 and notification_id = $2 and channel = $3 and endpoint = $4`,
    [accountId, notificationId, channel, endpoint, toInstant(dueAt), reason, isTry ? 0 : 1],
  );
}

export async function nextDueAt(database: Database): Promise<number | undefined> {
  const { rows } = await database.query<{ due_at: number | null }>(
    'select min(due_at) as due_at from notification_deliveries',
  );
  return rows[0]?.due_at ?? undefined;
}

const logged = columns({
  accountId: uuid,
  notificationId: uuid,
  kind: text(),
  channel: text<NoticeChannel>(),
  state: text<DeliveryState>(),
  tries: smallint,
  at: instant,
  dueAt: instant.orNull,
  doneAt: instant.orNull,
  reason: text(),
});

export const listLogged = (
  database: Database,
  { state, channel, sort }: { state?: DeliveryState | undefined; channel?: NoticeChannel | undefined; sort?: string | undefined }, // oxfmt-ignore
  page: { limit: number; offset: number },
) =>
  selectPage(
    database,
    logged,
    {
      from: `notification_deliveries join notifications using (account_id, notification_id)
        where ($1::text is null or state = $1) and ($2::text is null or channel = $2)`,
      order: orderBy(sort ?? '-at', { at: 'at', tries: 'tries' }, 'notification_id, channel, endpoint'),
      values: [state, channel],
    },
    page,
  );
