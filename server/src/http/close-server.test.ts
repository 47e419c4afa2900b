import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { defineEndpoint } from '@candor/wire';
import { z } from 'zod';
import { until } from '../kit/until.test-support.ts';
import { openTestDoor } from './http.test-support.ts';
import { isLongRun, longRun } from '../../test/support/long-run.ts';

const one = defineEndpoint({
  method: 'POST',
  path: '/api/one',
  summary: 'Takes its time.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({}),
  refusals: [],
});

test('closing lets a call finish, tells its client to close, and does not wait for idle connections', async () => {
  const door = await openTestDoor({ calls: [one], handle: () => wait(300, {}) });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const idle = connect(port, '127.0.0.1');
  await new Promise((resolve) => idle.once('connect', resolve));
  const answer = new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/one', agent }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]));
    });
    request.on('error', reject).end();
  });
  await until('it is called', () => door.reached.length > 0);
  const startedAt = performance.now();
  await Promise.all([door.close(), door.close()]);
  assert.deepEqual(await answer, [200, 'close']);
  if (isLongRun) assert.ok(performance.now() - startedAt < 2_000);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/livez`));
  agent.destroy();
  idle.destroy();
});

test(
  'closing is bounded: a call that hangs and an upgraded socket are cut',
  { ...longRun('a bound in seconds'), timeout: 15_000 },
  async () => {
    let upgraded = 0;
    const door = await openTestDoor({
      calls: [one],
      handle: () => new Promise(() => undefined),
      onUpgrade: (_request, socket) => {
        upgraded++;
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
      },
    });
    const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
    const hanging = fetch(`http://127.0.0.1:${port}/api/one`, { method: 'POST' });
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    await until('both are there', () => door.reached.length > 0 && upgraded > 0);
    const startedAt = performance.now();
    const [outcome] = await Promise.all([hanging.catch(() => 'cut'), door.close()]);
    socket.destroy();
    assert.equal(outcome, 'cut');
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs > 4_000 && tookMs < 7_000, `took ${tookMs} ms`);
  },
);
