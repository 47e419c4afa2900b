// The SQL of what is on its way: the wish for mail, browsers that are pushed to, and deliveries that are due.
import { toInstant } from '@candor/wire';
import type { NoticeChannel, Uuid } from '@candor/wire';
import type { DueClaim } from '../kit/delivery-job.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import type { PushDevice } from '../kit/push.ts';
import type { Told } from './alert.ts';
import { lockAlerts, readTold, type ToldRow } from './store.ts';

export interface MailSetting {
  wantsMail: boolean;
  /** Mails on the day (UTC) of `now`. */
  mailsOfDay: number;
}

export async function readMailSetting(database: Database, accountId: Uuid, now: number): Promise<MailSetting> {
  const { rows } = await database.query<MailSetting>(
    `select wants_mail as "wantsMail",
       case when mail_day = ($2::timestamptz at time zone 'utc')::date then mails_of_day else 0 end as "mailsOfDay"
     from alert_settings where account_id = $1`,
    [accountId, toInstant(now)],
  );
  return rows[0] ?? { wantsMail: false, mailsOfDay: 0 };
}

export async function storeWantsMail(database: Database, accountId: Uuid, wantsMail: boolean): Promise<void> {
  await database.query(
    `insert into alert_settings (account_id, wants_mail) values ($1, $2)
     on conflict (account_id) do update set wants_mail = excluded.wants_mail`,
    [accountId, wantsMail],
  );
}

export interface NewDevice extends PushDevice {
  accountId: Uuid;
  sessionId: Uuid;
  language: string;
}

/** A browser belongs to who is logged in there. Of too many the one added first makes room, also where many come at once. */
export async function storeDevice(
  database: Database,
  { device, at, devicesMax }: { device: NewDevice; at: number; devicesMax: number },
): Promise<void> {
  const { endpoint, accountId, sessionId, p256dh, auth, language } = device;
  await lockAlerts(database, accountId);
  await database.query(
    `insert into push_devices (endpoint, account_id, session_id, p256dh, auth, language, added_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (endpoint) do update set account_id = excluded.account_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, added_at = excluded.added_at`,
    [endpoint, accountId, sessionId, p256dh, auth, language, toInstant(at)],
  );
  await database.query(
    `delete from push_devices where endpoint in
       (select endpoint from push_devices where account_id = $1 order by added_at desc, endpoint offset $2)`,
    [accountId, devicesMax],
  );
}

export async function countDevices(database: Database, accountId: Uuid): Promise<number> {
  const sql = 'select count(*) as devices from push_devices where account_id = $1';
  const { rows } = await database.query<{ devices: number }>(sql, [accountId]);
  return rows[0]!.devices;
}

export async function deleteDevice(database: Database, accountId: Uuid, endpoint: string): Promise<void> {
  await database.query('delete from push_devices where account_id = $1 and endpoint = $2', [accountId, endpoint]);
}

export interface Delivery {
  told: Told;
  channel: NoticeChannel;
  endpoint: string;
  /** Host of the push service. For mail, the host of the address if the delivery had to wait for a busy host, else ''. */
  host: string;
  /** This one included. */
  tries: number;
  /** Of a push; undefined when the browser has gone meanwhile. */
  device: (PushDevice & { language: string }) | undefined;
}

interface Claim extends DueClaim {
  channel: NoticeChannel;
}

/** Takes what is due and hides it from everyone else until `leaseUntil`: whoever dies with it leaves it to the next one. */
export async function claimDeliveries(
  database: Database,
  { channel, now, leaseUntil, limit, busy }: Claim,
): Promise<Delivery[]> {
  const { rows } = await database.query<DeliveryRow>({
    name: 'alerts-claim',
    text: `with due as (
        select account_id, message_id, channel, endpoint from alert_deliveries
        where channel = $4 and due_at <= $1 and host <> all($5::text[]) order by due_at limit $3 for update skip locked
      ), claimed as (
        update alert_deliveries d set tries = d.tries + 1, due_at = $2 from due
        where (d.account_id, d.message_id, d.channel, d.endpoint) =
          (due.account_id, due.message_id, due.channel, due.endpoint)
        returning d.account_id, d.message_id, d.channel, d.endpoint, d.host, d.tries
      )
      select c.account_id, c.message_id, c.channel, c.endpoint, c.host, c.tries, m.alert_id, m.coin, m.kind, m.target, m.price,
        m.change, m.at, m.is_read, p.p256dh, p.auth, p.language
      from claimed c
      join alert_messages m on m.account_id = c.account_id and m.message_id = c.message_id
      left join push_devices p on p.endpoint = c.endpoint and p.account_id = c.account_id`,
    values: [toInstant(now), toInstant(leaseUntil), limit, channel, arrayOf(busy, (host) => host)],
  });
  return rows.map(readDelivery);
}

interface DeliveryRow extends ToldRow {
  channel: NoticeChannel;
  endpoint: string;
  host: string;
  tries: number;
  p256dh: string | null;
  auth: string | null;
  language: string | null;
}

const readDelivery = (row: DeliveryRow): Delivery => ({
  told: readTold(row),
  channel: row.channel,
  endpoint: row.endpoint,
  host: row.host,
  tries: row.tries,
  device:
    row.p256dh === null
      ? undefined
      : { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth!, language: row.language! },
});

export async function deleteDelivery(database: Database, { told, channel, endpoint }: Delivery): Promise<void> {
  await database.query(
    'delete from alert_deliveries where account_id = $1 and message_id = $2 and channel = $3 and endpoint = $4',
    [told.accountId, told.messageId, channel, endpoint],
  );
}

interface PutOff {
  dueAt: number;
  /** The host, if the delivery was put off because the host had no free turn. Then it does not count as a try. */
  busyHost?: string;
}

export async function putOff(database: Database, delivery: Delivery, { dueAt, busyHost }: PutOff): Promise<void> {
  const { told, channel, endpoint } = delivery;
  await database.query(
    `update alert_deliveries set due_at = $5, host = coalesce($6::text, host),
       tries = case when $6::text is null then tries else tries - 1 end
     where account_id = $1 and message_id = $2 and channel = $3 and endpoint = $4`,
    [told.accountId, told.messageId, channel, endpoint, toInstant(dueAt), busyHost ?? null],
  );
}

/** Returns the earliest due time of the deliveries whose host is not busy; undefined if there are none. */
export async function nextDueAt(
  database: Database,
  channel: NoticeChannel,
  busy: readonly string[],
): Promise<number | undefined> {
  const { rows } = await database.query<{ due_at: number | null }>(
    'select min(due_at) as due_at from alert_deliveries where channel = $1 and host <> all($2::text[])',
    [channel, arrayOf(busy, (host) => host)],
  );
  return rows[0]?.due_at ?? undefined;
}
