// One websocket to HTX that keeps its topics flowing: it reconnects, subscribes again and doubts silence.
// The socket's callback only stores frames; they are read at their own pace right after.
import { WebSocket } from 'ws';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import { readFrame } from './htx-frame.ts';
import type { HtxMessage } from './htx-frame.ts';
import { doubt, hear, newTopic, stepDue, topicTiming } from './htx-topic.ts';
import type { Topic, TopicKind, TopicTiming } from './htx-topic.ts';
import type { LosslessValue } from './lossless-json.ts';

export interface ConnectionTiming extends TopicTiming {
  superviseMs: number;
  /** Pings come every 5 s; without any frame for longer the connection is dead. */
  deadMs: number;
  backoffMs: number;
  backoffMaxMs: number;
}
export const connectionTiming: ConnectionTiming = {
  ...topicTiming,
  superviseMs: 100,
  deadMs: 12_000,
  backoffMs: 250,
  backoffMaxMs: 15_000,
};

export interface HtxConnectionOptions {
  url: string;
  topics: readonly { name: string; kind: TopicKind }[];
  clock: Clock;
  timing?: Partial<ConnectionTiming>;
  onPush(topic: string, tick: LosslessValue | undefined): void;
  /** A subscription was confirmed: what comes now does not continue what came before. */
  onSubscribed(topic: string): void;
}

export interface HtxConnection {
  close(): Promise<void>;
  counts: Readonly<ConnectionCounts>;
}
interface ConnectionCounts {
  opened: number;
  frames: number;
  corrupt: number;
  dropped: number;
  errors: number;
}

const framesQueuedMax = 2_000;
const corruptAtMost = 3;
const subscriptionsAStep = 10;

export function openHtxConnection(options: HtxConnectionOptions): HtxConnection {
  const { clock } = options;
  const timing = { ...connectionTiming, ...options.timing };
  const topics = new Map(options.topics.map(({ name, kind }) => [name, newTopic(name, kind)]));
  const counts: ConnectionCounts = { opened: 0, frames: 0, corrupt: 0, dropped: 0, errors: 0 };
  let socket: WebSocket | undefined;
  let frames: Buffer[] = [];
  let isReading = false;
  let failures = 0;
  let openedAt = 0;
  let heardAt = 0;
  let corruptInARow = 0;
  let reopenAt = clock.now();
  let isClosed = false;

  const supervisor = setInterval(supervise, timing.superviseMs);

  function supervise(): void {
    const now = clock.now();
    if (!socket) {
      if (now >= reopenAt) open(now);
      return;
    }
    if (socket.readyState !== WebSocket.OPEN) {
      if (now - openedAt > timing.deadMs) replace('it did not open');
      return;
    }
    if (now - heardAt > timing.deadMs) return replace('nothing came for too long');
    let budget = subscriptionsAStep;
    for (const topic of topics.values()) {
      const step = stepDue(topic, now, timing);
      if (step === 'none' || budget === 0) continue;
      if (step === 'reconnect') return replace(`${topic.name} stays silent`);
      budget--;
      if (step === 'resubscribe') {
        log.warn('price topic is silent, subscribing again', { topic: topic.name });
        doubt(topic, now);
        send({ unsub: topic.name, id: `-${topic.name}` });
      }
      topic.phase = 'asked';
      topic.since = now;
      send({ sub: topic.name, id: topic.name });
    }
  }

  function open(now: number): void {
    openedAt = heardAt = now;
    corruptInARow = 0;
    counts.opened++;
    for (const topic of topics.values()) {
      if (topic.phase === 'unknown') continue;
      Object.assign(topic, {
        phase: 'wanted',
        since: now,
        heardAt: now,
        doubtedAt: undefined,
      } satisfies Partial<Topic>);
    }
    const fresh = new WebSocket(options.url, {
      maxPayload: 1024 * 1024,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    });
    socket = fresh;
    fresh.on('open', () => void (heardAt = clock.now()));
    fresh.on('message', (data, isBinary) => {
      if (fresh === socket && isBinary) store(data as Buffer);
    });
    fresh.on('error', (error) => log.warn('price socket failed', { url: options.url, error: error.message }));
    fresh.on('close', () => {
      if (fresh === socket) replace('it was closed');
    });
  }

  function replace(reason: string): void {
    const now = clock.now();
    const old = socket;
    socket = undefined;
    frames = [];
    old?.terminate();
    if (isClosed) return;
    failures = now - openedAt > timing.backoffMaxMs ? 0 : failures + 1;
    const backoff = Math.min(timing.backoffMaxMs, timing.backoffMs * 2 ** Math.min(failures, 10));
    reopenAt = now + backoff * (0.5 + Math.random() / 2);
    log.warn('price connection is replaced', { url: options.url, reason, inMs: Math.round(reopenAt - now) });
  }

  function store(frame: Buffer): void {
    heardAt = clock.now();
    if (frames.length >= framesQueuedMax) {
      frames.shift();
      counts.dropped++;
    }
    frames.push(frame);
    if (isReading) return;
    isReading = true;
    setImmediate(readStored);
  }

  function readStored(): void {
    isReading = false;
    const batch = frames;
    frames = [];
    for (const frame of batch) {
      if (!socket) return;
      read(frame);
    }
  }

  function read(frame: Buffer): void {
    counts.frames++;
    let message: HtxMessage;
    try {
      message = readFrame(frame);
      corruptInARow = Math.max(0, corruptInARow - 0.1);
    } catch (error) {
      counts.corrupt++;
      log.warn('corrupt frame from the price source', { error: (error as Error).message });
      if (++corruptInARow > corruptAtMost) replace('frames are corrupt');
      return;
    }
    take(message);
  }

  function take(message: HtxMessage): void {
    if (message.kind === 'ping') return sendText(`{"pong":${message.digits}}`);
    if (message.kind === 'error') return takeError(message);
    if (message.kind !== 'push' && message.kind !== 'subscribed') return;
    const topic = topics.get(message.topic);
    if (!topic) return;
    topic.phase = 'flowing';
    if (message.kind === 'subscribed') {
      topic.heardAt = clock.now();
      return options.onSubscribed(topic.name);
    }
    hear(topic, clock.now());
    if (message.kind === 'push') options.onPush(topic.name, message.tick);
  }

  /** The upstream may leave out the id; the text then names the symbol. */
  function takeError({ id, text }: { id: string | undefined; text: string }): void {
    counts.errors++;
    if (id?.startsWith('-')) return;
    const now = clock.now();
    const named = id === undefined ? undefined : topics.get(id);
    const isUnknown = /invalid symbol|symbol trade not open/.test(text);
    const symbol = named ? symbolOf(named.name) : /invalid symbol\s+(?:market\.)?([a-z0-9]+)/.exec(text)?.[1];
    const meant = named && !isUnknown ? [named] : [...topics.values()].filter(({ name }) => symbolOf(name) === symbol);
    const news = meant.filter((topic) => topic.phase !== 'unknown');
    for (const topic of news) {
      topic.phase = isUnknown ? 'unknown' : 'wanted';
      topic.since = isUnknown ? now : now + timing.answerMs;
      topic.doubtedAt = undefined;
    }
    if (news.length > 0 || meant.length === 0) log.warn('the price source refused a request', { id, text });
  }

  const send = (message: Record<string, string>): void => sendText(JSON.stringify(message));
  const sendText = (text: string): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  };

  return {
    counts,
    async close() {
      isClosed = true;
      clearInterval(supervisor);
      const old = socket;
      replace('stopped');
      if (old && old.readyState !== WebSocket.CLOSED) await new Promise((resolve) => old.once('close', resolve));
    },
  };
}

const symbolOf = (topic: string): string | undefined => topic.split('.')[1];
