// One server of the feed's benchmark, in a process of its own: the platform's feed, or plain sends of ws for comparison.
// Both compress a message once, send the same bytes to everybody and ping their clients, as the protocol wants it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedLimits } from '@candor/wire';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { createFeed } from '../../../server/src/feed/create-feed.ts';
import { gzipFrame } from '../../../server/src/feed/frames.ts';
import { pushText } from '../../../server/src/feed/market-messages.ts';
import { systemClock } from '../../../server/src/kit/clock.ts';
import { madeTopics } from './made-ticks.ts';

/** start: everybody has subscribed. */
export type PublisherOrder = 'start' | 'usage';

export interface PublisherReport {
  port?: number;
  usage?: { cpuSeconds: number; waitingBytes: number; tooSlow: number; subscriptions: number };
}

interface Publisher {
  publish(topic: (typeof madeTopics)[number], tick: string): void;
  usage(): Omit<NonNullable<PublisherReport['usage']>, 'cpuSeconds'>;
}

const variant = process.argv[2];
const [everyMs, tradesEach] = process.argv.slice(3).map((text) => parseInt(text, 10)) as [number, number];
const http = createServer();
const publisher = variant === 'feed' ? serveFeed() : servePlain();
http.listen(0, '127.0.0.1', () => tell({ port: (http.address() as AddressInfo).port }));

let n = 0;
function publishAll(): void {
  for (const topic of madeTopics) publisher.publish(topic, topic.tick(n, tradesEach));
  n++;
}

process.on('message', (order: PublisherOrder) => {
  if (order === 'start') return void setInterval(publishAll, everyMs);
  const { user, system } = process.cpuUsage();
  tell({ usage: { cpuSeconds: (user + system) / 1e6, ...publisher.usage() } });
});
process.once('disconnect', () => process.exit());

function tell(report: PublisherReport): void {
  process.send!(report);
}

function serveFeed(): Publisher {
  const feed = createFeed({
    clock: systemClock,
    isOriginAllowed: () => true,
    sessionOf: async () => undefined,
    limits: 'off',
  });
  const kinds = new Map(madeTopics.map(({ name, kind }) => [name, kind]));
  feed.hub.serve({
    resolve: (topic) => (kinds.has(topic) ? { kind: kinds.get(topic)! } : { error: 'invalid topic' }),
    snapshot: () => undefined,
    question: (topic) => ({ key: topic, keepMs: 0, range: {} }),
    request: async () => 'null',
  });
  http.on('upgrade', (request, socket, head) => feed.handleUpgrade(request, socket, head));
  return {
    publish: ({ name, kind }, tick) => feed.hub.publish(name, kind, tick),
    usage: () => {
      const { waitingBytes, tooSlow, subscriptions } = feed.stats();
      return { waitingBytes, tooSlow, subscriptions };
    },
  };
}

function servePlain(): Publisher {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const audiences = new Map<string, Set<WebSocket>>(madeTopics.map(({ name }) => [name, new Set()]));
  setInterval(() => {
    const payload = payloadOf(gzipFrame(`{"ping":${systemClock.now()}}`));
    for (const socket of server.clients) socket.send(payload, { binary: true });
  }, feedLimits.pingIntervalMs);
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { sub } = JSON.parse(data.toString()) as { sub?: string };
      if (sub !== undefined) audiences.get(sub)?.add(socket);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => audiences.forEach((audience) => audience.delete(socket)));
  });
  return {
    publish({ name }, tick) {
      // The frame's payload, without the head that ws writes itself.
      const payload = payloadOf(gzipFrame(pushText(name, tick, systemClock.now())));
      for (const socket of audiences.get(name)!) socket.send(payload, { binary: true });
    },
    usage: () => ({
      waitingBytes: 0,
      tooSlow: 0,
      subscriptions: [...audiences.values()].reduce((sum, { size }) => sum + size, 0),
    }),
  };
}

const payloadOf = (frame: Buffer): Buffer => frame.subarray(frame[1]! < 126 ? 2 : frame[1] === 126 ? 4 : 10);
