import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fastify from 'fastify';
import { trustedProxies } from './trusted-proxies.ts';

const proxies = trustedProxies(['127.0.0.1', '10.1.0.0/24', 'fd00::/8']);
const request = (remoteAddress: string, told?: string, protocol?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: {
      ...(told === undefined ? {} : { 'x-forwarded-for': told }),
      ...(protocol === undefined ? {} : { 'x-forwarded-proto': protocol }),
    },
  }) as unknown as IncomingMessage;

const cases: [peer: string, told: string | undefined, client: string][] = [
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['fd12::1', '2001:db8::1', '2001:db8::1'],
  // What a client makes up stands before what the proxy saw.
  ['127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
  // Several hops: only ours are passed over.
  ['127.0.0.1', '203.0.113.7, 10.1.0.9', '203.0.113.7'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.0.9, 10.1.0.8', '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7, 10.2.0.9', '10.2.0.9'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '10.1.0.9', '10.1.0.9'],
  // A stranger's word counts for nothing.
  ['198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ['198.51.100.9', '127.0.0.1', '198.51.100.9'],
  ['127.0.0.2', '203.0.113.7', '127.0.0.2'],
  ['::ffff:198.51.100.9', '203.0.113.7', '::ffff:198.51.100.9'],
];

test("the client's address is the last one before our proxies, and nobody else's word counts", () => {
  for (const [peer, told, client] of cases) {
    assert.equal(proxies.addressOf(request(peer, told)), client, `${peer} says ${told}`);
  }
});

test('sockets and calls see the same address', async () => {
  const app = fastify({ trustProxy: (address: string) => proxies.has(address) });
  app.get('/', async (asked) => ({ ip: asked.ip, protocol: asked.protocol }));
  for (const [remoteAddress, told] of cases) {
    const headers = { 'x-forwarded-proto': 'https', ...(told === undefined ? {} : { 'x-forwarded-for': told }) };
    const seen = (await app.inject({ url: '/', remoteAddress, headers })).json<object>();
    const asked = request(remoteAddress, told, 'https');
    assert.deepEqual(seen, { ip: proxies.addressOf(asked), protocol: proxies.protocolOf(asked) });
  }
  await app.close();
});

test('a connection counts as safe when a proxy of ours says so', () => {
  assert.equal(proxies.protocolOf(request('127.0.0.1', '203.0.113.7', 'https')), 'https');
  assert.equal(proxies.protocolOf(request('127.0.0.1', '203.0.113.7', 'http')), 'http');
  assert.equal(proxies.protocolOf(request('127.0.0.1', '203.0.113.7')), 'http');
  assert.equal(proxies.protocolOf(request('127.0.0.1', '203.0.113.7', 'https, http')), 'http');
  assert.equal(proxies.protocolOf(request('198.51.100.9', '203.0.113.7', 'https')), 'http');
  assert.equal(trustedProxies([]).addressOf(request('127.0.0.1', '203.0.113.7')), '127.0.0.1');
});
