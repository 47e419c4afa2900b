// The SQL of deliveries: what is due, what became of it, and the log that operators read.
import { toInstant, type DeliveryReason, type DeliveryState, type NoticeChannel, type Uuid } from '@candor/wire';
import { columns, instant, json, smallint, text, uuid } from '../kit/columns.ts';
import type { Fact } from '../kit/notice.ts';
import { orderBy } from '../kit/order-by.ts';
import type { DueClaim } from '../kit/delivery-job.ts';
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
    `insert into notification_deliveries (account_id, notification_id, channel, endpoint, host, due_at, ready_at)
     select w.account_id, w.notification_id, w.channel, coalesce(d.endpoint, ''), split_part(coalesce(d.endpoint, ''), '/', 3),
       $4::timestamptz, $4::timestamptz
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
  /** Host of the push service. For mail, the host of the address if the delivery had to wait for a busy host, else ''. */
  host: text(),
  /** This one included. */
  tries: smallint,
  /** Time since which only the channel delays the delivery; quiet hours move it forward. */
  readyAt: instant,
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

export type Delivery = ReturnType<typeof due.read>;

interface Claim extends DueClaim {
  channel: NoticeChannel;
}

/** Takes what is due and hides it from everyone else until `leaseUntil`: whoever dies with it leaves it to the next one. */
export const claimDeliveries = (database: Database, { channel, now, leaseUntil, limit, busy }: Claim) =>
  select(
    database,
    due,
    `with due as (
       select account_id, notification_id, channel, endpoint from notification_deliveries
       where channel = $4 and due_at <= $1 and host <> all($5::text[]) order by due_at limit $3 for update skip locked
     ), claimed as (
       update notification_deliveries d set tries = d.tries + 1, due_at = $2 from due
       where (d.account_id, d.notification_id, d.channel, d.endpoint) =
         (due.account_id, due.notification_id, due.channel, due.endpoint)
       returning d.account_id, d.notification_id, d.channel, d.endpoint, d.host, d.tries, d.ready_at
     )
     select c.*, n.kind, n.says, n.facts, n.path, n.at, p.p256dh, p.auth, p.language
     from claimed c join notifications n using (account_id, notification_id)
     left join push_devices p on p.endpoint = c.endpoint and p.account_id = c.account_id`,
    [toInstant(now), toInstant(leaseUntil), limit, channel, arrayOf(busy, (host) => host)],
  );

interface DeliveryName extends NewDelivery {
  endpoint: string;
}

interface Ended {
  state: Exclude<DeliveryState, 'waiting'>;
  at: number;
  reason?: DeliveryReason;
  detail?: string;
}

export async function finishDelivery(
  database: Database,
  { accountId, notificationId, channel, endpoint }: DeliveryName,
  { state, at, reason, detail = '' }: Ended,
): Promise<void> {
  await database.query(
    `update notification_deliveries set state = $5, due_at = null, done_at = $6, reason = $7, detail = $8,
       host = case channel when 'push' then host else '' end
     where account_id = $1 and notification_id = $2 and channel = $3 and endpoint = $4`,
    [accountId, notificationId, channel, endpoint, state, toInstant(at), reason ?? '', detail],
  );
}

interface PutOff {
  dueAt: number;
  reason: DeliveryReason;
  /** Whether to count a try; false if the delivery was put off without a try. */
  isTry: boolean;
  detail?: string;
  /** New `readyAt`, if the delivery was put off for a reason other than its channel. */
  readyAt?: number;
  host?: string;
}

export async function putOffDelivery(
  database: Database,
  { accountId, notificationId, channel, endpoint }: DeliveryName,
  { dueAt, reason, isTry, detail = '', readyAt, host }: PutOff,
): Promise<void> {
  await database.query(
    `update notification_deliveries set due_at = $5, reason = $6, tries = tries - $7::int, detail = $8,
       ready_at = coalesce($9::timestamptz, ready_at), host = coalesce($10::text, host)
     where account_id = $1 and notification_id = $2 and channel = $3 and endpoint = $4`,
    [
      accountId,
      notificationId,
      channel,
      endpoint,
      toInstant(dueAt),
      reason,
      isTry ? 0 : 1,
      detail,
      readyAt === undefined ? null : toInstant(readyAt),
      host ?? null,
    ],
  );
}

/** Returns the earliest due time of the deliveries whose host is not busy; undefined if there are none. */
export async function nextDueAt(
  database: Database,
  channel: NoticeChannel,
  busy: readonly string[],
): Promise<number | undefined> {
  const { rows } = await database.query<{ due_at: number | null }>(
    'select min(due_at) as due_at from notification_deliveries where channel = $1 and host <> all($2::text[])',
    [channel, arrayOf(busy, (host) => host)],
  );
  return rows[0]?.due_at ?? undefined;
}

interface Failed {
  channel: NoticeChannel;
  notificationId?: Uuid | undefined;
  /** Deliveries that were given up before this time are not retried. */
  since: number;
  now: number;
  limit: number;
}

/** Schedules a retry of deliveries that were given up, the newest first. Returns their number. A retried delivery keeps its ids. */
export async function retryFailed(
  database: Database,
  { channel, notificationId, since, now, limit }: Failed,
): Promise<number> {
  const { rowCount } = await database.query(
    `with failed as (
       select account_id, notification_id, channel, endpoint from notification_deliveries
       where state = 'failed' and channel = $1 and ($2::uuid is null or notification_id = $2) and done_at >= $3
       order by done_at desc limit $5 for update skip locked
     )
     update notification_deliveries d set state = 'waiting', done_at = null, due_at = $4, ready_at = $4, reason = 'tried-again', detail = ''
     from failed where (d.account_id, d.notification_id, d.channel, d.endpoint) =
       (failed.account_id, failed.notification_id, failed.channel, failed.endpoint)`,
    [channel, notificationId ?? null, toInstant(since), toInstant(now), limit],
  );
  return rowCount ?? 0;
}

const logged = columns({
  accountId: uuid,
  notificationId: uuid,
  kind: text(),
  channel: text<NoticeChannel>(),
  state: text<DeliveryState>(),
  tries: smallint,
  at: instant,
  readyAt: instant,
  dueAt: instant.orNull,
  doneAt: instant.orNull,
  reason: text(),
  detail: text(),
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
