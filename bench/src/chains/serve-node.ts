// Serves a made-up chain over HTTP, in the form in which nodes of its network answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { NodeError, RippledError, type AskNode, type NetworkName } from '@candor/chain';

interface Reply {
  status: number;
  body: unknown;
}
type Form = (ask: AskNode, asked: { path: string; sent: Record<string, unknown> }) => Promise<Reply>;

/** Resolves with the URL of the node. `onRequest` is called for each request. */
export function serveNode(network: NetworkName, ask: AskNode, onRequest: () => void): Promise<string> {
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    onRequest();
    const sent = (await json(request)) as Record<string, unknown>;
    const { status, body } = await forms[network](ask, { path: request.url!.slice(1), sent });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void reply(request, response));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  });
}

const jsonRpc: Form = async (ask, { sent: { id, method, params } }) => {
  try {
    return { status: 200, body: { jsonrpc: '2.0', id, result: await ask(method as string, ...(params as unknown[])) } };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { status: 200, body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } };
  }
};

const paths: Form = async (ask, { path, sent }) => {
  try {
    return { status: 200, body: await ask(path, sent) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { status: error.code ?? 500, body: {} };
  }
};

const rippled: Form = async (ask, { sent: { method, params } }) => {
  try {
    const result = (await ask(method as string, ...(params as unknown[]))) as object;
    return { status: 200, body: { result: { ...result, status: 'success' } } };
  } catch (error) {
    if (!(error instanceof RippledError)) throw error;
    return { status: 200, body: { result: { status: 'error', error: error.token } } };
  }
};

const forms: Readonly<Record<NetworkName, Form>> = { bitcoin: jsonRpc, ethereum: jsonRpc, tron: paths, xrpl: rippled };
