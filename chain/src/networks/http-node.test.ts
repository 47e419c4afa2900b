import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { askHttpNode, parseExactly } from './http-node.ts';
import { NodeError, type NodeLimits } from './json-rpc.ts';

interface Asked {
  path: string | undefined;
  body: string;
  key: string | string[] | undefined;
  user: string | undefined;
}

/** A node that answers each question by the next of these, and keeps what it was asked. */
async function startNode(
  context: TestContext,
  answers: readonly ((response: ServerResponse) => unknown)[],
  limits?: Partial<NodeLimits>,
) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { 'tron-pro-api-key': key, authorization: user } = request.headers;
      asked.push({ path: request.url, body, key, user });
      answers[asked.length - 1]!(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = askHttpNode(`http://${place}/tron/?token=secret`, limits);
  return { ask, asked, withKey: askHttpNode(`http://:sec%2Fret@${place}`, limits) };
}

const raw = (text: string) => (response: ServerResponse) => response.end(text);
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end('no');

test('a path is asked below the address, and what it answers is read exactly', async (context) => {
  const { ask, asked } = await startNode(context, [raw('{"a":1,"b":99000000000000001,"c":[-9223372036854775808]}'), raw('[]')]);
  assert.deepEqual(await ask('wallet/getblockbynum', { num: 5 }), { a: 1, b: 99_000_000_000_000_001n, c: [-(2n ** 63n)] });
  assert.deepEqual(await ask('wallet/getnowblock'), []);
  assert.deepEqual(asked.map(({ path, body, key }) => [path, body, key]), [
    ['/tron/wallet/getblockbynum?token=secret', '{"num":5}', undefined],
    ['/tron/wallet/getnowblock?token=secret', '{}', undefined],
  ]);
}); // oxfmt-ignore

test('an API key is sent as a header and is in no error', async (context) => {
  const { withKey, asked } = await startNode(context, [raw('{}'), status(401)]);
  assert.deepEqual(await withKey('wallet/getnowblock'), {});
  assert.deepEqual(asked[0], { path: '/wallet/getnowblock', body: '{}', key: 'sec/ret', user: undefined });
  await assert.rejects(
    withKey('wallet/getnowblock'),
    (error) => error instanceof NodeError && !/sec/.test(error.message),
  );
});

test('what fails on the way is asked once more, and not a third time', async (context) => {
  const hangUp = (response: ServerResponse) => response.destroy();
  for (const failure of [status(503), status(429), hangUp]) {
    const once = await startNode(context, [failure, raw('{"a":7}')]);
    assert.deepEqual(await once.ask('wallet/getnowblock'), { a: 7 });
    const twice = await startNode(context, [failure, failure, raw('{}')]);
    await assert.rejects(twice.ask('wallet/getnowblock'));
    assert.equal(twice.asked.length, 2);
  }
});

test("the node's own refusal, and a reply that is none, are not asked for again", async (context) => {
  for (const answer of [
    status(403),
    status(404),
    raw('no JSON'),
    raw('7'),
    raw('null'),
    raw('{"blockID":'),
    raw('{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'),
  ]) {
    const { ask, asked } = await startNode(context, [answer, raw('{}')]);
    await assert.rejects(
      ask('wallet/getnowblock'),
      (error) => error instanceof NodeError && !/secret|127/.test(error.message),
    );
    assert.equal(asked.length, 1);
  }
});

test('a reply that is too long is cut off, and one that never comes is given up', async (context) => {
  const long = await startNode(context, [raw(JSON.stringify(['a'.repeat(5_000)]))], { bytesMax: 4_000 });
  await assert.rejects(long.ask('wallet/getnowblock'), /more than 4000 bytes/);
  const silent = await startNode(context, [() => {}, () => {}], { timeoutMs: 100 });
  await assert.rejects(silent.ask('wallet/getnowblock'), /timeout/i);
});

test('whole numbers are read to the last digit, others as they are', () => {
  assert.deepEqual(parseExactly('[9007199254740991, 9007199254740992, 1.5, 1e400, "9007199254740993"]'), [
    9_007_199_254_740_991,
    9_007_199_254_740_992n,
    1.5,
    Infinity,
    '9007199254740993',
  ]);
});
