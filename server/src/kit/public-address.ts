// Which addresses on the network are public: what users name is fetched from those alone, never from our own house.
import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12],
  ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15],
  ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) notPublic.addSubnet(network, prefix, 'ipv4'); // prettier-ignore
// Global unicast alone is public, less what in it is documentation or leads to an IPv4 address.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
} // prettier-ignore

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
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
