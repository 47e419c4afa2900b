// Test double of an exchange's market feed, in HTX's protocol over a websocket. A test changes all messages of a topic with `faults`, or the next
// messages of a kind with `turn`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { createSwitches, faults as allFaults, type Fault, type Neighbour } from './neighbour.ts';

/**
 * How the messages of a topic are changed. late: sent with the next one. reordered: each pair in reverse order. repeated: each sent twice.
 * empty: without levels or rows. partial: without the second half. other-words: an object unknown to the protocol. silent: nothing is sent.
 */
export type PushFault = 'late' | 'reordered' | 'repeated' | 'empty' | 'partial' | 'other-words' | 'silent';

/** Kinds of topics: `market.btcusdt.trade.detail` is of the kind `trade.detail`. */
export const htxSteps = ['trade.detail', 'depth.step0', 'bbo', 'detail', 'kline.1min'] as const;
export type HtxStep = (typeof htxSteps)[number];

export interface HtxDouble extends Neighbour<HtxStep> {
  websocketUrl: string;
  restUrl: string;
  /** Everything that clients sent, parsed. */
  received: { connection: number; message: Record<string, unknown> }[];
  connections: () => number;
  subscribed: (topic: string) => number;
  /** To every connection that subscribed the topic; JSON text of the tick. */
  push(topic: string, tick: string): void;
  raw(frame: Buffer): void;
  /** Key: topic. May be changed at any time. */
  faults: Map<string, PushFault>;
  /** Removes all subscriptions of a coin's topics; further subscriptions are refused as unknown. */
  withdraw(symbol: string): void;
  /** Connections by number that get no messages of a topic: `1 market.btcusdt.depth.step0`. May be changed at any time. */
  mutes: Set<string>;
  /** Numbers of the open connections. */
  open(): number[];
  cut(): void;
  behaviour: { answersSubs: boolean; pings: boolean; unknown: Set<string>; errorsHaveIds: boolean; candles: string };
}

export async function openHtxDouble(): Promise<HtxDouble> {
  const behaviour = { answersSubs: true, pings: true, unknown: new Set<string>(), errorsHaveIds: true, candles: '[]' };
  const http = createServer((request, response) => {
    const isTime = request.url!.startsWith('/v1/common/timestamp');
    response.end(isTime ? '{"status":"ok","data":1}' : `{"status":"ok","ts":1,"data":${behaviour.candles}}`);
  });
  const server = new WebSocketServer({ server: http, path: '/ws' });
  const received: HtxDouble['received'] = [];
  const topics = new Map<WebSocket, Set<string>>();
  const numbers = new Map<WebSocket, number>();
  const mutes = new Set<string>();
  const faults = new Map<string, PushFault>();
  const kept = new Map<string, string>();
  const switches = createSwitches<HtxStep>();
  let connections = 0;
  server.on('connection', (socket) => {
    const connection = ++connections;
    topics.set(socket, new Set());
    numbers.set(socket, connection);
    const send = (text: string) => socket.send(gzipSync(text));
    const pinger = setInterval(() => behaviour.pings && send('{"ping":1492420473027}'), 50);
    socket.on('close', () => {
      clearInterval(pinger);
      topics.delete(socket);
      numbers.delete(socket);
    });
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Record<string, string>;
      received.push({ connection, message });
      const topic = message['sub'];
      const id = JSON.stringify(message['id']);
      if (message['unsub'] !== undefined) {
        topics.get(socket)?.delete(message['unsub']);
        return send(`{"id":${id},"status":"ok","unsubbed":"${message['unsub']}","ts":1}`);
      }
      if (topic === undefined || !behaviour.answersSubs) return;
      const symbol = topic.split('.')[1]!;
      if (behaviour.unknown.has(symbol)) {
        const withId = behaviour.errorsHaveIds ? `"id":${id},` : '';
        return send(`{${withId}"ts":1,"status":"error","err-code":"bad-request","err-msg":"invalid symbol ${symbol}"}`);
      }
      topics.get(socket)!.add(topic);
      send(`{"id":${id},"status":"ok","subbed":"${topic}","ts":1}`);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const all = () => [...topics.keys()];

  /** Returns the messages to send instead of `text`, depending on the fault of its topic. */
  function sentInstead(text: string, topic: string): string[] {
    const before = kept.get(topic);
    const turned = switches.take(topic.split('.').slice(2).join('.') as HtxStep);
    const fault = faults.get(topic) ?? (turned === 'withdrawn' ? 'silent' : turned);
    switch (fault) {
      case undefined:
        kept.delete(topic);
        return before === undefined ? [text] : [before, text];
      case 'repeated':
        return [text, text];
      case 'late':
        kept.set(topic, text);
        return before === undefined ? [] : [before];
      case 'reordered':
        if (before === undefined) kept.set(topic, text);
        else kept.delete(topic);
        return before === undefined ? [] : [text, before];
      case 'empty':
        return [text.replaceAll(/\[\[.*?\]\]/g, '[]')];
      case 'partial':
        if (!text.includes('"asks"')) return [text.slice(0, text.length >> 1)];
        return [`${text.slice(0, text.indexOf('"asks"'))}"version":1,"ts":1}}`];
      case 'other-words':
        return [`{"ch":"${topic}","ts":1,"notice":{"maintenance":"soon"}}`, '{"action":"notice","code":2001}'];
      case 'silent':
        return [];
    }
  }

  return {
    name: 'htx',
    steps: htxSteps,
    faultsAt: (): readonly Fault[] => allFaults,
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
    websocketUrl: `ws://127.0.0.1:${port}/ws`,
    restUrl: `http://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    subscribed: (topic) => received.filter(({ message }) => message['sub'] === topic).length,
    faults,
    mutes,
    open: () => [...numbers.values()],
    push(topic, tick) {
      for (const text of sentInstead(`{"ch":"${topic}","ts":1,"tick":${tick}}`, topic)) {
        const frame = gzipSync(text);
        for (const [socket, wanted] of topics)
          if (wanted.has(topic) && !mutes.has(`${numbers.get(socket)} ${topic}`)) socket.send(frame);
      }
    },
    withdraw(symbol) {
      behaviour.unknown.add(symbol);
      for (const wanted of topics.values())
        for (const topic of wanted) if (topic.split('.')[1] === symbol) wanted.delete(topic);
    },
    raw: (frame) => all().forEach((socket) => socket.send(frame)),
    cut: () => all().forEach((socket) => socket.terminate()),
    behaviour,
    async close() {
      for (const socket of all()) socket.terminate();
      server.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
