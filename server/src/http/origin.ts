// Which pages may send requests and open sockets: those of this server, and of the origins that it was told of.
import type { IncomingHttpHeaders } from 'node:http';

/** Whether a page of this origin may talk to this host; no origin at all means that no browser page is asking. */
export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  return (origin, host) => {
    if (origin === undefined) return true;
    const asked = origin.toLowerCase();
    if (allowed.has(asked)) return true;
    const schemeEnd = asked.indexOf('://');
    return schemeEnd > 0 && host !== undefined && asked.slice(schemeEnd + 3) === host.toLowerCase();
  };
}

/**
 * Whether a request that changes something comes from a page of ours. Browsers of today say so in Sec-Fetch-Site, which no
 * page can set. They leave it out on plain http, where Origin decides. Programs send neither; they carry no one else's cookie.
 */
export function comesFromOurPage(headers: IncomingHttpHeaders, isOriginAllowed: OriginCheck): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return isOriginAllowed(headers.origin, headers.host);
}
