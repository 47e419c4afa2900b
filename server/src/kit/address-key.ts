// What counts as one address wherever callers are limited by theirs.
import ipaddr from 'ipaddr.js';

/** An IPv4 address itself, also within IPv6; of IPv6 the network `2001:db8:1:2::/64`, as one household has 2^64 addresses. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Of the key of an IPv6 network the one around it, `2001:db8:1::/48`: many a provider gives each customer one, of 65,536 keys. Undefined for
 * all else.
 */
export const siteKey = (key: string): string | undefined =>
  /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(key)?.[1]?.concat(':/48');

/** Of what an address may have a site has a few times as much: a provider may have many customers in one. */
export const householdsOfSite = 8;

/** Of places that there are so many of, but never more than half of all. */
export const placesOfSite = (places: number, placesEach: number): number =>
  Math.max(placesEach, Math.min(householdsOfSite * placesEach, places / 2));
