// Faults that are planted to see whether the harness finds them: a proxy between the clients and the server that once
// acknowledges an order which it never passed on, once passes one on twice, or once says of a placed order that nothing was done.
import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseWireId, refusals, submitOptionsOrder, wireId } from '@candor/wire';
import type { Uuid } from '@candor/wire';

export const plants = ['lost-ack', 'double', 'not-done'] as const;
export type Plant = (typeof plants)[number];

export interface LyingProxy {
  url: string;
  /** How often it has lied. */
  lies(): number;
  close(): Promise<void>;
}

/** The lie is told once, after this many honest orders: one in thousands must be enough to be found. */
const honestOrders = 10;

export async function openLyingProxy(options: { serverPort: number; plant: Plant }): Promise<LyingProxy> {
  const { serverPort, plant } = options;
  let placed = 0;
  let lies = 0;
  let lastReply: Reply | undefined;
  const keys = new Set<string>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const asked = { method: request.method!, path: request.url!, headers: request.headers, body };
    const isOrder = request.method === 'POST' && request.url === submitOptionsOrder.path;
    if (isOrder && plant === 'lost-ack' && lies === 0 && placed >= honestOrders && lastReply) {
      lies++;
      return send(response, forge(lastReply));
    }
    const key = String(asked.headers['idempotency-key']);
    // Whoever was left without an answer before does not believe it.
    const isFirst = !keys.has(key);
    keys.add(key);
    const reply = await pass(serverPort, asked);
    if (isOrder && reply.status === 200 && reply.body.includes('"status":1')) {
      placed++;
      lastReply = reply;
      if (plant === 'not-done' && lies === 0 && placed > honestOrders && isFirst) {
        lies++;
        return send(response, denial(reply));
      }
      if (plant === 'double' && lies === 0 && placed > honestOrders) {
        const again = await pass(serverPort, {
          ...asked,
          headers: { ...asked.headers, 'idempotency-key': randomUUID() },
        });
        if (again.body.includes('"status":1')) lies++;
      }
    }
    send(response, reply);
  }

  const server = createServer((request, response) => {
    // Whatever goes wrong on the way looks to the client like a lost connection, as without a proxy.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lies: () => lies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function pass(port: number, { method, path, headers, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      bytesOf(response).then(
        (bytes) => resolve({ status: response.statusCode!, headers: response.headers, body: bytes.toString() }),
        reject,
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A believable reply: another's, with an order id that does not exist. */
function forge(reply: Reply): Reply {
  const body = JSON.parse(reply.body) as { data: { option_order_id: string } };
  const id = parseWireId('option', body.data.option_order_id)!;
  body.data.option_order_id = wireId('option', (id.slice(0, 24) + randomUUID().slice(24)) as Uuid);
  return { ...reply, body: JSON.stringify(body) };
}

const denial = (reply: Reply): Reply => ({
  ...reply,
  status: refusals.busy.http,
  body: JSON.stringify({ status: 0, code: 'busy', facts: {} }),
});

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
