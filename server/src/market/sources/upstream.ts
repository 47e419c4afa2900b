// One websocket to an exchange that keeps its topics flowing: it reconnects, subscribes again and doubts silence.
// The socket's callback only stores frames; they are read at their own pace right after.
import { WebSocket } from 'ws';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import type { Protocol, Said, TopicName } from './protocol.ts';
import { doubt, hear, newTopic, stepDue, topicTiming } from './upstream-topic.ts';
import type { Topic, TopicTiming } from './upstream-topic.ts';

export interface ConnectionTiming extends TopicTiming {
  superviseMs: number;
  /** Without any frame for longer the connection is dead; HTX pings every 5 s, the others always have something to say. */
  deadMs: number;
  /** Heartbeats without any data for longer are a stall: what was subscribed flows no more. */
  stalledMs: number;
  backoffMs: number;
  backoffMaxMs: number;
}
export const connectionTiming: ConnectionTiming = {
  ...topicTiming,
  superviseMs: 100,
  deadMs: 12_000,
  stalledMs: 15_000,
  backoffMs: 250,
  backoffMaxMs: 15_000,
};

export interface UpstreamOptions<Content> {
  url: string;
  protocol: Protocol<Content>;
  topics: readonly TopicName[];
  clock: Clock;
  timing?: Partial<ConnectionTiming>;
  onPush(topic: string, content: Content): void;
  /** A subscription was confirmed: what comes now does not continue what came before. */
  onSubscribed?(topic: string): void;
}

export interface Upstream {
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

export function openUpstream<Content>(options: UpstreamOptions<Content>): Upstream {
  const { clock, protocol } = options;
  const timing = { ...connectionTiming, ...options.timing };
  const topics = new Map(options.topics.map(({ name, kind }) => [name, newTopic(name, kind)]));
  const counts: ConnectionCounts = { opened: 0, frames: 0, corrupt: 0, dropped: 0, errors: 0 };
  let socket: WebSocket | undefined;
  let frames: Buffer[] = [];
  let isReading = false;
  let failures = 0;
  let openedAt = 0;
  let heardAt = 0;
  let pingedAt = 0;
  let dataAt = 0;
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
    if (now - dataAt > timing.stalledMs && isAnyFlowing()) return replace('heartbeats came without data');
    keepAlive(now);
    const asked: string[] = [];
    const doubted: string[] = [];
    for (const topic of topics.values()) {
      const step = stepDue(topic, now, timing);
      if (step === 'none' || asked.length === protocol.topicsAStep) continue;
      if (step === 'reconnect') return replace(`${topic.name} stays silent`);
      if (step === 'resubscribe') {
        log.warn('price topic is silent, subscribing again', { topic: topic.name });
        doubt(topic, now);
        doubted.push(topic.name);
      }
      topic.phase = 'asked';
      topic.since = now;
      asked.push(topic.name);
    }
    if (doubted.length > 0) protocol.unsubscribe(doubted).forEach(send);
    if (asked.length > 0) protocol.subscribe(asked).forEach(send);
  }

  const isAnyFlowing = (): boolean => topics.values().some(({ phase }) => phase === 'flowing');

  function keepAlive(now: number): void {
    if (!protocol.ping || now - pingedAt < protocol.ping.everyMs) return;
    pingedAt = now;
    send(protocol.ping.text);
  }

  function open(now: number): void {
    openedAt = heardAt = pingedAt = dataAt = now;
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
      if (fresh === socket && isBinary === (protocol.frames === 'binary')) store(data as Buffer);
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
    let said: readonly Said<Content>[];
    try {
      said = protocol.read(frame);
      corruptInARow = Math.max(0, corruptInARow - 0.1);
    } catch (error) {
      counts.corrupt++;
      log.warn('corrupt frame from the price source', { url: options.url, error: (error as Error).message });
      if (++corruptInARow > corruptAtMost) replace('frames are corrupt');
      return;
    }
    said.forEach(take);
  }

  function take(message: Said<Content>): void {
    switch (message.kind) {
      case 'reply':
        return send(message.text);
      case 'confirmed':
        return takeConfirmation(message.topics);
      case 'refused':
        return takeRefusal(message);
      case 'push': {
        const topic = topics.get(message.topic);
        if (!topic) return;
        topic.phase = 'flowing';
        dataAt = clock.now();
        hear(topic, dataAt);
        options.onPush(topic.name, message.content);
      }
    }
  }

  function takeConfirmation(names: readonly string[] | 'all'): void {
    for (const topic of topics.values()) {
      if (names === 'all' ? topic.phase !== 'asked' : !names.includes(topic.name)) continue;
      topic.phase = 'flowing';
      topic.heardAt = clock.now();
      options.onSubscribed?.(topic.name);
    }
  }

  function takeRefusal({ isAbout, isUnknown, text }: Said<Content> & { kind: 'refused' }): void {
    counts.errors++;
    const now = clock.now();
    const meant = [...topics.values()].filter(({ name }) => isAbout(name));
    const news = meant.filter((topic) => topic.phase !== 'unknown');
    for (const topic of news) {
      topic.phase = isUnknown ? 'unknown' : 'wanted';
      topic.since = isUnknown ? now : now + timing.answerMs;
      topic.doubtedAt = undefined;
    }
    if (news.length > 0 || meant.length === 0) {
      log.warn('the price source refused a request', { url: options.url, topics: news.map(({ name }) => name), text });
    }
  }

  const send = (text: string): void => {
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
