// The SQL of processes, of checks of the books, and of what alarms are told from; private to this folder.
import { noticeChannels, toInstant, type NoticeChannel, type Uuid, type Wad } from '@candor/wire';
import { nobodySignedIn } from '../kit/audit-log.ts';
import type { ClockFault } from '../kit/clock-faults.ts';
import { amount, columns, instant, integer, json, safeInteger, text } from '../kit/columns.ts';
import type { FailingJob } from '../kit/jobs.ts';
import { arrayOf, type Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { Process } from './alarms.ts';
import { failedMs, waitsMs, type DeliveryCounts } from './delivery-alarms.ts';

export interface Beat {
  processId: Uuid;
  role: Process['role'];
  host: string;
  pid: number;
  busyPermille: number;
  memoryMb: number;
  failing: readonly FailingJob[];
  clockFaults: readonly ClockFault[];
}

const seen = columns({ seenAt: instant });
/** Stores a heartbeat, and deletes processes without one for a day. Resolves with the time of the database. */
export async function storeBeat(database: Database, beat: Beat): Promise<number> {
  const { processId, role, host, pid, busyPermille, memoryMb, failing } = beat;
  const row = await selectOne(
    database,
    seen,
    `insert into processes (process_id, role, host, pid, busy_permille, memory_mb, failing, clock_faults)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (process_id) do update set seen_at = clock_timestamp(), busy_permille = excluded.busy_permille,
       memory_mb = excluded.memory_mb, failing = excluded.failing, clock_faults = excluded.clock_faults
     returning ${seen.list}`,
    [processId, role, host, pid, busyPermille, memoryMb, JSON.stringify(failing), JSON.stringify(beat.clockFaults)],
  );
  await database.query(`delete from processes where seen_at < clock_timestamp() - interval '1 day'`);
  return row!.seenAt;
}

export async function deleteProcess(database: Database, processId: Uuid): Promise<void> {
  await database.query('delete from processes where process_id = $1', [processId]);
}

const process = columns({
  role: text<Process['role']>(),
  host: text(),
  pid: integer,
  startedAt: instant,
  seenAt: instant,
  busyPermille: integer,
  memoryMb: integer,
  failing: json<FailingJob[]>(),
  clockFaults: json<ClockFault[]>(),
});
export const readProcesses = (database: Database) =>
  select(database, process, `select ${process.list} from processes order by role, host, started_at`);

const databaseTime = columns({ at: instant.as('clock_timestamp()') });
/** Time against which heartbeats are compared. A process with a wrong clock would otherwise see all other processes as silent. */
export const readDatabaseTime = async (database: Database): Promise<number> =>
  (await selectOne(database, databaseTime, `select ${databaseTime.list}`))!.at;

const begun = columns({ checkId: safeInteger });
/** Of the check that begins now; undefined where the last one, of whichever process, began within `everyMs`. */
export async function beginCheck(
  database: Database,
  { askedBy, everyMs }: { askedBy: string | null; everyMs: number },
): Promise<number | undefined> {
  await database.query(`select pg_advisory_xact_lock(hashtext('book_checks'))`);
  const row = await selectOne(
    database,
    begun,
    `insert into book_checks (asked_by) select $1 where not exists (
       select from book_checks where begun_at > clock_timestamp() - $2 * interval '1 millisecond') returning check_id`,
    [askedBy, everyMs],
  );
  return row?.checkId;
}

export async function endCheck(
  database: Database,
  { checkId, invariants, broken }: { checkId: number; invariants: number; broken: readonly string[] },
): Promise<void> {
  await database.query(
    'update book_checks set ended_at = clock_timestamp(), invariants = $2, broken = $3 where check_id = $1',
    [checkId, invariants, JSON.stringify(broken)],
  );
}

const check = columns({ endedAt: instant, askedBy: text().orNull, invariants: integer, broken: json<string[]>() });
/** The newest that was finished. */
export const readNewestCheck = (database: Database) =>
  selectOne(
    database,
    check,
    `select ${check.list} from book_checks where ended_at is not null order by ended_at desc limit 1`,
  );

/** What those who asked are called where it was `npm run audit`; no operator can have a name with spaces. */
export const auditCommand = 'npm run audit';

const unfinished = columns({ begunAt: instant.orNull });
/** When the oldest audit by command began that came after the last which ended; of the newest checks alone, as all are kept for ever. */
export const readUnfinishedAudit = async (database: Database): Promise<number | null> =>
  (await selectOne(
    database,
    unfinished,
    `select ${unfinished.list} from (
       select min(begun_at) as begun_at from (
         select begun_at, ended_at, max(check_id) filter (where ended_at is not null) over () as last_ended, check_id from (
           select * from book_checks order by check_id desc limit 1000) as newest
         where starts_with(asked_by, $1)) as audits
       where check_id > coalesce(last_ended, 0)) as oldest`,
    [auditCommand],
  ))!.begunAt;

const bankroll = columns({ balance: amount });
/** What can still be promised, real USDT. */
export const readBankroll = async (database: Database): Promise<Wad> =>
  (await selectOne(
    database,
    bankroll,
    `select coalesce(sum(balance), 0) as balance from ledger_house where bucket = 'bankroll' and coin = 'USDT' and book = 'real'`,
  ))!.balance;

const looked = columns({ operator: text(), kind: text(), count: integer, bound: integer, hours: integer, at: instant });
/** Each operator's looks within an hour and a day, with the bound of each. */
export const readLooked = (database: Database) =>
  select(
    database,
    looked,
    `select ${looked.list} from (
       select name as operator, kind, hours, count(distinct subject)::int as count, max(looks.at) as at,
         (to_jsonb(operator_look_limits_now()) ->> (kind || case hours when 1 then '_per_hour' else '_per_day' end))::int as bound
       from operator_looks looks join operators using (operator_id) cross join (values (1), (24)) as span(hours)
       where kind <> 'reached' and looks.at > clock_timestamp() - hours * interval '1 hour'
       group by name, kind, hours) as each where bound is not null order by operator, kind`,
  );

const refused = columns({ operator: text(), calls: safeInteger, at: instant });
/**
 * Of operators who are signed in, within the last hour. The newest rows alone are read: what one operator can leave in an hour is bounded,
 * and so is what comes from outside.
 */
export const readRefusedCalls = (database: Database) =>
  select(
    database,
    refused,
    `select ${refused.list} from (
       select operator, sum((detail::json ->> 'calls')::bigint) as calls, max(at) as at from (
         select operator, detail, at from audit_log where act = 'call-refused' order by seq desc limit 2000) as newest
       where at > clock_timestamp() - interval '1 hour' and operator <> $1 group by operator) as operators`,
    [nobodySignedIn],
  );

const unsigned = columns({ atMs: safeInteger });
/** When the oldest entry of the public log came that no checkpoint covers. */
export const readUnsignedSince = async (database: Database): Promise<number | null> => {
  const row = await selectOne(
    database,
    unsigned,
    `select (leaf::json ->> 'at_ms')::bigint as at_ms from public_log
     where seq = (select coalesce(max(size), 0) from public_log_checkpoints)`,
  );
  return row?.atMs ?? null;
};

/** An unmatched deposit raises an alarm up to this age. */
const unmatchedDays = 30;
const waitingDeposits = columns({
  waiting: safeInteger,
  denied: safeInteger,
  oldestAt: instant.orNull,
  unmatched: safeInteger,
  unmatchedOldestAt: instant.orNull,
});
/**
 * Deposits that are deep enough and not credited, as no second node confirmed them, and deposits without the tag of any customer. Older ones of
 * these raise no alarm: anybody can send a little without a tag that nobody ever claims.
 */
export const readWaitingDeposits = async (database: Database) =>
  (await selectOne(
    database,
    waitingDeposits,
    `select ${waitingDeposits.list} from (select count(*) as waiting, count(*) filter (where verdict = 'contradicts') as denied,
         min(since) as oldest_at from deposits join deposit_checks using (deposit_id)
         where state in ('seen', 'dust', 'held') and not is_cleared and verdict <> 'agrees') as counted
       cross join (select count(*) as unmatched, min(seen_at) as unmatched_oldest_at from deposits
         where state = 'unmatched' and seen_at > clock_timestamp() - $1 * interval '1 day') as without_tag`,
    [unmatchedDays],
  ))!;

const contractPayments = columns({ waiting: safeInteger, oldestAt: instant.orNull });
/** Payments from contracts that no operator has credited or dismissed yet. */
export const readContractPayments = async (database: Database) =>
  (await selectOne(
    database,
    contractPayments,
    `select count(*) as waiting, min(found_at) as oldest_at from contract_payments where state = 'open'`,
  ))!;

const lowWallet = columns({ about: text(), since: instant.orNull });
/** Wallets of main chains that have less than approved and requested withdrawals need, fees left out; each coin once. */
export const readLowWallets = (database: Database) =>
  select(
    database,
    lowWallet,
    `select ${lowWallet.list} from (select h.network || ': ' || h.asset as about, open.since from wallet_holdings h
       join withdrawal_networks using (network, wallet)
       join (select network, asset, sum(units::numeric) as units, min(requested_at) as since from withdrawals
         where ended_at is null and state in ('review', 'approved') group by network, asset) as open using (network, asset)
       where h.units::numeric < open.units
         and not exists (select from chain_networks c where c.network = h.network and c.is_test)) as low
     order by about`,
  );

const stoppedPayments = columns({ stopped: safeInteger, oldestAt: instant.orNull });
/**
 * A freeze or hold is a human decision and raises no alarm, unless the payment already has a nonce: then it delays all later payments. A payment
 * that an offline signer signs is expected to wait, but not for more than a day after it was approved.
 */
export const readStoppedPayments = async (database: Database) =>
  (await selectOne(
    database,
    stoppedPayments,
    `select count(*) as stopped, min(decided_at) as oldest_at from withdrawals
     where ended_at is null and trouble <> '' and not (state = 'approved' and trouble in ('account-frozen', 'account-held'))
       and not (trouble = 'waits-for-signature' and decided_at > clock_timestamp() - interval '1 day')`,
  ))!;

const takenBack = columns({ count: safeInteger.as('count(*)'), oldestAt: instant.orNull.as('min(reversed_at)') });
/** Bank lines that confirmed an order and were reversed, until an operator has closed them. */
export const readTakenBack = async (database: Database) =>
  (await selectOne(
    database,
    takenBack,
    `select ${takenBack.list} from bank_transfers where use = 'confirmed' and reversed_on is not null and closed_at is null`,
  ))!;

const waitingDraws = columns({ count: safeInteger.as('count(*)'), oldestAt: instant.orNull.as('min(round_at)') });
/** Number of closed periods whose random round is public, and the time of the oldest such round. */
export const readWaitingDraws = async (database: Database) =>
  (await selectOne(
    database,
    waitingDraws,
    `select ${waitingDraws.list} from shop_periods join shop_lists using (period_id)
     where state = 'closed' and round_at <= clock_timestamp()`,
  ))!;

const troubled = columns({ network: text(), reason: text(), since: instant });
/** Followed networks that can't continue: their node does not answer or lags, or operators have to check first. */
export const readTroubledNetworks = (database: Database) =>
  select(
    database,
    troubled,
    `select ${troubled.list} from chain_networks where reason <> '' and not is_test order by network`,
  );

const deliveries = columns({
  channel: text<NoticeChannel>(),
  waiting: safeInteger,
  waitingAccounts: safeInteger,
  oldestAt: instant.orNull,
  sentAt: instant.orNull,
  failedAccounts: safeInteger,
  sentAccounts: safeInteger,
});
/**
 * Messages to customers, by channel. Price alerts are counted only while they wait, since their rows are deleted after delivery or after
 * some time. Of finished messages only the newest are read.
 */
export const readDeliveries = (database: Database, now: number): Promise<DeliveryCounts[]> =>
  select(
    database,
    deliveries,
    `with waits as (
       select channel, account_id, ready_at as at from notification_deliveries where state = 'waiting' and ready_at <= $1
       union all
       select channel, account_id, m.at from alert_deliveries join alert_messages m using (account_id, message_id) where m.at <= $1
     )
     select ${deliveries.list} from unnest($3::text[]) as channels(channel)
     cross join lateral (select count(*) as waiting, count(distinct account_id) as waiting_accounts, min(at) as oldest_at
       from waits where waits.channel = channels.channel) as waiting
     cross join lateral (select max(done_at) filter (where state = 'sent') as sent_at,
       count(distinct account_id) filter (where state = 'failed') as failed_accounts,
       count(distinct account_id) filter (where state = 'sent') as sent_accounts
       from (select account_id, state, done_at from notification_deliveries d
         where d.channel = channels.channel and done_at > $2 order by done_at desc limit 2000) as newest) as done`,
    [toInstant(now - waitsMs), toInstant(now - failedMs), arrayOf(noticeChannels, (channel) => channel)],
  );
