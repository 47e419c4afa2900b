import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { askNode, NodeError, type NodeLimits } from './json-rpc.ts';

/** A node that answers each question by the next of these, and counts them. */
async function startNode(
  context: TestContext,
  answers: readonly ((response: ServerResponse, id: number) => unknown)[],
  limits?: Partial<NodeLimits>,
) {
  const asked: { id: number; method: string; params: unknown[]; user: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push({ ...JSON.parse(body), user: request.headers.authorization });
      answers[asked.length - 1]!(response, asked.at(-1)!.id);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = askNode(`http://${place}/?key=secret`, limits);
  return { ask, asked, asUser: askNode(`http://us%40er:pass%3Aword@${place}/`, limits) };
}

const result = (value: unknown) => (response: ServerResponse, id: number) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: value })); // oxfmt-ignore
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end('no');
const raw = (text: string) => (response: ServerResponse) => response.end(text);

test('a call is answered by its result, null too', async (context) => {
  const { ask, asked } = await startNode(context, [result({ number: '0x1' }), result(null)]);
  assert.deepEqual(await ask('eth_getBlockByNumber', 'latest', false), { number: '0x1' });
  assert.equal(await ask('eth_getBlockByNumber', '0x5', false), null);
  assert.deepEqual(asked.map(({ method, params }) => [method, params]), [
    ['eth_getBlockByNumber', ['latest', false]],
    ['eth_getBlockByNumber', ['0x5', false]],
  ]); // oxfmt-ignore
});

test('what fails on the way is asked once more, and not a third time', async (context) => {
  const hangUp = (response: ServerResponse) => response.destroy();
  for (const failure of [status(503), status(429), hangUp]) {
    const once = await startNode(context, [failure, result(7)]);
    assert.equal(await once.ask('eth_chainId'), 7);
    const twice = await startNode(context, [failure, failure, result(7)]);
    await assert.rejects(twice.ask('eth_chainId'));
    assert.equal(twice.asked.length, 2);
  }
});

test("the node's own refusal, and a reply that is none, are not asked for again", async (context) => {
  for (const answer of [
    status(401),
    raw('no JSON'),
    raw('7'),
    raw('{"jsonrpc":"2.0","id":99,"result":1}'),
    raw('{"jsonrpc":"2.0","id":1}'),
    raw('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'),
  ]) {
    const { ask, asked } = await startNode(context, [answer, result(7)]);
    await assert.rejects(ask('eth_chainId'), (error) => error instanceof NodeError && !/secret/.test(error.message));
    assert.equal(asked.length, 1);
  }
});

test('a reply that is too long is cut off, and one that never comes is given up', async (context) => {
  const long = await startNode(context, [result('a'.repeat(5_000)), result(7)], { bytesMax: 4_000 });
  await assert.rejects(long.ask('eth_chainId'), /more than 4000 bytes/);
  assert.equal(long.asked.length, 1);
  const silent = await startNode(context, [() => {}, () => {}], { timeoutMs: 100 });
  await assert.rejects(silent.ask('eth_chainId'), /timeout/i);
});

test('a user and password in the address are sent as a header, and are in no error', async (context) => {
  const { asUser, asked } = await startNode(context, [result(7), status(401)]);
  assert.equal(await asUser('getblockhash', 0), 7);
  assert.equal(asked[0]!.user, `Basic ${Buffer.from('us@er:pass:word').toString('base64')}`);
  await assert.rejects(asUser('getblockhash', 0), (error) => error instanceof NodeError && !/pass/.test(error.message));
});

test("the node's error is read whatever status it comes with, as Bitcoin's nodes answer 500", async (context) => {
  const failed =
    (code: number, type = 'application/json') =>
    (response: ServerResponse, id: number) =>
      response
        .writeHead(code, { 'content-type': type })
        .end(JSON.stringify({ result: null, error: { code: -8, message: 'out of range' }, id }));
  for (const code of [200, 404, 500]) {
    const { ask, asked } = await startNode(context, [failed(code), result(7)]);
    await assert.rejects(ask('getblockhash', 9), (error) => error instanceof NodeError && error.code === -8);
    assert.equal(asked.length, 1);
  }
  // An error page of a proxy is not an answer of the node.
  const { ask } = await startNode(context, [failed(502, 'text/html'), result(7)]);
  assert.equal(await ask('getblockhash', 9), 7);
});
