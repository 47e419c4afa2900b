// Where an account was logged in to from: the network, and of IPv6 the site around it, as phones get ever other networks of one site.
import type { Uuid } from '@candor/wire';
import { addressKey, siteKey } from '../kit/address-key.ts';
import type { Database } from '../kit/postgres.ts';
import type { Digests } from './digests.ts';
import { readKnownOrigins } from './store.ts';

/** The network first, as digests. */
export function originsOf(digests: Digests, ip: string): [string, ...string[]] {
  const network = addressKey(ip);
  const site = siteKey(network);
  const origin = (place: string): string => digests.subject('origin', place);
  return site === undefined ? [origin(network)] : [origin(network), origin(site)];
}

/** `site`: also where the network itself is known. */
export async function knownFrom(
  database: Database,
  digests: Digests,
  { accountId, ip }: { accountId: Uuid; ip: string },
): Promise<{ network: boolean; site: boolean }> {
  const origins = originsOf(digests, ip);
  const known = await readKnownOrigins(database, { accountId, origins });
  return { network: known.includes(origins[0]), site: known.length > 0 };
}
