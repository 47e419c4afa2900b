// A source of rates for tests: sends a list in the format of the European Central Bank, and can misbehave.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answering =
  | { text: string; status?: number }
  /** Never answers. */
  | 'late'
  /** Closes the connection in the middle of the answer. */
  | 'cut';

export interface RatesSource {
  url: string;
  /** Returns the number of requests. */
  asked: () => number;
  answer: (how: Answering) => void;
  close: () => Promise<void>;
}

export async function openRatesSource(): Promise<RatesSource> {
  let how: Answering = { text: '' };
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    reply(response, how);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/eurofxref-daily.xml`,
    asked: () => asked,
    answer: (next) => void (how = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, how: Answering): void {
  if (how === 'late') return;
  if (how === 'cut') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('<?xml version="1.0"?>', () => response.destroy());
    return;
  }
  response.statusCode = how.status ?? 200;
  response.end(how.text);
}
