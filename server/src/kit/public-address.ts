// Which addresses on the network are public: what users name is fetched from those alone, never from our own house.
import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** What is given out of IPv6 to the public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

type LookupAnswer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * In place of dns.lookup for a request: fails when a name leads to any address that is not public. The connection is made to
 * the very addresses that were looked at, so a name that answers otherwise a moment later gains nothing.
 */
export function lookUpPublic(hostname: string, options: LookupOptions, answer: LookupAnswer): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, []);
    const stray = addresses.find(({ address }) => !isPublicAddress(address));
    if (stray || addresses.length === 0) return answer(new Error(`${hostname} does not lead to a public address`), []);
    if (options.all === true) answer(null, addresses);
    else answer(null, addresses[0]!.address, addresses[0]!.family);
  });
}
