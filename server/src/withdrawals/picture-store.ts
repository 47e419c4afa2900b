// What is known of a customer and an address when a withdrawal is decided on; it only reads.
import type { AssetCode, Uuid } from '@candor/wire';
import { amount, boolean, columns as record, instant, integer, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { Withdrawal } from './withdrawal.ts';

const dayMs = 86_400_000;
const person = record({ number: text(), openedAt: instant, verifiedBy: text().orNull, isFrozen: boolean });
const ofAddress = record({ addedAt: instant, sharedWith: integer, sentThere: integer });
const change = record({ kind: text(), at: instant, ip: text() });
const sum = record({ coin: text<AssetCode>(), total: amount, count: integer });
const traffic = record({ trades: integer, lastDepositAt: instant.orNull });

export const readPerson = (database: Database, accountId: Uuid) =>
  selectOne(
    database,
    person,
    `select number, created_at as opened_at, verified_by, exists (select from account_freezes f
       where f.account_id = a.account_id and f.released_at is null) as is_frozen from accounts a where account_id = $1`,
    [accountId],
  );

const readAddress = (database: Database, { accountId, addressId, network, address }: Withdrawal) =>
  selectOne(
    database,
    ofAddress,
    `select added_at,
       (select count(distinct account_id)::int from withdrawal_addresses where network = $3 and address = $4 and account_id <> $1) as shared_with,
       (select count(*)::int from withdrawals where network = $3 and address = $4 and state = 'sent') as sent_there
     from withdrawal_addresses where account_id = $1 and address_id = $2`,
    [accountId, addressId, network, address],
  );

const readChanges = (database: Database, accountId: Uuid, since: number) =>
  select(
    database,
    change,
    `select ${change.list} from account_events where account_id = $1 and at > $2 and kind not in ('login', 'login-refused')
     order by at desc limit 20`,
    [accountId, new Date(since)],
  );

const readSums = (database: Database, accountId: Uuid, kind: string) =>
  select(
    database,
    sum,
    `select coin, sum(amount) as total, count(*)::int as count from ledger_moves
     where account_id = $1 and kind = $2 group by coin order by coin`,
    [accountId, kind],
  );

/** A trade is a stake that left what was available for the house or for a position. */
const readTraffic = (database: Database, accountId: Uuid, since: number) =>
  selectOne(
    database,
    traffic,
    `select (select count(distinct object_id)::int from ledger_moves where account_id = $1 and at > $2
         and kind ~ '^(option|contract|swap|pledge|purchase|ticket)') as trades,
       (select max(at) from ledger_moves where account_id = $1 and kind = 'deposit-credited') as last_deposit_at`,
    [accountId, new Date(since)],
  );

export async function readPicture(database: Database, withdrawal: Withdrawal, now: number) {
  const { accountId } = withdrawal;
  const [known, address, changes, deposited, withdrawn, seen] = await Promise.all([
    readPerson(database, accountId),
    readAddress(database, withdrawal),
    readChanges(database, accountId, now - 7 * dayMs),
    readSums(database, accountId, 'deposit-credited'),
    readSums(database, accountId, 'withdrawal-sent'),
    readTraffic(database, accountId, now - 30 * dayMs),
  ]);
  return { person: known, address: address!, changes, deposited, withdrawn, traffic: seen! };
}
