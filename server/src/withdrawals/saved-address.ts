// Addresses that a customer withdraws to, and what is wrong with one that is typed.
import { parseAddress, type Network } from '@candor/chain';
import { toInstant, wireId, type AssetCode, type SavedAddress } from '@candor/wire';
import { Refusal } from '../kit/refuse.ts';
import { instant, text, uuid } from '../kit/columns.ts';
import { table, type Row } from '../kit/table.ts';

export const withdrawalAddresses = table('withdrawal_addresses', {
  key: { accountId: uuid, addressId: uuid },
  fixed: {
    network: text<Network['name']>(),
    asset: text<AssetCode>(),
    address: text(),
    alias: text(),
    addedAt: instant,
    usableAt: instant,
  },
  changing: { deletedAt: instant.orNull },
});
export type StoredAddress = Row<typeof withdrawalAddresses>;

/** How many of an account. */
export const addressesMax = 50;

/**
 * The address in the form that is stored, or why nothing can be sent there. `ours` are contracts and wallets of the platform, in small
 * letters; what customers deposit to is looked for where addresses are stored.
 */
export function judgeAddress(typed: string, network: Network, ours: ReadonlySet<string>): string | Refusal {
  const parsed = parseAddress(network.name, typed);
  if (!parsed.ok) return new Refusal('payee-malformed', { reason: parsed.why });
  return ours.has(parsed.address.toLowerCase()) ? new Refusal('address-ours') : writeAddress(parsed);
}

/** Writes an address with its destination tag, if it has one, as it is stored and shown: `r…-123`. */
const writeAddress = ({ address, tag }: { address: string; tag?: number }): string =>
  tag === undefined ? address : `${address}-${tag}`;

/** Returns the address without its destination tag. No other part of an address contains a hyphen. */
export const withoutTag = (address: string): string => address.split('-', 1)[0]!;

export const addressMessage = (row: StoredAddress, networkTitle: string): SavedAddress => ({
  address_id: wireId('withdrawalAddress', row.addressId),
  address_name: row.alias,
  address_ip: row.address,
  coin_code: row.asset,
  address_user: wireId('account', row.accountId),
  network: row.network,
  network_title: networkTitle,
  added_at: toInstant(row.addedAt),
  usable_at: toInstant(row.usableAt),
});
