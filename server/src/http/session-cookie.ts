// The cookie that carries a session's token: locked to https and this host wherever the browser can keep it so.
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';

/** Each door has its own cookie, as browsers send the cookies of a host to all its ports. */
const cookies = {
  // Lives as long as a session may at most; the server ends it earlier by itself.
  customers: { name: 'candor', maxAgeSeconds: 7 * 24 * 60 * 60 },
  console: { name: 'candor-console', maxAgeSeconds: 12 * 60 * 60 },
} as const;
const tokenForm = /^[\w.~-]{16,256}$/;
/** Most browsers treat these hosts as if they were reached over TLS; WebKit drops a locked cookie that came from there over http. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

export type DoorName = keyof typeof cookies;
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

export const cookieName = (door: DoorName): string => `__Host-${cookies[door].name}`;

/** Only demo mode keeps a session over plain http: from another machine, as a phone in the same room needs it, and on this one for WebKit. */
export function sessionCookie(mode: Mode, door: DoorName = 'customers'): SessionCookie {
  const { name: plainName, maxAgeSeconds } = cookies[door];
  const lockedName = cookieName(door);
  const isPlain = (request: CookieRequest): boolean => mode === 'demo' && request.protocol !== 'https';
  const isLocked = (request: CookieRequest): boolean => !isPlain(request) || loopback.test(request.headers.host ?? '');
  const write = (request: CookieRequest, reply: FastifyReply, value: string, maxAge: number): void => {
    const shared = { value, maxAge, path: '/', httpOnly: true, sameSite: 'strict' } as const;
    if (isLocked(request))
      reply.header('set-cookie', stringifySetCookie({ ...shared, name: lockedName, secure: true }));
    if (isPlain(request)) reply.header('set-cookie', stringifySetCookie({ ...shared, name: plainName, secure: false }));
  };
  return {
    read(request) {
      const header = request.headers.cookie;
      if (header === undefined) return undefined;
      // Browsers send the locked one over safe connections only, also where a proxy hides that from us.
      return tokenIn(header, lockedName) ?? (isPlain(request) ? tokenIn(header, plainName) : undefined);
    },
    set(request, reply, token) {
      if (!tokenForm.test(token)) throw new Error('a session token has a form that its cookie would not return');
      write(request, reply, token, maxAgeSeconds);
    },
    clear: (request, reply) => write(request, reply, '', 0),
  };
}

function tokenIn(header: string, name: string): string | undefined {
  const token = parseCookie(header)[name];
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}
