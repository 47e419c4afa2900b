// One HTTP request with exactly these bytes and headers, whatever a well-meaning client would make of them.
import { request } from 'node:http';

export interface RawReply {
  status: number;
  body: string;
}

export interface RawRequest {
  method?: 'GET' | 'POST';
  path: string;
  type: string;
  body: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Takes the reply even if it comes, and the connection ends, before the whole body was sent. */
export function sendRaw(
  baseUrl: string,
  { method = 'POST', path, type, body, cookie, headers }: RawRequest,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(baseUrl + path, {
      method,
      agent: false,
      headers: {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(cookie === undefined ? {} : { cookie }),
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    sent.on('response', (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', (error) => void (isAnswered || reject(error)));
    sent.end(body);
  });
}
