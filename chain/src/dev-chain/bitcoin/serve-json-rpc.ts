// Serves calls over HTTP on this machine alone, in the form of Bitcoin Core: one call a request, errors with status 500.
import { createServer, type IncomingMessage } from 'node:http';
import { NodeFault, faults } from './node-fault.ts';
import type { CoreCalls } from './answer-as-core.ts';

/** A standard transaction as hexadecimal digits has 800,000 at most. */
const bytesMax = 2 * 1024 * 1024;

/** Returns the URL. */
export async function serveJsonRpc(calls: CoreCalls): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request, calls).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function answer(request: IncomingMessage, calls: CoreCalls): Promise<{ status: number; body: object }> {
  let id: unknown = null;
  try {
    // A page of any site could send a form or plain text here; only a program sends JSON.
    if (!request.headers['content-type']?.startsWith('application/json')) throw new NodeFault(faults.misc, 'no JSON');
    const asked = JSON.parse(await readText(request)) as { id?: unknown; method?: unknown; params?: unknown };
    id = asked.id ?? null;
    const call =
      typeof asked.method === 'string' && Object.hasOwn(calls, asked.method) ? calls[asked.method] : undefined;
    if (!call) throw new NodeFault(faults.noSuchMethod, 'Method not found');
    const result = await call(Array.isArray(asked.params) ? asked.params : []);
    return { status: 200, body: { result, error: null, id } };
  } catch (error) {
    const code = error instanceof NodeFault ? error.code : faults.misc;
    const status = code === faults.noSuchMethod ? 404 : 500;
    return { status, body: { result: null, error: { code, message: (error as Error).message }, id } };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new NodeFault(faults.misc, 'the call is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
