import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { NodeError } from './json-rpc.ts';
import { askRippled, RippledError } from './rippled-rpc.ts';

/** A node that answers each call by the next of these. */
async function startNode(context: TestContext, answers: readonly ((response: ServerResponse) => unknown)[]) {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push(JSON.parse(body));
      answers[asked.length - 1]!(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => (server.closeAllConnections(), void server.close()));
  return { ask: askRippled(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=secret`), asked };
}
const result = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify({ result: value }));
const raw =
  (text: string, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status).end(text);

test('parameters are one object, and the result is what the node says', async (context) => {
  const { ask, asked } = await startNode(context, [result({ status: 'success', validated: true }), result({ status: 'success' })]); // oxfmt-ignore
  assert.deepEqual(await ask('ledger', { ledger_index: 5 }), { status: 'success', validated: true });
  await ask('server_info');
  assert.deepEqual(asked, [
    { method: 'ledger', params: [{ ledger_index: 5 }] },
    { method: 'server_info', params: [] },
  ]);
});

test('an error inside the result has its name, and is not asked for again', async (context) => {
  for (const token of ['lgrNotFound', 'noNetwork', 'amendmentBlocked', 'slowDown', 'tooBusy']) {
    const said = { status: 'error', error: token, error_code: 21, error_message: 'why', request: {} };
    const { ask, asked } = await startNode(context, [result(said), result({ status: 'success' })]);
    await assert.rejects(ask('ledger', {}), (error) => error instanceof RippledError && error.token === token);
    assert.equal(asked.length, 1);
  }
});

test('a node that is too busy to answer is asked once more', async (context) => {
  const { ask } = await startNode(context, [raw('Server is overloaded', 503), result({ status: 'success', n: 7 })]);
  assert.deepEqual(await ask('server_info'), { status: 'success', n: 7 });
});

test('a reply that is none is refused, without the address of the node', async (context) => {
  const wrong = ['', 'Null method', '[]', '{}', '{"result":null}', '{"result":7}', '{"result":{}}', '{"result":{"status":"error"}}']; // oxfmt-ignore
  for (const text of [
    ...wrong,
    '{"result":{"status":"success","error":"x"}}',
    '{"jsonrpc":"2.0","id":1,"result":"0x1"}',
  ]) {
    const { ask } = await startNode(context, [raw(text)]);
    await assert.rejects(
      ask('ledger', {}),
      (error) => error instanceof NodeError && !/secret/.test(error.message),
      text,
    );
  }
});
