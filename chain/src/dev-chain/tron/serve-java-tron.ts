// Serves the development chain of TRON over HTTP to this machine alone. Failed calls are answered with status 200 and `Error`, as java-tron does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsJavaTron, readSent, type TronCalls } from './answer-as-java-tron.ts';
import { writeJson } from './dev-answers.ts';

const bodyMax = 64 * 1024;

/** Resolves once it listens. */
export async function serveJavaTron(calls: TronCalls): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => void answer(calls, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(calls: TronCalls, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const reply = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(writeJson(body));
  };
  try {
    const found = answerAsJavaTron(calls, path, readSent(await bodyOf(request)));
    if (found) reply(200, found);
    else reply(404, { Error: 'no such call' });
  } catch (error) {
    reply(200, { Error: String(error) });
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bodyMax) throw new Error('the question is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
