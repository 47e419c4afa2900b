// Answers bytes that never became a request: not HTTP, headers too large, or too slow in coming.
import type { Socket } from 'node:net';
import { refusals } from '@candor/wire';
import type { RefusalCode } from '@candor/wire';
import { endpointEnvelope } from './envelope.ts';
import { apiHeaders } from './security-headers.ts';

const envelope = endpointEnvelope();
/** Whether it came over TLS nobody knows of what is no request; a proxy adds what only TLS can keep. */
const headers = Object.entries(apiHeaders(false))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const reasons = { 400: 'Bad Request', 413: 'Content Too Large' };

export function refuseRawRequest(error: Error & { code?: string }, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // Browsers connect ahead. Such a connection is given up without a word: an answer could meet the first request on its way, be taken
  // for its reply, and a page would lack a file. A request that finds its connection closed is sent again.
  const isUnused = isLate && socket.bytesRead === 0;
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused) return void socket.destroy();
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'malformed';
  const facts: Record<string, string> =
    code === 'too-large' ? {} : { problem: isLate ? 'the request came too slowly' : 'this is not HTTP' };
  const { body } = envelope.refusal(code satisfies RefusalCode, facts);
  const { http } = refusals[code];
  socket.end(
    `HTTP/1.1 ${http} ${reasons[http]}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Whoever goes on sending is not listened to: nobody would look at the connection again.
  if (isLate) socket.destroySoon();
}
