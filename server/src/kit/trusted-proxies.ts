// Whose word about a request's origin is believed: a proxy of ours puts the client's address into X-Forwarded-For, anyone else
// who sends it is making it up.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export interface TrustedProxies {
  has: (address: string) => boolean;
  /** Of the client: the last one before our proxies, from the nearest hop on. */
  addressOf: (request: IncomingMessage) => string;
  protocolOf: (request: IncomingMessage) => 'http' | 'https';
}

/** Shorter ones would take in half of the network, where anybody may send what they like. */
const shortestPrefix = { 4: 8, 6: 7 } as const;

/** Why this is no address and no network; undefined if it is one. */
export function networkProblem(text: string): string | undefined {
  if (text === '') return 'an address or a network such as 10.0.0.0/24 is expected';
  return parse(text) === undefined ? `${text} is no address and no network such as 10.0.0.0/24` : undefined;
}

/** Why this can't be the address or network of a proxy; undefined if it can. */
export function proxyProblem(text: string): string | undefined {
  const parsed = parse(text);
  if (parsed === undefined) return networkProblem(text);
  const shortest = shortestPrefix[parsed.family];
  return parsed.prefix < shortest ? `${text} is wider than /${shortest}: it would trust strangers` : undefined;
}

/** `proxies`: addresses and networks that proxyProblem has nothing against. */
export function trustedProxies(proxies: readonly string[]): TrustedProxies {
  const has = inNetworks(proxies);
  return {
    has,
    addressOf: ({ headers, socket }) => {
      const told = headerText(headers['x-forwarded-for']);
      const hops = told === '' ? [] : told.split(',').map((hop) => hop.trim());
      let address = socket.remoteAddress ?? '';
      while (hops.length > 0 && has(address)) address = hops.pop()!;
      return address;
    },
    protocolOf: ({ headers, socket }) => {
      const told = headerText(headers['x-forwarded-proto']).split(',').at(-1)!.trim();
      return told === 'https' && has(socket.remoteAddress ?? '') ? 'https' : 'http';
    },
  };
}

/** Whether an address is one of these or lies in one of them. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks.flatMap((network) => parse(network) ?? [])) {
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const plain = address.split('%', 1)[0]!;
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');

function parse(text: string): { address: string; prefix: number; family: 4 | 6 } | undefined {
  const [, address = '', length] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || address.includes('%')) return undefined;
  const longest = family === 4 ? 32 : 128;
  const prefix = length === undefined ? longest : parseInt(length, 10);
  return prefix > longest ? undefined : { address, prefix, family };
}
