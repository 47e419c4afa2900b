// What comes over a real connection and is no request to a call: too much of it, or not HTTP at all.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { one, openTestDoor } from './http.test-support.ts';
import { crowdOf, isLongRun } from '../../test/support/long-run.ts';

let door: Awaited<ReturnType<typeof openTestDoor>>;
let port: number;
before(async () => {
  door = await openTestDoor({ calls: [one] });
  ({ port } = await door.listen({ host: '127.0.0.1', port: 0 }));
});
after(() => door.close());

test('10 MB are answered 413 without being kept, whether their length is said or not, and the sender gets to read it', async () => {
  const ten = 10 * 1024 * 1024;
  const before = process.memoryUsage().arrayBuffers;
  const said = await sendRaw(`content-length: ${ten}\r\n`, Buffer.alloc(ten, 97));
  assert.match(said, /^HTTP\/1\.1 413 /);
  assert.match(said, /"code":"too-large"/);
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 97), Buffer.from('\r\n')]);
  const unsaid = await sendRaw(
    'transfer-encoding: chunked\r\n',
    Buffer.concat(Array.from({ length: 160 }, () => chunk)),
  );
  assert.match(unsaid, /^HTTP\/1\.1 413 /);
  if (isLongRun) assert.ok(process.memoryUsage().arrayBuffers - before < 3 * ten, 'the bodies were kept');
  for (let round = 0; round < crowdOf(10, 1); round++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/one`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(ten, 97),
    });
    assert.deepEqual(await response.json(), { status: 0, code: 'too-large', facts: {} });
  }
  assert.equal(door.reached.length, 0);
});

function sendRaw(lengthHeader: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
      resolve(answer);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.write(`POST /api/one HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${lengthHeader}\r\n`);
    socket.write(body);
  });
}

test('bytes that are not HTTP, and headers without end, are answered in JSON', async () => {
  const answerTo = (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString())).on('close', () => resolve(answer));
      socket.on('error', () => undefined);
    });
  assert.match(await answerTo('hello\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/);
  const long = `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`;
  assert.match(await answerTo(long), /^HTTP\/1\.1 413 [\s\S]*"code":"too-large"/);
  assert.match(await answerTo('BREW /pot HTTP/1.1\r\nhost: localhost\r\n\r\n'), /^HTTP\/1\.1 400 /);
});
