// Which pages may send requests and open sockets: those of this server, and of the origins that it was told of.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a page of this origin may talk to this host; no origin at all means that no browser page is asking. `protocol` is how the
 * request came; where that is not known, both are taken for possible.
 */
export type OriginCheck = (origin: string | undefined, host: string | undefined, protocol?: string) => boolean;

export interface Origins {
  isAllowed: OriginCheck;
  /** Whether the server goes by this name. */
  isOurHost(host: string | undefined): boolean;
}

/**
 * `allowedOrigins` are the server's own and others that it trusts. It goes by their names, by localhost and by addresses: a page
 * elsewhere can point a name of its own to this machine, but never an address.
 */
export function createOrigins({ allowedOrigins }: { allowedOrigins: readonly string[] }): Origins {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const names = new Set(Array.from(allowed, hostOf));
  const isOurHost = (host: string | undefined): boolean =>
    host === undefined || names.has(host.toLowerCase()) || isAddressOrLocal(host);
  return {
    isOurHost,
    isAllowed(origin, host, protocol) {
      if (origin === undefined) return true;
      const asked = origin.toLowerCase();
      if (allowed.has(asked)) return true;
      if (host === undefined || !isOurHost(host) || hostOf(asked) !== host.toLowerCase()) return false;
      // A page that came over TLS may speak to us through what ends TLS in front of us.
      return asked.startsWith('https://') || (asked.startsWith('http://') && protocol !== 'https');
    },
  };
}

/**
 * Whether a request that changes something comes from a page of ours. Browsers of today say so in Sec-Fetch-Site, which no
 * page can set. They leave it out on plain http, where Origin decides. Programs send neither; they carry no one else's cookie.
 */
export function comesFromOurPage(
  { headers, protocol }: { headers: IncomingHttpHeaders; protocol: string },
  isAllowed: OriginCheck,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return isAllowed(headers.origin, headers.host, protocol);
}

/** Whether a page made the request, ours or another: programs send neither header. */
export const comesFromPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

const hostOf = (origin: string): string => origin.slice(origin.indexOf('://') + 3);

function isAddressOrLocal(host: string): boolean {
  const name = host.replace(/:\d*$/, '');
  const isSixth = name.startsWith('[') && name.endsWith(']');
  return name.toLowerCase() === 'localhost' || isIP(isSixth ? name.slice(1, -1) : name) === (isSixth ? 6 : 4);
}
