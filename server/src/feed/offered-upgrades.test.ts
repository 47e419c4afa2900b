// Upgrades that nobody here takes: the request is answered as if it had offered none.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connectionsAllowed } from '../kit/descriptors.ts';
import { isWebSocketUpgrade } from './handshake.ts';
import { limitsFor } from './socket-limits.ts';

test('a request that offers HTTP/2 gets its answer; one that offers a WebSocket becomes one', async () => {
  const server = createServer({ shouldUpgradeCallback: isWebSocketUpgrade }, (_request, response) =>
    response.end('hello'),
  );
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [upgrade, answer] of [
    ['h2c', /^HTTP\/1\.1 200 [^]*hello/],
    ['TLS/1.0', /^HTTP\/1\.1 200 [^]*hello/],
    ['websocket', /^HTTP\/1\.1 101 /],
    ['WebSocket', /^HTTP\/1\.1 101 /],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\n\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    assert.match(bytes.toString(), answer, upgrade);
    socket.destroy();
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('sockets leave descriptors for everything else, however few there are', () => {
  assert.ok(connectionsAllowed().total > 100);
  for (const descriptors of [1_024, 4_096, 20_000, 1_048_576]) {
    const { guests, customers } = limitsFor(connectionsAllowed(descriptors).forSockets);
    const all = guests.places + customers.places;
    assert.ok(all <= 20_000 && all <= descriptors / 2, `${all} of ${descriptors}`);
    assert.ok(descriptors - all >= 256);
    assert.ok(customers.places >= all / 4 && guests.places > 0);
  }
});
