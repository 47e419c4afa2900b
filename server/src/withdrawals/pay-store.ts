// How far payments are, in the database. Each step is written where the one before it stands, and nowhere else: of two who pay at once one goes on.
import type { NetworkName } from '@candor/chain';
import type { Uuid, WithdrawalFault, NetworkState } from '@candor/wire';
import { columns as record, integer, safeInteger } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
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
  const { rows } = await database.query<{ waits: boolean }>('select exists (select from withdrawals where network = $1 and ended_at is null) as waits', [network]); // oxfmt-ignore
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

/** The wallet that pays and the contract of the token; another wallet begins at its own place. `mined` are its transactions in blocks. */
export const openWallet = async (
  database: Database,
  { network, wallet, token, mined }: { network: NetworkName; wallet: string; token: string; mined: number },
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

/**
 * Stores the next nonce and the unsigned bytes that `write` makes for it, within the transaction of `database`. Returns undefined if the
 * payment is not approved any more.
 */
export async function storeBuilt(
  database: Database,
  { accountId, withdrawalId, network }: Withdrawal,
  { wallet, write }: { wallet: string; write: (nonce: number) => Promise<string> },
): Promise<Withdrawal | undefined> {
  const found = await selectOne(
    database,
    place,
    'select next_nonce from withdrawal_networks where network = $1 and wallet = $2 for update',
    [network, wallet],
  );
  if (!found) return undefined;
  const { nextNonce: nonce } = found;
  const values = [wallet, nonce, await write(nonce)];
  const row = await step(database, `state = 'built', wallet = $3, nonce = $4, unsigned = $5`, {
    accountId,
    withdrawalId,
    from: 'approved',
    values,
  });
  if (!row) return undefined;
  await database.query('update withdrawal_networks set next_nonce = $2 where network = $1', [network, nonce + 1]);
  return row;
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
 * Returns the newest nonce to the wallet, for bytes that were never sent to the signer. `counted` is the number of requests that the caller
 * knows of: a higher number means that another payer may have a signature. Returns undefined if the nonce is kept.
 */
export const returnPlace = (
  pool: Pool,
  { accountId, withdrawalId, network, wallet, nonce }: Withdrawal,
  { counted }: { counted: number },
): Promise<Withdrawal | undefined> =>
  inTransaction(pool, async (database) => {
    const found = await selectOne(
      database,
      place,
      'select next_nonce from withdrawal_networks where network = $1 and wallet = $2 for update',
      [network, wallet],
    );
    if (found?.nextNonce !== nonce! + 1) return undefined;
    const row = await selectOne(
      database,
      columns,
      `update withdrawals set state = 'approved', wallet = null, nonce = null, unsigned = null, signer_asked = null, trouble = '',
         version = version + 1
       where account_id = $1 and withdrawal_id = $2 and state = 'built' and nonce = $3 and coalesce(signer_asked, 0) = $4
       returning ${columns.list}`,
      [accountId, withdrawalId, nonce, counted],
    );
    if (row)
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
