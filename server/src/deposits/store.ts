// What is read and said of networks and deposits outside of following a chain.
import type { NetworkName } from '@candor/chain';
import type { DepositFault, NetworkState, Uuid } from '@candor/wire';
import { boolean, columns, safeInteger, text } from '../kit/columns.ts';
import { byId, byInstant, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import { chainCursors, cursorIdOf, deposits, type DepositRow } from './deposit-row.ts';

const networkStatus = columns({
  network: text<NetworkName>(),
  state: text<NetworkState>(),
  reason: text<DepositFault>(),
  node: text(),
  isTest: boolean,
  tip: safeInteger.orNull,
});

export const readStatuses = (pool: Pool) =>
  select(pool, networkStatus, `select ${networkStatus.list} from chain_networks`);

/** Returns the newest height that was read; 0 if no block was read yet. */
export const tipOf = (statuses: Awaited<ReturnType<typeof readStatuses>>, network: NetworkName): number =>
  statuses.find((each) => each.network === network)?.tip ?? 0;

export interface SaidOfNetwork {
  network: NetworkName;
  state: NetworkState;
  reason: DepositFault;
  node: string;
  isTest: boolean;
  /** As it was said before, unless given. */
  tip?: number | undefined;
}

export const sayOfNetwork = async (
  pool: Pool,
  { network, state, reason, node, isTest, tip }: SaidOfNetwork,
): Promise<void> =>
  void (await pool.query(
    `insert into chain_networks (network, state, reason, node, is_test, tip) values ($1, $2, $3, $4, $5, $6)
     on conflict (network) do update set state = $2, reason = $3, node = $4, is_test = $5,
       tip = coalesce($6, chain_networks.tip), updated_at = now(),
       since = case when (chain_networks.state, chain_networks.reason) = ($2, $3) then chain_networks.since else now() end`,
    [network, state, reason, node, isTest, tip ?? null],
  ));

/** Where a network is followed from; the first time that is given. */
export async function openCursor(
  pool: Pool,
  { network, identity, from }: { network: NetworkName; identity: string; from: number },
): Promise<{ identity: string; startHeight: number }> {
  await pool.query(
    'insert into chain_cursors (cursor_id, network, identity, start_height) values ($1, $2, $3, $4) on conflict do nothing',
    [cursorIdOf(network), network, identity, from],
  );
  const cursor = await selectOne(pool, chainCursors.columns, `select ${chainCursors.columns.list} from chain_cursors where network = $1`, [network]); // oxfmt-ignore
  if (!cursor) throw new Error(`no cursor of ${network}`);
  return cursor;
}

/** Nobody waits for a network before a customer or a paying wallet has an address there. */
export async function isWaitedFor(pool: Pool, network: NetworkName): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    `select exists (select from deposit_addresses where network = $1) or exists (select from wallet_addresses where network = $1) as waits`,
    [network],
  );
  return rows[0]?.waits ?? false;
}

export const findDeposit = (pool: Pool, depositId: Uuid): Promise<DepositRow | undefined> =>
  selectOne(pool, deposits.columns, `select ${deposits.columns.list} from deposits where deposit_id = $1`, [depositId]);

/** Finds the account's own deposits alone. `txid` is as the customer typed it; '' for all. */
export const readDeposits = (pool: Pool, { accountId, txid }: { accountId: Uuid; txid: string }, page: AskedPage) =>
  readPage(
    pool,
    deposits.columns,
    {
      from: `deposits where account_id = $1 and ($2::text[] is null or txid = any ($2))`,
      values: [accountId, txidsOf(txid)],
      by: [byInstant('seen_at'), byId('deposit', 'deposit_id')],
    },
    page,
  );

/** Explorers and wallets differ in capital letters and in the prefix 0x, which only Ethereum's ids have here. Returns null for no text. */
function txidsOf(typed: string): readonly string[] | null {
  const digits = typed.replace(/\s/g, '').toLowerCase().replace(/^0x/, '');
  return digits === '' ? null : [digits, `0x${digits}`];
}

/** On a network since then. */
export async function countSince(
  pool: Pool,
  { accountId, network, since }: { accountId: Uuid; network: NetworkName; since: number },
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from deposits where account_id = $1 and network = $2 and seen_at > $3', [accountId, network, new Date(since)]); // oxfmt-ignore
  return rows[0]?.count ?? 0;
}
