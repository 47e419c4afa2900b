// A customer's address of a network: one for ever, by an index that is given out once, derived anew whenever it is read.
import type { DerivedAddress, NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { columns, integer, safeInteger, text, uuid } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { selectOne } from '../kit/select.ts';
import type { SetUpNetwork } from '../chains/chain-settings.ts';

export interface OwnAddress {
  addressId: Uuid;
  address: string;
  tag: number | null;
}

const issued = columns({
  addressId: uuid,
  network: text<NetworkName>(),
  addressIndex: integer,
  address: text(),
  tag: safeInteger.orNull,
});

/** Given out the first time that it is asked for. Undefined where what is stored isn't what the public key gives: nobody is shown that. */
export async function addressOf(
  pool: Pool,
  { network, addressAt }: SetUpNetwork,
  { accountId, newId }: { accountId: Uuid; newId: () => Uuid },
): Promise<OwnAddress | undefined> {
  const find = (database: Database) =>
    selectOne(database, issued, `select ${issued.list} from deposit_addresses where account_id = $1 and network = $2`, [accountId, network.name]); // oxfmt-ignore
  const row =
    (await find(pool)) ??
    (await inTransaction(pool, async (database) => {
      // Whoever asks for the first time waits for the others: indexes have no gaps, and an account has one.
      await database.query(`select pg_advisory_xact_lock(hashtext('deposit_addresses'))`);
      const there = await find(database);
      if (there) return there;
      const last = await database.query<{ last: number }>('select coalesce(max(address_index), 0) as last from deposit_addresses where network = $1', [network.name]); // oxfmt-ignore
      const addressIndex = (last.rows[0]?.last ?? 0) + 1;
      const { address, tag = null } = addressAt(addressIndex);
      const given = { addressId: newId(), network: network.name, addressIndex, address, tag };
      await database.query(
        'insert into deposit_addresses (address_id, account_id, network, address_index, address, tag) values ($1, $2, $3, $4, $5, $6)',
        [given.addressId, accountId, network.name, addressIndex, address, tag],
      );
      return given;
    }));
  const derived = addressAt(row.addressIndex);
  if (!isDerived(row, derived)) {
    log.error('a deposit address is not what its index gives', { network: network.name, account: accountId });
    return undefined;
  }
  return { addressId: row.addressId, address: derived.address, tag: derived.tag ?? null };
}

/** True if a stored address is what the key or the account of the network gives for its index. */
export const isDerived = (stored: { address: string; tag: number | null }, { address, tag }: DerivedAddress): boolean =>
  stored.address === address && stored.tag === (tag ?? null);

/** The network of an account's own address. */
export const networkOfAddress = async (
  pool: Pool,
  { accountId, addressId }: { accountId: Uuid; addressId: Uuid },
): Promise<NetworkName | undefined> =>
  (
    await selectOne(
      pool,
      issued,
      `select ${issued.list} from deposit_addresses where account_id = $1 and address_id = $2`,
      [accountId, addressId],
    )
  )?.network;
