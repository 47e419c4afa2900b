// SQL of what paying wallets have and what open withdrawals need of them.
import type { NetworkName } from '@candor/chain';
import type { AssetCode, NetworkState, WithdrawalFault } from '@candor/wire';
import { columns, instant, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { Holdings } from './network-payer.ts';

export async function storeHoldings(
  database: Database,
  { network, wallet, holdings, at }: { network: NetworkName; wallet: string; holdings: Holdings; at: number },
): Promise<void> {
  const held = Object.entries(holdings);
  await database.query(
    `insert into wallet_holdings (network, wallet, read_at, asset, units)
     select $1, $2, $3, * from unnest($4::text[], $5::text[])
     on conflict (network, asset) do update set wallet = excluded.wallet, units = excluded.units, read_at = excluded.read_at`,
    [network, wallet, new Date(at), held.map(([asset]) => asset), held.map(([, units]) => String(units))],
  );
}

const payingWallet = columns({
  network: text<NetworkName>(),
  state: text<NetworkState>(),
  reason: text<WithdrawalFault>(),
  wallet: text().orNull,
  oldestAt: instant.orNull,
});

/** Returns each network that pays, and when its oldest unfinished payment was approved. */
export const readPayingWallets = (database: Database) =>
  select(
    database,
    payingWallet,
    `select ${payingWallet.list} from (select n.*, (select min(decided_at) from withdrawals w
       where w.network = n.network and w.ended_at is null and w.state <> 'review') as oldest_at from withdrawal_networks n) as paying
     order by network`,
  );

const holding = columns({
  network: text<NetworkName>(),
  asset: text<AssetCode>(),
  units: text(),
  readAt: instant,
});

/** Returns what the wallets have that pay now. */
export const readHoldings = (database: Database) =>
  select(
    database,
    holding,
    `select ${holding.list} from (select h.* from wallet_holdings h join withdrawal_networks n using (network, wallet)) as held`,
  );

const need = columns({
  network: text<NetworkName>(),
  asset: text<AssetCode>(),
  requested: text(),
  approved: text(),
  underWay: text(),
});

/** Returns the sums of unfinished withdrawals in the smallest units: not approved yet, approved, and those whose bytes are stored. */
export const readNeeds = (database: Database) =>
  select(
    database,
    need,
    `select ${need.list} from (select network, asset,
       coalesce(sum(units::numeric) filter (where state = 'review'), 0)::text as requested,
       coalesce(sum(units::numeric) filter (where state = 'approved'), 0)::text as approved,
       coalesce(sum(units::numeric) filter (where state in ('built', 'signed', 'broadcast')), 0)::text as under_way
     from withdrawals where ended_at is null group by network, asset) as open`,
  );
