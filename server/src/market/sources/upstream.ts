// One websocket to an exchange that keeps its topics flowing: it reconnects, subscribes again and doubts silence.
// The socket's callback only stores frames; they are read at their own pace right after.
import { WebSocket } from 'ws';
import type { Clock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import type { Protocol, Said, TopicName } from './protocol.ts';
import {
  beforeSubscription,
  newTopic,
  noteData,
  noteRefusal,
  noteSubscription,
  stepsDue,
  topicTiming,
} from './upstream-topic.ts';
import type { StepsDue, Topic, TopicTiming } from './upstream-topic.ts';
import { reasonOf } from '../../kit/reason-of.ts';

export interface ConnectionTiming extends TopicTiming {
  superviseMs: number;
  /** Without any frame for longer the connection is dead; HTX pings every 5 s, the others always have something to say. */
  deadMs: number;
  /** Heartbeats without any data for longer are a stall: what was subscribed flows no more. */
  stalledMs: number;
  backoffMs: number;
  backoffMaxMs: number;
  /** A book that was subscribed again this often without success may be moved to its own connection. */
  triesToMove: number;
}
export const connectionTiming: ConnectionTiming = {
  ...topicTiming,
  superviseMs: 100,
  deadMs: 12_000,
  stalledMs: 15_000,
  backoffMs: 250,
  backoffMaxMs: 15_000,
  triesToMove: 4,
};

export interface UpstreamOptions<Content> {
  url: string;
  protocol: Protocol<Content>;
  topics: readonly TopicName[];
  /** Monotonic clock for ages and pauses. */
  clock: Clock;
  timing?: Partial<ConnectionTiming>;
  onPush(topic: string, content: Content): void;
  /** A subscription was confirmed: what comes now does not continue what came before. */
  onSubscribed?(topic: string): void;
  /** Called when a book stays silent while others flow. Returns true if the book was moved: this connection then no longer has the topic. */
  onStuck?(topic: TopicName): boolean;
}

export interface Upstream {
  /** Subscribes one more topic on the open connection. */
  add(topic: TopicName): void;
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
const corruptLogMs = 10_000;

export const openUpstream = <Content>(options: UpstreamOptions<Content>): Upstream => new Connection(options);

class Connection<Content> implements Upstream {
  readonly counts: ConnectionCounts = { opened: 0, frames: 0, corrupt: 0, dropped: 0, errors: 0 };
  readonly #options: UpstreamOptions<Content>;
  readonly #clock: Clock;
  readonly #protocol: UpstreamOptions<Content>['protocol'];
  readonly #timing: typeof connectionTiming;
  readonly #topics: Map<string, Topic>;
  readonly #supervisor: NodeJS.Timeout;
  #socket: WebSocket | undefined;
  #frames: Buffer[] = [];
  #isReading = false;
  #failures = 0;
  #openedAt = 0;
  #receivedAt = 0;
  #pingedAt = 0;
  #dataAt = 0;
  #corruptInARow = 0;
  #corruptLoggedAt = -Infinity;
  #reopenAt: number;
  #isClosed = false;

  constructor(options: UpstreamOptions<Content>) {
    this.#options = options;
    this.#clock = options.clock;
    this.#protocol = options.protocol;
    this.#timing = { ...connectionTiming, ...options.timing };
    this.#topics = new Map(options.topics.map(({ name, kind }) => [name, newTopic(name, kind)]));
    this.#reopenAt = this.#clock.now();
    this.#supervisor = setInterval(() => this.#supervise(), this.#timing.superviseMs);
  }

  add({ name, kind }: TopicName): void {
    this.#topics.set(name, newTopic(name, kind));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#supervisor);
    const old = this.#socket;
    this.#replace('stopped');
    if (old && old.readyState !== WebSocket.CLOSED) await new Promise((resolve) => old.once('close', resolve));
  }

  #supervise(): void {
    const now = this.#clock.now();
    if (!this.#socket) {
      if (now >= this.#reopenAt) this.#open(now);
      return;
    }
    if (this.#socket.readyState !== WebSocket.OPEN) {
      if (now - this.#openedAt > this.#timing.deadMs) this.#replace('it did not open');
      return;
    }
    if (now - this.#receivedAt > this.#timing.deadMs) return this.#replace('nothing came for too long');
    if (now - this.#dataAt > this.#timing.stalledMs && this.#isAnyFlowing())
      return this.#replace('heartbeats came without data');
    this.#keepAlive(now);
    const { steps, reconnect } = stepsDue([...this.#topics.values()], now, this.#timing);
    if (reconnect !== undefined) return this.#replace(reconnect);
    this.#carryOut(steps.slice(0, this.#protocol.topicsAStep), now);
  }

  #carryOut(steps: StepsDue['steps'], now: number): void {
    const silent = steps.filter(({ step }) => step === 'resubscribe').map(({ topic }) => topic);
    const moved = new Set(silent.filter((topic) => this.#moveAway(topic)));
    for (const { topic, step } of steps) noteSubscription(topic, now, step);
    const unsubscribed = silent.map(({ name }) => name);
    const subscribed = steps.flatMap(({ topic }) => (moved.has(topic) ? [] : [topic.name]));
    if (silent.length > 0) log.warn('price topics are silent, subscribing again', { topics: unsubscribed });
    if (unsubscribed.length > 0) this.#protocol.unsubscribe(unsubscribed).forEach((text) => this.#send(text));
    if (subscribed.length > 0) this.#protocol.subscribe(subscribed).forEach((text) => this.#send(text));
  }

  #moveAway({ name, kind, tries }: Topic): boolean {
    if (kind !== 'depth' || tries < this.#timing.triesToMove) return false;
    return this.#options.onStuck?.({ name, kind }) === true && this.#topics.delete(name);
  }

  #isAnyFlowing(): boolean {
    return this.#topics.values().some(({ phase }) => phase === 'flowing');
  }

  #keepAlive(now: number): void {
    if (!this.#protocol.ping || now - this.#pingedAt < this.#protocol.ping.everyMs) return;
    this.#pingedAt = now;
    this.#send(this.#protocol.ping.text);
  }

  #open(now: number): void {
    this.#openedAt = this.#receivedAt = this.#pingedAt = this.#dataAt = now;
    this.#corruptInARow = 0;
    this.counts.opened++;
    for (const topic of this.#topics.values()) {
      if (topic.phase === 'unknown') continue;
      Object.assign(topic, beforeSubscription(now));
    }
    const fresh = new WebSocket(this.#options.url, {
      maxPayload: 1024 * 1024,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    });
    this.#socket = fresh;
    fresh.on('open', () => void (this.#receivedAt = this.#clock.now()));
    fresh.on('message', (data, isBinary) => {
      if (fresh === this.#socket && isBinary === (this.#protocol.frames === 'binary')) this.#store(data as Buffer);
    });
    fresh.on('error', (error) => log.warn('price socket failed', { url: this.#options.url, error: reasonOf(error) }));
    fresh.on('close', () => {
      if (fresh === this.#socket) this.#replace('it was closed');
    });
  }

  #replace(reason: string): void {
    const now = this.#clock.now();
    const old = this.#socket;
    this.#socket = undefined;
    this.#frames = [];
    old?.terminate();
    if (this.#isClosed) return;
    this.#failures = this.#wasWell(now) ? 0 : this.#failures + 1;
    const backoff = Math.min(this.#timing.backoffMaxMs, this.#timing.backoffMs * 2 ** Math.min(this.#failures, 10));
    this.#reopenAt = now + backoff * (0.5 + Math.random() / 2);
    log.warn('price connection is replaced', {
      url: this.#options.url,
      reason,
      inMs: Math.round(this.#reopenAt - now),
    });
  }

  /** Whether the old connection worked, so that it is opened again at once: also if its only book was silent for hours but has come back. */
  #wasWell(now: number): boolean {
    const ageMs = now - this.#openedAt;
    if (ageMs > this.#timing.backoffMaxMs) return true;
    const isFlowing = this.#topics
      .values()
      .some(({ phase, doubtedAt }) => phase === 'flowing' && doubtedAt === undefined);
    return ageMs > connectionTiming.backoffMaxMs && isFlowing && now - this.#dataAt <= this.#timing.silentMs.depth;
  }

  #store(frame: Buffer): void {
    this.#receivedAt = this.#clock.now();
    if (this.#frames.length >= framesQueuedMax) {
      this.#frames.shift();
      this.counts.dropped++;
    }
    this.#frames.push(frame);
    if (this.#isReading) return;
    this.#isReading = true;
    setImmediate(() => this.#readStored());
  }

  #readStored(): void {
    this.#isReading = false;
    const batch = this.#frames;
    this.#frames = [];
    for (const frame of batch) {
      if (!this.#socket) return;
      this.#read(frame);
    }
  }

  #read(frame: Buffer): void {
    this.counts.frames++;
    let said: readonly Said<Content>[];
    try {
      said = this.#protocol.read(frame);
      // Unreadable messages of one market do not break the connection while those of other markets are readable.
      if (said.some(({ kind }) => kind === 'push')) this.#corruptInARow = 0;
    } catch (error) {
      this.counts.corrupt++;
      this.#logCorrupt(error);
      if (++this.#corruptInARow > corruptAtMost) this.#replace('frames are corrupt');
      return;
    }
    said.forEach((message) => this.#take(message));
  }

  #logCorrupt(error: unknown): void {
    const now = this.#clock.now();
    if (now - this.#corruptLoggedAt < corruptLogMs) return;
    this.#corruptLoggedAt = now;
    log.warn('corrupt frames from the price source', {
      url: this.#options.url,
      count: this.counts.corrupt,
      error: reasonOf(error),
    });
  }

  #take(message: Said<Content>): void {
    switch (message.kind) {
      case 'reply':
        return this.#send(message.text);
      case 'confirmed':
        return this.#takeConfirmation(message.topics);
      case 'refused':
        return this.#takeRefusal(message);
      case 'push': {
        const topic = this.#topics.get(message.topic);
        if (!topic) return;
        this.#dataAt = this.#clock.now();
        noteData(topic, this.#dataAt);
        this.#options.onPush(topic.name, message.content);
      }
    }
  }

  #takeConfirmation(names: readonly string[] | 'all'): void {
    for (const topic of this.#topics.values()) {
      if (names === 'all' ? topic.phase !== 'asked' : !names.includes(topic.name)) continue;
      topic.phase = 'flowing';
      topic.receivedAt = this.#clock.now();
      this.#options.onSubscribed?.(topic.name);
    }
  }

  #takeRefusal({ isAbout, isUnknown, text }: Said<Content> & { kind: 'refused' }): void {
    this.counts.errors++;
    const now = this.#clock.now();
    const meant = [...this.#topics.values()].filter(({ name }) => isAbout(name));
    const news = meant.filter((topic) => topic.phase !== 'unknown');
    for (const topic of news) noteRefusal(topic, now, { isUnknown, timing: this.#timing });
    if (news.length > 0 || meant.length === 0) {
      log.warn('the price source refused a request', {
        url: this.#options.url,
        topics: news.map(({ name }) => name),
        text,
      });
    }
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }
}
