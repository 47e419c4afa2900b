// How far payments are, in the database. Each step is written where the one before it stands, and nowhere else: of two who pay at once one goes on.
import type { NetworkName } from '@candor/chain';
import type { Uuid, WithdrawalFault, NetworkState } from '@candor/wire';
import { columns as record, instant, integer, safeInteger } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { TakePlaces } from './network-payer.ts';
import { withdrawals, type Withdrawal } from './withdrawal.ts';

const { columns } = withdrawals;
const place = record({ nextNonce: safeInteger });
const asking = record({ signerAsked: integer });

/** Approved and not ended: those that have a place in the wallet's order first, by it. */
export const readPayable = (database: Database, network: NetworkName): Promise<Withdrawal[]> =>
  select(
    database,
    columns,
    `select ${columns.list} from withdrawals where network = $1 and ended_at is null and state <> 'review'
     order by nonce nulls last, decided_at, withdrawal_id`,
    [network],
  );

/** Nobody waits for the wallet before somebody asks for a withdrawal. */
export async function isPayingWanted(database: Database, network: NetworkName): Promise<boolean> {
  const { rows } = await database.query<{ waits: boolean }>(
    'select exists (select from withdrawals where network = $1 and ended_at is null) as waits',
    [network],
  );
  return rows[0]?.waits ?? false;
}

export const sayOfPaying = async (
  database: Database,
  { network, state, reason }: { network: NetworkName; state: NetworkState; reason: WithdrawalFault },
): Promise<void> =>
  void (await database.query(
    `insert into withdrawal_networks (network, state, reason) values ($1, $2, $3)
     on conflict (network) do update set state = $2, reason = $3, updated_at = now()`,
    [network, state, reason],
  ));

/**
 * The wallet that pays and the contract of the token; another wallet begins at its own place. `mined` are its transactions in blocks, or 0 where
 * the wallet has no order.
 */
export const openWallet = async (
  database: Database,
  { network, wallet, token, mined }: { network: NetworkName; wallet: string; token: string | null; mined: number },
): Promise<void> =>
  void (await database.query(
    `update withdrawal_networks set wallet = $2, token = $3,
       next_nonce = case when wallet = $2 then greatest(next_nonce, $4) else $4 end where network = $1`,
    [network, wallet, token, mined],
  ));

/**
 * Prevents a freeze or hold of this account from starting until the transaction ends (migration 0134). The transaction may wait for the signer
 * or the node; both have shorter timeouts than the one set here.
 */
export const lockPaymentsOf = async (database: Database, accountId: Uuid): Promise<void> =>
  void (await database.query(
    `select set_config('idle_in_transaction_session_timeout', '20s', true), lock_payments_of($1)`,
    [accountId],
  ));

/** Locks the wallet's order until the transaction ends, and returns its next nonce; undefined if the network's wallet is another one now. */
export async function lockNextNonce(
  database: Database,
  { network, wallet }: { network: NetworkName; wallet: string | null },
): Promise<number | undefined> {
  const found = await selectOne(
    database,
    place,
    'select next_nonce from withdrawal_networks where network = $1 and wallet = $2 for update',
    [network, wallet],
  );
  return found?.nextNonce;
}

/**
 * Stores the places and the unsigned bytes that `take` returns, within the transaction of `database`. Returns undefined if the payment is not
 * approved any more. Throws if another payment has one of the places.
 */
export async function storeBuilt(
  database: Database,
  { accountId, withdrawalId, network }: Withdrawal,
  { wallet, take }: { wallet: string; take: TakePlaces },
): Promise<Withdrawal | undefined> {
  const taken = await take(database);
  if (!taken) return undefined;
  const { nonce, places, unsigned } = taken;
  const named = { accountId, withdrawalId, network, wallet };
  if (places.length > 0 && !(await takePlaces(database, named, places))) return undefined;
  const row = await step(database, `state = 'built', wallet = $3, nonce = $4, unsigned = $5`, {
    accountId,
    withdrawalId,
    from: 'approved',
    values: [wallet, nonce, unsigned],
  });
  if (row && nonce !== null)
    await database.query('update withdrawal_networks set next_nonce = $2 where network = $1', [network, nonce + 1]);
  return row;
}

interface PlacesOf {
  accountId: Uuid;
  withdrawalId: Uuid;
  network: NetworkName;
  wallet: string;
}

/** Returns false if the payment is not approved any more. Throws if another payment has one of the places, which undoes the transaction. */
async function takePlaces(
  database: Database,
  { accountId, withdrawalId, network, wallet }: PlacesOf,
  places: readonly string[],
): Promise<boolean> {
  const approved = await database.query(
    `select from withdrawals where account_id = $1 and withdrawal_id = $2 and state = 'approved' for update`,
    [accountId, withdrawalId],
  );
  if (approved.rowCount === 0) return false;
  const { rowCount } = await database.query(
    `insert into withdrawal_places (network, wallet, place, account_id, withdrawal_id)
     select $1, $2, place, $4, $5 from unnest($3::text[]) as place on conflict do nothing`,
    [network, wallet, places, accountId, withdrawalId],
  );
  if (rowCount !== places.length) throw new Error(`another payment of ${network} has a place of ${withdrawalId}`);
  return true;
}

/** Counts a request to the signer before it is sent. Returns the new count; undefined if another payer has changed its state. */
export async function countAsking(pool: Pool, { accountId, withdrawalId }: Withdrawal): Promise<number | undefined> {
  const found = await selectOne(
    pool,
    asking,
    `update withdrawals set signer_asked = coalesce(signer_asked, 0) + 1
     where account_id = $1 and withdrawal_id = $2 and state = 'built' returning ${asking.list}`,
    [accountId, withdrawalId],
  );
  return found?.signerAsked;
}

/**
 * Returns the places of a payment to the wallet, for bytes that were never sent to the signer; a nonce only if it is the newest one. `counted`
 * is the number of requests that the caller knows of: a higher number means that another payer may have a signature. Returns undefined if the
 * payment keeps its places.
 */
export const returnPlace = (
  pool: Pool,
  { accountId, withdrawalId, network, wallet, nonce, unsigned }: Withdrawal,
  { counted }: { counted: number },
): Promise<Withdrawal | undefined> =>
  inTransaction(pool, async (database) => {
    if (nonce !== null && (await lockNextNonce(database, { network, wallet })) !== nonce + 1) return undefined;
    const row = await selectOne(
      database,
      columns,
      `update withdrawals set state = 'approved', wallet = null, nonce = null, unsigned = null, signer_asked = null, trouble = '',
         version = version + 1
       where account_id = $1 and withdrawal_id = $2 and state = 'built' and unsigned = $3 and coalesce(signer_asked, 0) = $4
       returning ${columns.list}`,
      [accountId, withdrawalId, unsigned, counted],
    );
    if (row && nonce !== null)
      await database.query('update withdrawal_networks set next_nonce = $2 where network = $1', [network, nonce]);
    return row;
  });

export const storeSigned = (
  database: Database,
  { accountId, withdrawalId }: Withdrawal,
  { signed, txid }: { signed: string; txid: string },
) =>
  step(database, `state = 'signed', signed = $3, txid = $4`, {
    accountId,
    withdrawalId,
    from: 'built',
    values: [signed, txid],
  });

export const storeBroadcast = (database: Database, { accountId, withdrawalId }: Withdrawal, at: number) =>
  step(database, `state = 'broadcast', broadcast_at = $3`, {
    accountId,
    withdrawalId,
    from: 'signed',
    values: [new Date(at)],
  });

async function step(
  database: Database,
  change: string,
  { accountId, withdrawalId, from, values }: { accountId: Uuid; withdrawalId: Uuid; from: string; values: unknown[] },
): Promise<Withdrawal | undefined> {
  return selectOne(
    database,
    columns,
    `update withdrawals set ${change}, trouble = '', version = version + 1
     where account_id = $1 and withdrawal_id = $2 and state = '${from}' returning ${columns.list}`,
    [accountId, withdrawalId, ...values],
  );
}

/** What keeps it from going on, for operators to see. */
export const storeTrouble = async (
  database: Database,
  { accountId, withdrawalId }: Withdrawal,
  trouble: string,
): Promise<void> =>
  void (await database.query(
    `update withdrawals set trouble = $3, version = version + 1
     where account_id = $1 and withdrawal_id = $2 and ended_at is null and trouble <> $3`,
    [accountId, withdrawalId, trouble],
  ));

const never = record({ neverSince: instant.orNull });

/** Stores when the node first said that a sent payment can't be made any more, and returns the time; undefined if it is not sent. */
export const storeNever = async (
  database: Database,
  { accountId, withdrawalId }: Withdrawal,
  at: number,
): Promise<number | undefined> =>
  (
    await selectOne(
      database,
      never,
      `update withdrawals set never_since = coalesce(never_since, $3)
       where account_id = $1 and withdrawal_id = $2 and state = 'broadcast' returning ${never.list}`,
      [accountId, withdrawalId, new Date(at)],
    )
  )?.neverSince ?? undefined;

/** The node says otherwise now: the delay starts again when it next says that the payment can't be made. */
export const storeNotNever = async (database: Database, { accountId, withdrawalId }: Withdrawal): Promise<void> =>
  void (await database.query(
    `update withdrawals set never_since = null
     where account_id = $1 and withdrawal_id = $2 and state = 'broadcast' and never_since is not null`,
    [accountId, withdrawalId],
  ));
