// A feed behind a real http server on the loopback address, and a client that keeps all it was told, for tests.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { WebSocket, type ClientOptions } from 'ws';
import { systemClock } from '../kit/clock.ts';
import { until } from '../kit/until.test-support.ts';
import { createFeed, type Feed, type FeedOptions } from './create-feed.ts';
import type { TopicProvider } from './hub.ts';

const leftovers = new Set<() => void>();

/**
 * What a test leaves behind would keep the process from ending. Each file says `after(endLeftovers)`: a hook that stood here would be that
 * of the first file of a process alone.
 */
export const endLeftovers = (): void => {
  for (const end of leftovers) end();
  leftovers.clear();
};

export interface FeedServer extends Feed {
  port: number;
  baseUrl: string;
  stop(): Promise<void>;
}

export async function startFeed(options: Partial<FeedOptions> & { port?: number } = {}): Promise<FeedServer> {
  const feed = createFeed({
    clock: options.clock ?? systemClock,
    sessionOf: options.sessionOf ?? (async () => undefined),
    isOriginAllowed: options.isOriginAllowed ?? (() => true),
    ...(options.addressOf ? { addressOf: options.addressOf } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const server = createServer((_request, response) => void response.writeHead(404).end());
  server.on('upgrade', (request: IncomingMessage, socket, head) => feed.handleUpgrade(request, socket, head));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  leftovers.add(() => void stop());
  async function stop(): Promise<void> {
    await feed.close('the test is over');
    await new Promise((resolve) => server.close(resolve));
  }
  return { ...feed, port, baseUrl: `http://127.0.0.1:${port}`, stop };
}

/** Knows BTC and ETH; snapshots and answers are what the test puts here. */
export function fakeProvider(snapshots: Record<string, string> = {}): TopicProvider {
  return {
    resolve(topic) {
      const [, symbol, ...rest] = topic.split('.');
      if (!topic.startsWith('market.') || rest.length === 0) return { error: 'invalid topic' };
      if (!/^(btc|eth|coin\d+)usdt$/.test(symbol!)) return { error: `invalid symbol ${symbol}` };
      return { kind: rest[0] === 'trade' ? 'sequence' : 'state' };
    },
    snapshot: (topic) => snapshots[topic],
    question: (topic, range) => ({ key: JSON.stringify([topic, range]), keepMs: 0, range }),
    request: async (topic, range) => JSON.stringify({ topic, ...range }),
  };
}

export interface Listener {
  socket: WebSocket;
  /** Every message so far, as text. */
  texts: string[];
  /** The raw bytes of every message. */
  payloads: Buffer[];
  say(message: unknown): void;
  /** The first message, past or future, for which this holds. */
  heard(isWanted: (text: string) => boolean, withinMs?: number): Promise<string>;
  /** How it ended. */
  ending(): Promise<{ code: number; reason: string }>;
}

export async function listen(server: FeedServer, path: string, options: ClientOptions = {}): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, options);
  leftovers.add(() => socket.terminate());
  const texts: string[] = [];
  const payloads: Buffer[] = [];
  const checks = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    payloads.push(data);
    texts.push((isBinary ? gunzipSync(data) : data).toString());
    for (const check of checks) check();
  });
  let ended: { code: number; reason: string } | undefined;
  socket.on('close', (code, reason) => (ended = { code, reason: reason.toString() }));
  const opened = once(socket, 'open');
  socket.on('error', () => {});
  await opened;
  return {
    socket,
    texts,
    payloads,
    async ending() {
      await until('the connection ends', () => ended !== undefined);
      return ended!;
    },
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    heard(isWanted, withinMs = 60_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not heard; heard: ${texts.slice(-5).join(' ')}`)), withinMs);
        const check = (): void => {
          const text = texts.find(isWanted);
          if (text === undefined) return;
          clearTimeout(timer);
          checks.delete(check);
          resolve(text);
        };
        checks.add(check);
        check();
      });
    },
  };
}

/** A TCP connection after the upgrade, for frames that no client library would send. */
export async function openRaw(server: FeedServer, path: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  leftovers.add(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}

/** A frame as a client sends it. */
export function clientFrame(opcode: number, payload: Buffer): Buffer {
  const long = payload.length >= 126;
  const head = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : payload.length)]);
  const length = Buffer.alloc(long ? 2 : 0);
  if (long) length.writeUInt16BE(payload.length);
  return Buffer.concat([head, length, Buffer.alloc(4), payload]);
}
