// Many who ask for much and read none of it, on a door with the limits of a real one.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../kit/until.test-support.ts';
import { openTestDoor } from './http.test-support.ts';
import { defaultLimits } from './rate-limits.ts';

const readers = 300;
const requestsEach = 12;
const memoryMax = 60 * 1024 * 1024;
const letGoMs = 30_000;

test(
  '300 who send 12 requests and never read take at most 60 MB, and are let go within 30 s',
  { timeout: 240_000 },
  async () => {
    const door = await openTestDoor({ limits: defaultLimits });
    const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
    const served = new Set<Socket>();
    let taken = 0;
    door.app.server.on('connection', (socket: Socket) => {
      taken++;
      served.add(socket);
      socket.once('close', () => served.delete(socket));
    });
    // What is made once is made before it is measured.
    for (const encoding of ['identity', 'gzip'])
      await door.app.inject({ url: '/docs/openapi.json', headers: { 'accept-encoding': encoding } });
    const before = process.memoryUsage.rss();
    let most = before;
    const measuring = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);

    const requests = 'GET /docs/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(requestsEach);
    const sockets = Array.from({ length: readers }, (_, place) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.4.${1 + (place % 10)}` });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(requests);
      return socket;
    });
    const startedAt = performance.now();
    try {
      await until('all are connected', () => taken === readers);
      await until('all are let go', () => served.size === 0, letGoMs - (performance.now() - startedAt));
      assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200);
      assert.ok(most - before <= memoryMax, `${Math.round((most - before) / 1024 / 1024)} MB more`);
    } finally {
      clearInterval(measuring);
      for (const socket of sockets) socket.destroy();
      await door.close();
    }
  },
);
