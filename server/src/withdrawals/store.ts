// What is read of withdrawals and addresses outside of commands, and the address book's own writes.
import type { NetworkName } from '@candor/chain';
import type { AssetCode, NetworkState, Uuid, WithdrawalFault, WithdrawalStep } from '@candor/wire';
import { amount, boolean, columns as record, instant, integer, text } from '../kit/columns.ts';
import { orderBy } from '../kit/order-by.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Database } from '../kit/postgres.ts';
import { findsOwn, select, selectOne, selectPage } from '../kit/select.ts';
import { withdrawalAddresses, type StoredAddress } from './saved-address.ts';
import { withdrawalApprovals, withdrawals } from './withdrawal.ts';

const { columns } = withdrawals;
const addresses = withdrawalAddresses.columns;

export const findWithdrawal = (database: Database, withdrawalId: Uuid) =>
  selectOne(database, columns, `select ${columns.list} from withdrawals where withdrawal_id = $1`, [withdrawalId]);

/** Locks the withdrawal until the transaction ends. */
export const lockWithdrawal = (database: Database, withdrawalId: Uuid) =>
  selectOne(database, columns, `select ${columns.list} from withdrawals where withdrawal_id = $1 for update`, [
    withdrawalId,
  ]);

export const findOwnWithdrawal = findsOwn(withdrawals, 'withdrawal_id');

interface Page {
  limit: number;
  offset: number;
}

export const readOwnWithdrawals = (database: Database, accountId: Uuid, page: AskedPage) =>
  readPage(
    database,
    columns,
    { from: 'withdrawals where account_id = $1', values: [accountId], by: [byId('withdrawal', 'withdrawal_id')] },
    page,
  );

const listed = record({ ...withdrawals.shape, trouble: text() });
export type ListedRow = Awaited<ReturnType<typeof readWithdrawals>>['rows'][number];

/** What waits the longest comes first, of the others the newest. */
export function readWithdrawals(
  database: Database,
  { step = null, sort, ...page }: Page & { step?: WithdrawalStep | null | undefined; sort?: string | undefined },
) {
  const own = step === 'review' ? 'requested_at' : '-requested_at';
  const order = orderBy(sort ?? own, { requested_at: 'requested_at', amount: 'amount' }, 'withdrawal_id');
  const from = 'withdrawals where ($1::text is null or state = $1)';
  return selectPage(database, listed, { from, order, values: [step] }, page);
}

export const findListed = (database: Database, withdrawalId: Uuid) =>
  selectOne(database, listed, `select ${listed.list} from withdrawals where withdrawal_id = $1`, [withdrawalId]);

const waiting = record({ waiting: integer, oldestAt: instant.orNull });

/** What waits for people: under review, or in trouble on its way. */
export const countWaiting = (database: Database) =>
  selectOne(
    database,
    waiting,
    `select count(*)::int as waiting, min(requested_at) as oldest_at from withdrawals
     where ended_at is null and (state = 'review' or trouble <> '')`,
  );

export const readAddresses = (database: Database, accountId: Uuid, asset: string) =>
  select(
    database,
    addresses,
    `select ${addresses.list} from withdrawal_addresses where account_id = $1 and deleted_at is null
       and ($2 = '' or asset = $2) order by added_at desc, address_id desc`,
    [accountId, asset],
  );

export const findAddress = (database: Database, accountId: Uuid, addressId: Uuid) =>
  selectOne(
    database,
    addresses,
    `select ${addresses.list} from withdrawal_addresses where account_id = $1 and address_id = $2 and deleted_at is null`,
    [accountId, addressId],
  );

/** `full`, `exists`, or nothing where it is stored: of several at once as many as fit. */
export async function insertAddress(
  database: Database,
  row: StoredAddress,
  max: number,
): Promise<'full' | 'exists' | undefined> {
  await database.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`address book ${row.accountId}`]);
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from withdrawal_addresses where account_id = $1 and deleted_at is null',
    [row.accountId],
  );
  if (rows[0]!.count >= max) return 'full';
  const { rowCount } = await database.query(
    `insert into withdrawal_addresses (account_id, address_id, network, asset, address, alias, added_at, usable_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [row.accountId, row.addressId, row.network, row.asset, row.address, row.alias, new Date(row.addedAt), new Date(row.usableAt)], // oxfmt-ignore
  );
  return rowCount === 1 ? undefined : 'exists';
}

/** False where there is none. */
export async function deleteAddress(
  database: Database,
  { accountId, addressId, at }: { accountId: Uuid; addressId: Uuid; at: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update withdrawal_addresses set deleted_at = $3, version = version + 1
     where account_id = $1 and address_id = $2 and deleted_at is null`,
    [accountId, addressId, new Date(at)],
  );
  return rowCount === 1;
}

const isOurs = record({ isOurs: boolean });

/** Whether a customer deposits to it, or the platform pays from it. */
export const isOwnAddress = async (database: Database, network: NetworkName, address: string): Promise<boolean> =>
  (await selectOne(
    database,
    isOurs,
    `select exists (select from deposit_addresses where network = $1 and address = $2)
       or exists (select from withdrawal_networks where network = $1 and (wallet = $2 or lower(token) = lower($2)))
       or exists (select from wallet_addresses where network = $1 and address = $2) as is_ours`,
    [network, address],
  ))!.isOurs;

const status = record({ network: text<NetworkName>(), state: text<NetworkState>(), reason: text<WithdrawalFault>() });

export const readPayStatuses = (database: Database) =>
  select(database, status, `select ${status.list} from withdrawal_networks`);

const balance = record({ coin: text<AssetCode>(), available: amount });

export const readAvailable = (database: Database, accountId: Uuid) =>
  select(database, balance, `select ${balance.list} from ledger_balances where account_id = $1`, [accountId]);

const { list } = withdrawalApprovals.columns;
export const readApprovals = (database: Database, accountId: Uuid, withdrawalId: Uuid) =>
  select(
    database,
    withdrawalApprovals.columns,
    `select ${list} from withdrawal_approvals where account_id = $1 and withdrawal_id = $2 order by at, person`,
    [accountId, withdrawalId],
  );
