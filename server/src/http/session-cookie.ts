// The cookie that carries a session's token: locked to https and this host wherever the browser can keep it so.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Lives as long as a session may at most; the server ends it earlier by itself. */
const maxAgeSeconds = 7 * 24 * 60 * 60;
const lockedName = '__Host-candor';
const plainName = 'candor';
const tokenForm = /^[\w.~-]{16,256}$/;
/** Browsers treat these hosts as if they were reached over TLS. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export type Mode = 'demo' | 'production';

/** What of a request the cookie depends on; an upgrade has it too. */
export interface CookieRequest {
  headers: IncomingHttpHeaders;
  protocol: string;
}

export interface SessionCookie {
  /** The token in the request, if there is one that could be ours. */
  read(request: CookieRequest): string | undefined;
  set(request: CookieRequest, reply: FastifyReply, token: string): void;
  clear(request: CookieRequest, reply: FastifyReply): void;
}

/** Only demo mode keeps a session over plain http from another machine, as a phone in the same room needs it. */
export function sessionCookie(mode: Mode): SessionCookie {
  const isLocked = (request: CookieRequest): boolean =>
    mode === 'production' || request.protocol === 'https' || loopback.test(request.headers.host ?? '');
  const nameFor = (request: CookieRequest): string => (isLocked(request) ? lockedName : plainName);
  const attributesFor = (request: CookieRequest): string =>
    `Path=/; HttpOnly; SameSite=Strict${isLocked(request) ? '; Secure' : ''}`;
  return {
    read(request) {
      const header = request.headers.cookie;
      if (header === undefined) return undefined;
      // Browsers send the locked one over safe connections only, also where a proxy hides that from us.
      return tokenIn(header, lockedName) ?? (isLocked(request) ? undefined : tokenIn(header, plainName));
    },
    set(request, reply, token) {
      if (!tokenForm.test(token)) throw new Error('a session token has a form that its cookie would not return');
      const cookie = `${nameFor(request)}=${token}; Max-Age=${maxAgeSeconds}; ${attributesFor(request)}`;
      reply.header('set-cookie', cookie);
    },
    clear(request, reply) {
      reply.header('set-cookie', `${nameFor(request)}=; Max-Age=0; ${attributesFor(request)}`);
    },
  };
}

function tokenIn(header: string, name: string): string | undefined {
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon < 0 ? header.length : semicolon;
    while (start < end && header.charCodeAt(start) === 32) start++;
    if (header.startsWith(name, start) && header.charCodeAt(start + name.length) === 61) {
      const token = header.slice(start + name.length + 1, end).trim();
      return tokenForm.test(token) ? token : undefined;
    }
    start = end + 1;
  }
  return undefined;
}
