// Addresses of the platform, to which nothing is ever sent.
import type { NetworkName } from '@candor/chain';
import type { SetUpNetworks } from '../chains/chain-settings.ts';
import type { Pool } from '../kit/postgres.ts';
import { withoutTag } from './saved-address.ts';
import { isOwnAddress } from './store.ts';

/** `address` is in its stored form. On a network with tags the account alone decides: each tag of it is ours. */
export async function isOurs(
  address: string,
  network: NetworkName,
  { pool, setUp }: { pool: Pool; setUp: SetUpNetworks },
): Promise<boolean> {
  const account = withoutTag(address);
  return setUp.get(network)?.sharedAddress === account || isOwnAddress(pool, network, account);
}
