// Who takes their time to ask is not waited for, however they spread it.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { one, openTestDoor } from './http.test-support.ts';

const head = 'POST /api/one HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const slow: [string, string, string][] = [
  ['nothing at all', '', ''],
  ['headers without end', head, 'x: y\r\n'],
  ['half a line', 'POST /api', 'x'],
  ['a body a byte at a time', `${head}content-length: 10000\r\n\r\n`, ' '],
  ['chunks of a byte', `${head}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['a body that is refused anyway', `${head.replace('/api/one', '/nothing')}content-length: 10000\r\n\r\n`, ' '],
];

test('whoever drips a request is let go within 20 s, and nothing of it was done', { timeout: 240_000 }, async () => {
  const door = await openTestDoor({ calls: [one] });
  const { port } = await door.listen({ host: '127.0.0.1', port: 0 });
  const ended = slow.map(
    ([what, start, drip]) =>
      new Promise<[string, number]>((resolve) => {
        const startedAt = performance.now();
        const socket = connect(port, '127.0.0.1', () => socket.write(start));
        const dripping = drip === '' ? undefined : setInterval(() => socket.write(drip), 500);
        socket.resume().on('error', () => undefined);
        socket.on('close', () => {
          clearInterval(dripping);
          resolve([what, performance.now() - startedAt]);
        });
      }),
  );
  for (const [what, ms] of await Promise.all(ended)) assert.ok(ms < 20_000, `${what}: ${Math.round(ms)} ms`);
  assert.equal(door.reached.length, 0);
  await door.close();
});
