// Answers the requests of a double by forwarding them to an existing stand-in server.
import { request as ask } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer, Question } from './http-double.ts';

/** Headers that belong to the connection, not to the content. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Forwards a request to the server at this origin. Keeps the original Host header, because signatures cover it. */
export const forwardTo =
  (origin: string) =>
  ({ method, path, headers, body }: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body.length > 0 || method === 'PUT' ? { 'content-length': body.length } : {};
      const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
      const asked = ask(new URL(path, origin), { method, headers: { ...kept, ...length }, agent: false });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const answered = Object.entries(response.headers).filter(([name]) => !ofConnection.has(name));
        buffer(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode!,
              headers: Object.fromEntries(answered) as Record<string, string>,
              body: bytes,
            }),
          reject,
        );
      });
      asked.end(body);
    });
