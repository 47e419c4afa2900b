// From an upgrade request to a WebSocket, or to a refusal in plain HTTP.
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { feedLimits, describeRefusal, type RefusalCode } from '@candor/wire';
import { WebSocket, WebSocketServer } from 'ws';

// The library closes a connection by itself when a client breaks the protocol, and then gives a code only.
const reasons: Record<number, string> = {
  1002: 'a malformed frame',
  1007: 'text that is not UTF-8',
  1008: 'too many fragments',
  1009: `a message longer than ${feedLimits.messageBytes} bytes`,
};

/** After which it may be tried again. */
const waitSeconds = 5;

class FeedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === undefined ? undefined : reasons[code]));
  }
}

export interface Upgrade {
  request: IncomingMessage;
  stream: Duplex;
  head: Buffer;
}

export interface Handshake {
  accept(upgrade: Upgrade, opened: (webSocket: WebSocket) => void): void;
  refuse(stream: Duplex, code: RefusalCode): void;
}

export function createHandshake(closeTimeoutMs: number): Handshake {
  const options = {
    noServer: true,
    WebSocket: FeedSocket,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: feedLimits.messageBytes,
    maxFragments: 64,
    maxBufferedChunks: 1024,
    closeTimeout: closeTimeoutMs,
  };
  const server = new WebSocketServer(options);
  return {
    accept: ({ request, stream, head }, opened) => server.handleUpgrade(request, stream, head, opened),
    refuse(stream, code) {
      if (!stream.writable) return void stream.destroy();
      const { http, text } = describeRefusal(code);
      const facts = code === 'too-many-requests' ? { seconds: String(waitSeconds) } : {};
      const body = JSON.stringify({ code, facts, text });
      stream.once('finish', () => stream.destroy());
      stream.end(
        `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
          (http === 429 || http === 503 ? `Retry-After: ${waitSeconds}\r\n` : '') +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  };
}

/** Whether the upgrade that a request offers is the one that is taken; others, as of HTTP/2, are answered as if they had none. */
export const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';
