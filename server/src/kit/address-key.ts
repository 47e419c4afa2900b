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
