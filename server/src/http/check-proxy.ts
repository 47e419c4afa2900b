// Whether what reaches this server through its proxy says truly who asks: the server asks itself, from outside, once after it started.
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { TrustedProxies } from '../kit/trusted-proxies.ts';

export interface ProxyCheck {
  /** To be shown each request to /livez. */
  notice: (request: FastifyRequest) => void;
  /** What is wrong on the way from `origin` to here, for whoever set the proxy up; empty if nothing is. */
  run: (origin: string) => Promise<string[]>;
}

/** Set aside for documentation (RFC 5737): no client has this address, so whoever seems to has made it up. */
const madeUp = '192.0.2.1';
const tokenHeader = 'x-candor-proxy-check';

interface Seen {
  peer: string;
  protocol: string;
  host: string;
  told: string | undefined;
}

export function createProxyCheck(proxies: TrustedProxies, timeoutMs = 5_000): ProxyCheck {
  const token = randomBytes(16).toString('hex');
  const arrived: Seen[] = [];
  return {
    notice({ headers, socket, protocol }) {
      if (headers[tokenHeader] !== token) return;
      const told = headers['x-forwarded-for']?.toString();
      arrived.push({ peer: socket.remoteAddress ?? '', protocol, host: headers.host ?? '', told });
    },
    async run(origin) {
      const problem = await ask(`${origin}/livez`, { [tokenHeader]: token, 'x-forwarded-for': madeUp }, timeoutMs);
      const seen = arrived.pop();
      if (seen === undefined) return [problem ?? `${origin} is answered by another server than this one.`];
      return problemsOf(seen, { origin, proxies });
    },
  };
}

async function ask(url: string, headers: Record<string, string>, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return `${url} can't be asked from here, so the way through the proxy was not checked: ${String((error as Error).cause ?? error)}.`;
  }
}

function problemsOf(seen: Seen, { origin, proxies }: { origin: string; proxies: TrustedProxies }): string[] {
  if (!proxies.has(seen.peer)) {
    return [
      `Requests to ${origin} come from ${seen.peer}, which TRUSTED_PROXIES does not name: all customers share one address.`,
    ];
  }
  const problems: string[] = [];
  const last = seen.told?.split(',').at(-1)?.trim();
  if (last === undefined) problems.push('The proxy sends no X-Forwarded-For: all customers share one address.');
  else if (last === madeUp)
    problems.push('The proxy passes an X-Forwarded-For on as the client wrote it: anybody can be anyone.');
  else if (isIP(last) === 0) problems.push(`The proxy writes ${last} into X-Forwarded-For, which is no address.`);
  if (seen.protocol !== 'https')
    problems.push('The proxy does not say that the request came over https (X-Forwarded-Proto).');
  const host = new URL(origin).host;
  if (seen.host !== host)
    problems.push(`The proxy asks for Host ${seen.host} instead of ${host}: pages will be taken for others' pages.`);
  return problems;
}
