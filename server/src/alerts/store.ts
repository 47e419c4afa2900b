// The SQL of alerts and of what they told; that of its way to mail and browsers is in delivery-store.ts.
import { alertLimits, formatAmount, toInstant, wad } from '@candor/wire';
import type { AlertKind, CoinCode, Uuid } from '@candor/wire';
import { byId, readPage, type AskedPage, type Page } from '../kit/paged-list.ts';
import { type Database, arrayOf, arrayOfText } from '../kit/postgres.ts';
import type { Alert, FiredAlert, Told } from './alert.ts';

interface AlertRow {
  account_id: Uuid;
  alert_id: Uuid;
  coin: CoinCode;
  kind: AlertKind;
  target: string;
  created_at: number;
  arming: number;
  armed_sequence: number;
  fired_sequence: number | null;
  fired_price: string | null;
  fired_change: string | null;
  fired_at: number | null;
}
const alertColumns = `account_id, alert_id, coin, kind, target, created_at, arming, armed_sequence,
  fired_sequence, fired_price, fired_change, fired_at`;

const readAlert = (row: AlertRow): Alert => ({
  accountId: row.account_id,
  alertId: row.alert_id,
  coin: row.coin,
  kind: row.kind,
  target: wad(row.target),
  createdAt: row.created_at,
  arming: row.arming,
  armedSequence: row.armed_sequence,
  fired: row.fired_at === null ? null : {
    sequence: row.fired_sequence!,
    price: wad(row.fired_price!),
    change: row.fired_change === null ? null : wad(row.fired_change),
    at: row.fired_at,
  },
}); // oxfmt-ignore

/** Until the transaction's end nobody else adds an alert or a browser to the account. */
export async function lockAlerts(database: Database, accountId: Uuid): Promise<void> {
  await database.query(
    `insert into alert_settings (account_id) values ($1)
     on conflict (account_id) do update set wants_mail = alert_settings.wants_mail`,
    [accountId],
  );
}

export async function findRequest(
  database: Database,
  { accountId, key }: { accountId: Uuid; key: Uuid },
): Promise<{ alert: Alert; digest: Buffer } | undefined> {
  const { rows } = await database.query<AlertRow & { request_digest: Buffer }>(
    `select ${alertColumns}, request_digest from price_alerts where account_id = $1 and request_key = $2`,
    [accountId, key],
  );
  return rows[0] && { alert: readAlert(rows[0]), digest: rows[0].request_digest };
}

export async function countAlerts(database: Database, accountId: Uuid): Promise<number> {
  const sql = 'select count(*) as count from price_alerts where account_id = $1';
  const { rows } = await database.query<{ count: number }>(sql, [accountId]);
  return rows[0]!.count;
}

/** When the newest message but so many was told; undefined where there are no more. */
export async function toldBefore(database: Database, accountId: Uuid, newer: number): Promise<number | undefined> {
  const sql = 'select at from alert_messages where account_id = $1 order by message_id desc offset $2 limit 1';
  const { rows } = await database.query<{ at: number }>(sql, [accountId, newer]);
  return rows[0]?.at;
}

export async function insertAlert(
  database: Database,
  { alert, key, digest }: { alert: Alert; key: Uuid; digest: Buffer },
): Promise<void> {
  await database.query(
    `insert into price_alerts (account_id, alert_id, coin, kind, target, request_key, request_digest, created_at,
       arming, armed_at, armed_sequence) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10)`,
    [
      alert.accountId,
      alert.alertId,
      alert.coin,
      alert.kind,
      formatAmount(alert.target),
      key,
      digest,
      toInstant(alert.createdAt),
      alert.arming,
      alert.armedSequence,
    ],
  );
}

/** The row stays locked until the transaction's end. */
export async function lockAlert(database: Database, accountId: Uuid, alertId: Uuid): Promise<Alert | undefined> {
  const { rows } = await database.query<AlertRow>(
    `select ${alertColumns} from price_alerts where account_id = $1 and alert_id = $2 for update`,
    [accountId, alertId],
  );
  return rows[0] && readAlert(rows[0]);
}

export async function storeArming(database: Database, alert: Alert, at: number): Promise<void> {
  await database.query(
    `update price_alerts set arming = $3, armed_at = $4, armed_sequence = $5,
       fired_sequence = null, fired_price = null, fired_change = null, fired_at = null
     where account_id = $1 and alert_id = $2`,
    [alert.accountId, alert.alertId, alert.arming, toInstant(at), alert.armedSequence],
  );
}

export async function deleteAlertRow(database: Database, accountId: Uuid, alertId: Uuid): Promise<boolean> {
  const sql = 'delete from price_alerts where account_id = $1 and alert_id = $2';
  return (await database.query(sql, [accountId, alertId])).rowCount === 1;
}

export async function readAlerts(database: Database, accountId: Uuid): Promise<Alert[]> {
  const { rows } = await database.query<AlertRow>(
    `select ${alertColumns} from price_alerts where account_id = $1 order by created_at desc, alert_id desc`,
    [accountId],
  );
  return rows.map(readAlert);
}

/** Alerts that wait and were set at or after an instant. */
export async function readWaiting(database: Database, sinceMs: number): Promise<Alert[]> {
  const { rows } = await database.query<AlertRow>(
    `select ${alertColumns} from price_alerts where fired_at is null and armed_at >= $1`,
    [toInstant(sinceMs)],
  );
  return rows.map(readAlert);
}

export async function readProgress(database: Database): Promise<Map<CoinCode, number>> {
  const { rows } = await database.query<{ coin: CoinCode; sequence: number }>(
    'select coin, sequence from alert_progress',
  );
  return new Map(rows.map(({ coin, sequence }) => [coin, sequence]));
}

export async function storeProgress(database: Database, progress: ReadonlyMap<CoinCode, number>): Promise<void> {
  const entries = [...progress];
  await database.query(
    `insert into alert_progress (coin, sequence) select * from unnest($1::text[], $2::bigint[])
     on conflict (coin) do update set sequence = greatest(alert_progress.sequence, excluded.sequence)`,
    [arrayOf(entries, ([coin]) => coin), arrayOf(entries, ([, sequence]) => sequence)],
  );
}

export interface ToldRow {
  account_id: Uuid;
  message_id: Uuid;
  alert_id: Uuid;
  coin: CoinCode;
  kind: AlertKind;
  target: string;
  price: string;
  change: string | null;
  at: number;
  is_read: boolean;
}
const toldColumns = 'account_id, message_id, alert_id, coin, kind, target, price, change, at, is_read';

export const readTold = (row: ToldRow): Told => ({
  accountId: row.account_id,
  messageId: row.message_id,
  alertId: row.alert_id,
  coin: row.coin,
  kind: row.kind,
  target: wad(row.target),
  seen: { price: wad(row.price), change: row.change === null ? null : wad(row.change), at: row.at },
  isRead: row.is_read,
});

/**
 * Fires what still waits, each with its message and what has to be delivered, all or nothing. An alert that has fired, was
 * deleted or was set again meanwhile is left as it is: the row decides, whoever asks and however often.
 */
export async function fireAlerts(
  database: Database,
  { fired, newId, now }: { fired: readonly FiredAlert[]; newId: () => Uuid; now: number },
): Promise<Told[]> {
  const { rows } = await database.query<ToldRow>({
    name: 'alerts-fire',
    text: `with sighting as (
        select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::numeric[], $6::numeric[],
          $7::timestamptz[], $8::uuid[]) as t(account_id, alert_id, arming, sequence, price, change, at, message_id)
      ), fired as (
        update price_alerts a set fired_sequence = s.sequence, fired_price = s.price, fired_change = s.change, fired_at = s.at
        from sighting s
        where a.account_id = s.account_id and a.alert_id = s.alert_id and a.arming = s.arming and a.fired_at is null
        returning a.account_id, s.message_id, a.alert_id, a.arming, a.coin, a.kind, a.target, s.price, s.change, s.at
      ), told as (
        insert into alert_messages (account_id, message_id, alert_id, arming, coin, kind, target, price, change, at)
        select * from fired returning ${toldColumns}
      ), mailed as (
        update alert_settings s set mail_day = n.day,
          mails_of_day = case when s.mail_day = n.day then s.mails_of_day else 0 end + n.mails
        from (select account_id, count(*)::int as mails, ($9::timestamptz at time zone 'utc')::date as day
          from fired group by account_id) as n
        where s.account_id = n.account_id and s.wants_mail
        returning s.account_id, s.mails_of_day - n.mails as mails_before
      ), queued as (
        insert into alert_deliveries (account_id, message_id, channel, endpoint, host, due_at)
        select f.account_id, f.message_id, 'mail', '', '', $9::timestamptz
        from (select *, row_number() over (partition by account_id order by message_id) as place from fired) as f
        join mailed m on m.account_id = f.account_id and m.mails_before + f.place <= $10
        union all
        select f.account_id, f.message_id, 'push', d.endpoint, split_part(d.endpoint, '/', 3), $9::timestamptz
        from fired f join push_devices d on d.account_id = f.account_id
      )
      select * from told`,
    values: [
      arrayOf(fired, ({ alert }) => alert.accountId),
      arrayOf(fired, ({ alert }) => alert.alertId),
      arrayOf(fired, ({ alert }) => alert.arming),
      arrayOf(fired, ({ seen }) => seen.sequence),
      arrayOf(fired, ({ seen }) => formatAmount(seen.price)),
      arrayOfText(fired, ({ seen }) => (seen.change === null ? null : formatAmount(seen.change))),
      arrayOfText(fired, ({ seen }) => toInstant(seen.at)),
      arrayOf(fired, newId),
      toInstant(now),
      alertLimits.mailsPerDay,
    ],
  });
  return rows.map(readTold);
}

export const readMessages = (database: Database, accountId: Uuid, page: AskedPage): Promise<Page<Told>> =>
  readPage(
    database,
    { list: toldColumns, read: (row) => readTold(row as unknown as ToldRow) },
    { from: 'alert_messages where account_id = $1', values: [accountId], by: [byId('alertMessage', 'message_id')] },
    page,
  );

export async function countUnread(database: Database, accountId: Uuid): Promise<number> {
  const { rows } = await database.query<{ unread: number }>(
    'select count(*) as unread from alert_messages where account_id = $1 and not is_read',
    [accountId],
  );
  return rows[0]!.unread;
}

/** Ids of messages grow with time. */
export async function markRead(database: Database, accountId: Uuid, upTo: Uuid): Promise<void> {
  await database.query(
    'update alert_messages set is_read = true where account_id = $1 and message_id <= $2 and not is_read',
    [accountId, upTo],
  );
}

export async function deleteMessagesBefore(database: Database, beforeMs: number): Promise<void> {
  await database.query('delete from alert_messages where at < $1', [toInstant(beforeMs)]);
}
