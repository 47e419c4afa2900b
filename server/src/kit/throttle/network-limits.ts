// Limits of where somebody comes from: the address, and of IPv6 the site around it, or whoever has one would guess from 65,536 addresses.
//
// Others may share a site, and one of them may want to lock the rest out. So what an address is refused takes nothing of its site's, which
// one household can't fill then, and `isKnown` leaves the site out: for who is in a session, or in a network or site from which the
// account was used before. What others did keeps none of these from what is theirs; their address, and the account itself, have limits as before.
import { addressKey, householdsOfSite, siteKey } from '../address-key.ts';
import type { Limit, LimitRule } from './throttle-rules.ts';

interface WhereFrom {
  ip: string;
  isKnown?: boolean;
  scope: string;
  /** The keyed digest of an address or a site. */
  subjectOf: (network: string) => string;
}

/** `rule` is that of an address; a site has a few times as much. */
export const networkLimits = ({ rule, ...from }: WhereFrom & { rule: LimitRule }): Limit[] => [
  { scope: from.scope, subject: from.subjectOf(addressKey(from.ip)), rule },
  ...siteLimits({ ...from, rule: { ...rule, limit: householdsOfSite * rule.limit } }),
];

/** `rule` is that of a site; nothing where there is none. */
export function siteLimits({ ip, isKnown = false, scope, subjectOf, rule }: WhereFrom & { rule: LimitRule }): Limit[] {
  const site = siteKey(addressKey(ip));
  return isKnown || site === undefined || !Number.isFinite(rule.limit)
    ? []
    : [{ scope, subject: subjectOf(site), rule }];
}
