// Requests whose end two readers could see at different places, so that a proxy and we would disagree on what comes next.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { one, openTestDoor } from './http.test-support.ts';

let door: Awaited<ReturnType<typeof openTestDoor>>;
let port: number;
before(async () => {
  door = await openTestDoor({ calls: [one] });
  ({ port } = await door.listen({ host: '127.0.0.1', port: 0 }));
});
after(() => door.close());
beforeEach(() => (door.reached.length = 0));

/** All that comes back until the server closes. */
function answersTo(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

const head = 'POST /api/one HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const hidden = 'POST /api/one HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n';
const ambiguous: [string, string][] = [
  ['a length and chunks', `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `${head}content-length: 2\r\ncontent-length: ${2 + hidden.length}\r\n\r\n{}${hidden}`],
  ['two lengths in one', `${head}content-length: 2, 2\r\n\r\n{}${hidden}`],
  ['a length with a sign', `${head}content-length: +2\r\n\r\n{}${hidden}`],
  ['a length that is no number', `${head}content-length: 0x2\r\n\r\n{}${hidden}`],
  ['chunks that are not last', `${head}transfer-encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n${hidden}`],
  ['an encoding that is unknown', `${head}transfer-encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${hidden}`],
  ['a chunk size that is no number', `${head}transfer-encoding: chunked\r\n\r\n2z\r\n{}\r\n0\r\n\r\n${hidden}`],
  ['a chunk that is longer than it says', `${head}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${hidden}`],
  ['a header that goes on in the next line', `${head}x: a\r\n b\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
  ['a space before the colon', `${head}content-length : 2\r\n\r\n{}${hidden}`],
  ['lines that end without a return', `${head.replaceAll('\r', '')}content-length: 2\n\n{}${hidden}`],
  ['a NUL in a header', `${head}x: a\0b\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
];

for (const [what, bytes] of ambiguous) {
  test(`refused, and nothing behind it is taken for a request: ${what}`, async () => {
    const answer = await answersTo(bytes);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1, answer);
    assert.equal(door.reached.length, 0);
  });
}

test('a request without a host is refused', async () => {
  assert.match(await answersTo('POST /api/one HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}'), /^HTTP\/1\.1 400 /);
  assert.equal(door.reached.length, 0);
});

test('two requests one after the other are two, whose they are is said in each, and a forwarded address is not believed', async () => {
  const post = (more = ''): string => `${head}${more}content-length: 2\r\nx-forwarded-for: 8.8.8.8\r\n\r\n{}`;
  const answer = await answersTo(post() + post('connection: close\r\n'));
  assert.equal(answer.match(/HTTP\/1\.1 200 /g)?.length, 2);
  assert.deepEqual(
    door.reached.map(({ context }) => context.ip),
    ['127.0.0.1', '127.0.0.1'],
  );
});
