// One client of either socket: what it may send, what waits for it, and how it ends.
// All frames leave as whole frames through the one stream, so nothing can interleave; no data follows a close frame.
import type { Duplex } from 'node:stream';
import { feedCloseCodes, feedLimits } from '@candor/wire';
import type { WebSocket } from 'ws';
import type { Counters } from './counters.ts';
import { joinFrames } from './frames.ts';
import type { TopicKind } from './hub.ts';
import { Outbox } from './outbox.ts';
import type { Published, Share } from './published-log.ts';

// Larger writes would leave the reach of conflation: what the stream holds can't be replaced any more.
const writeBytesMax = 131_072;
/** With no more than this in the outbox there is room for sure: the stream holds one write at most. */
const surelyFits = feedLimits.queueBytes / 4;

export class Connection {
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  readonly #counters: Counters;
  readonly #outbox = new Outbox();
  /** Messages that the client may send now. */
  #allowance: number = feedLimits.messagesPerSecond;
  #countedAt: number;
  #unanswered: number[] = [];
  #nextPingAt: number;
  /** Ended from this side. */
  #isEnded = false;
  #isListed = false;
  #list: (connection: Connection) => void = () => undefined;

  constructor(options: { webSocket: WebSocket; stream: Duplex; now: number; counters: Counters }) {
    this.#webSocket = options.webSocket;
    this.#stream = options.stream;
    this.#counters = options.counters;
    this.#countedAt = options.now;
    this.#nextPingAt = options.now + feedLimits.pingIntervalMs;
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  /** Bytes that were sent to this client and that its network has not taken yet. */
  get waitingBytes(): number {
    return this.#outbox.bytes + this.#stream.writableLength;
  }

  /** Sends an answer or a ping: at once when nothing is in its way, else before all data that waits. */
  answer(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#stream.writableLength === 0 && !this.#outbox.hasAnswers) return this.#write(frame, 1);
    if (!this.#hasRoomFor(frame)) return;
    this.#outbox.addAnswer(frame);
    this.#askForFlush();
  }

  /** Queues a message of a topic or room for the next flush. */
  queue(topic: string, kind: TopicKind, frame: Buffer): void {
    if (this.#isEnded) return;
    // Sockets of thousands are not even looked at before they are written to.
    if (this.#outbox.bytes + frame.length > surelyFits && !this.#hasRoomFor(frame)) return;
    this.#outbox.add(topic, kind, frame);
    this.#askForFlush();
  }

  /** Queues messages of topics, in their order, for the next flush. */
  queueAll(published: readonly Published[]): void {
    for (const { topic, kind, frame } of published) this.queue(topic, kind, frame);
  }

  /** Writes what it shares with others at once when nothing is in its way; else it waits here, where it can be replaced. */
  deliver({ published, joined, frames }: Share): void {
    const isFree = this.#outbox.bytes === 0 && this.#stream.writableLength === 0 && joined.length <= writeBytesMax;
    if (!isFree) return this.queueAll(published);
    if (this.isOpen) this.#write(joined, frames);
  }

  forget(topic: string): void {
    this.#outbox.forget(topic);
  }

  /** Is told of this connection whenever something waits in it that did not before. */
  onWaiting(list: (connection: Connection) => void): void {
    this.#list = list;
  }

  /** Writes all that waits, as far as the stream takes it. What it doesn't take stays here, where it can be replaced. */
  flush(): void {
    while (this.#outbox.bytes > 0 && this.#stream.writableLength === 0 && this.isOpen) {
      const frames = this.#outbox.take(writeBytesMax);
      this.#write(joinFrames(frames), frames.length);
    }
    this.#isListed = false;
    if (this.#outbox.bytes > 0) this.#askForFlush();
  }

  isPingDue(now: number): boolean {
    const wait = this.#nextPingAt - now;
    // A longer wait than one interval means that the clock was set back.
    return wait <= 0 || wait > feedLimits.pingIntervalMs;
  }

  /** Queues a ping to leave with the flush that follows; ends a connection that left too many unanswered. */
  ping(now: number, frame: Buffer): void {
    const isOnTime = Math.abs(this.#nextPingAt - now) < feedLimits.pingIntervalMs;
    this.#nextPingAt = (isOnTime ? this.#nextPingAt : now) + feedLimits.pingIntervalMs;
    if (this.#unanswered.length >= feedLimits.unansweredPings) {
      return this.end(feedCloseCodes.pingsUnanswered, 'pings were not answered');
    }
    this.#unanswered.push(now);
    if (!this.isOpen || !this.#hasRoomFor(frame)) return;
    this.#outbox.addAnswer(frame);
    this.#askForFlush();
  }

  /** Notes the client's answer to the ping of this instant, or to any ping where they have none. */
  noteAnswer(pingedAt?: number): void {
    if (pingedAt === undefined || this.#unanswered.includes(pingedAt)) this.#unanswered = [];
  }

  /** Counts a message of the client; false, and the connection ends, when there were too many. */
  mayReceive(now: number): boolean {
    if (!this.isOpen) return false;
    const earned = (Math.max(0, now - this.#countedAt) * feedLimits.messagesPerSecond) / 1000;
    this.#allowance = Math.min(feedLimits.messagesPerSecond, this.#allowance + earned) - 1;
    this.#countedAt = now;
    if (this.#allowance >= 0) return true;
    this.end(feedCloseCodes.tooManyMessages, `more than ${feedLimits.messagesPerSecond} messages a second`);
    return false;
  }

  end(code: number, reason: string): void {
    this.#isEnded = true;
    this.#outbox.clear();
    this.#webSocket.close(code, reason);
  }

  /** Ends it without the close handshake. */
  cut(): void {
    this.#isEnded = true;
    this.#webSocket.terminate();
  }

  #askForFlush(): void {
    if (this.#isListed) return;
    this.#isListed = true;
    this.#list(this);
  }

  #hasRoomFor(frame: Buffer): boolean {
    if (this.waitingBytes + frame.length <= feedLimits.queueBytes) return true;
    // A burst between two flushes is no fault of the client's.
    this.flush();
    if (this.waitingBytes + frame.length <= feedLimits.queueBytes) return true;
    this.#counters.tooSlow++;
    this.end(feedCloseCodes.readTooSlowly, 'messages were read too slowly');
    return false;
  }

  #write(bytes: Buffer, frames: number): void {
    this.#stream.write(bytes);
    this.#counters.writes++;
    this.#counters.frames += frames;
    this.#counters.bytes += bytes.length;
  }
}
