// One client of either socket: what it may send, what waits for it, and how it ends.
// All frames leave as whole frames through the one stream, so nothing can interleave; no data follows a close frame.
import type { Duplex } from 'node:stream';
import { feedCloseCodes, feedLimits } from '@candor/wire';
import type { WebSocket } from 'ws';
import type { Clock } from '../kit/clock.ts';
import type { Counters } from './counters.ts';
import { joinFrames } from './frames.ts';
import type { TopicKind } from './hub.ts';
import { MessageAllowance } from './message-allowance.ts';
import { countLetGo, countSockets, type LetGoReason } from './meters.ts';
import { Outbox } from './outbox.ts';
import { PingSchedule } from './ping-schedule.ts';
import type { Published, Share } from './published-log.ts';
import { Unread } from './unread.ts';

// What is in the stream can't be replaced by a newer message any more, so a write stays small.
const writeBytesMax = 131_072;
/** With no more than this in the outbox there is room for sure: the stream holds one write at most. */
const surelyFits = feedLimits.queueBytes / 4;
/** Who has so much waiting is not answered further questions. */
const behindBytes = 24_576;

export class Connection {
  readonly #webSocket: WebSocket;
  readonly #stream: Duplex;
  readonly #clock: Clock;
  readonly #counters: Counters;
  readonly #outbox = new Outbox();
  readonly #unread = new Unread();
  readonly #allowance: MessageAllowance;
  readonly #pings: PingSchedule;
  /** Not read from since then. */
  #pausedAt: number | undefined;
  /** Ended from this side, or lost: nothing more is kept for it. */
  #isEnded = false;
  #isListed = false;
  #list: (connection: Connection) => void = () => undefined;

  constructor(options: { webSocket: WebSocket; stream: Duplex; clock: Clock; counters: Counters }) {
    this.#webSocket = options.webSocket;
    this.#stream = options.stream;
    this.#clock = options.clock;
    this.#counters = options.counters;
    this.#allowance = new MessageAllowance(options.clock.now());
    this.#pings = new PingSchedule(options.clock.now());
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN;
  }

  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }

  /** Whether it reads so much more slowly than it asks that it gets no further answers for now. */
  get isBehind(): boolean {
    return this.waitingBytes > behindBytes;
  }

  /** Bytes that left, of which it is not known that the client has read them. */
  get unreadBytes(): number {
    return this.#isEnded ? 0 : this.#unread.bytes;
  }

  /** Bytes that were sent to this client and that its network has not taken yet. */
  get waitingBytes(): number {
    return this.#outbox.bytes + this.#stream.writableLength;
  }

  /** Sends an answer or a ping: at once when nothing is in its way, else before all data that waits. */
  answer(frame: Buffer): void {
    if (!this.isOpen) return;
    if (this.#takesMore && !this.#outbox.hasAnswers) return this.#write(frame, 1);
    if (!this.#hasRoomFor(frame)) return;
    this.#outbox.addAnswer(unpooled(frame));
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
    const isFree = this.#outbox.bytes === 0 && this.#takesMore && joined.length <= this.#writeBytesMax;
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

  /** Writes all that waits, as far as the client takes it. What it doesn't take stays here, where it can be replaced. */
  flush(): void {
    while (this.#outbox.bytes > 0 && this.#takesMore && this.isOpen) {
      const frames = this.#outbox.take(this.#writeBytesMax);
      this.#write(joinFrames(frames), frames.length);
    }
    this.#isListed = false;
    // Who has not read what left is listed again when it shows that it has.
    if (this.#outbox.bytes > 0 && this.isOpen && this.#room > 0) this.#askForFlush();
  }

  /** Whether a ping is due, or will be that soon. */
  isPingDue(now: number, soonMs?: number): boolean {
    return this.#pings.isDue(now, soonMs);
  }

  /** Queues a ping to leave with the flush that follows; ends a connection that left too many unanswered. */
  ping(now: number, frame: Buffer): void {
    this.#pings.advance(now);
    // The answers of a client that is not read from are not heard.
    if (!this.isPaused) {
      if (this.#unread.isStalled(now)) return this.#endSlow();
      if (this.#pings.isOver) return this.letGo('pingsUnanswered', 'pings were not answered');
      this.#pings.noteSent(now, this.#unread.written);
    }
    if (!this.isOpen || !this.#hasRoomFor(frame)) return;
    // It is the answer to this that shows whether the client reads.
    if (this.#room === 0 && this.#stream.writableLength === 0) return this.#write(frame, 1);
    this.#outbox.addAnswer(frame);
    this.#askForFlush();
  }

  /** Notes the client's answer to the ping of this instant, or to any ping where they have none. */
  noteAnswer(pingedAt?: number): void {
    const place = this.#pings.noteAnswer(pingedAt);
    if (place !== undefined) this.#noteRead(() => this.#unread.noteRead(place));
  }

  /** Takes a pong frame; true if it answers a ping frame of ours. */
  takePong(payload: Buffer): boolean {
    let isOurs = false;
    this.#noteRead(() => (isOurs = this.#unread.takePong(payload)));
    return isOurs;
  }

  /** Stops reading what the client sends; the time until it is read from again gives it the messages of that time. */
  pause(): void {
    if (this.#pausedAt !== undefined || !this.isOpen) return;
    this.#pausedAt = this.#clock.now();
    this.#webSocket.pause();
    this.#countPaused(1);
  }

  resume(): void {
    if (this.#pausedAt === undefined) return;
    const now = this.#clock.now();
    this.#allowance.giveFor(now - this.#pausedAt, now);
    // What the client answered meanwhile is read only now.
    this.#pings.forgive();
    this.#unread.restart(now);
    this.#pausedAt = undefined;
    this.#countPaused(-1);
    this.#webSocket.resume();
  }

  /** Counts a message of the client; false, and the connection ends, when there were too many. */
  mayReceive(now: number): boolean {
    if (!this.isOpen) return false;
    if (this.#allowance.take(now)) return true;
    this.letGo('tooManyMessages', `more than ${feedLimits.messagesPerSecond} messages a second`);
    return false;
  }

  /** Ends it with a code of ours. */
  letGo(reason: keyof typeof feedCloseCodes, words: string): void {
    this.end(feedCloseCodes[reason], words, reason);
  }

  end(code: number, words: string, reason: LetGoReason = 'failed'): void {
    if (!this.#isEnded) countLetGo(reason);
    this.release();
    this.#webSocket.close(code, words);
    // It has to be read from for its close frame to be heard.
    this.#webSocket.resume();
  }

  /** Ends it without the close handshake. */
  cut(): void {
    if (!this.#isEnded) countLetGo('failed');
    this.release();
    this.#webSocket.terminate();
  }

  /** Gives up all that waits here: nothing is written to it any more. */
  release(): void {
    this.#isEnded = true;
    this.#outbox.clear();
    if (this.#pausedAt !== undefined) this.#countPaused(-1);
    this.#pausedAt = undefined;
  }

  /** Whether a write would leave at once, and its client has read enough of those before. */
  get #takesMore(): boolean {
    return this.#stream.writableLength === 0 && this.#room > 0;
  }

  get #writeBytesMax(): number {
    return Math.min(writeBytesMax, this.#room);
  }

  get #room(): number {
    return this.#unread.room(this.#clock.now());
  }

  #countPaused(change: 1 | -1): void {
    this.#counters.paused += change;
    countSockets('paused', change);
  }

  #noteRead(note: () => void): void {
    const wasFull = this.#room === 0;
    note();
    if (wasFull && this.#room > 0 && this.#outbox.bytes > 0) this.#askForFlush();
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
    this.#endSlow();
    return false;
  }

  #endSlow(): void {
    this.#counters.tooSlow++;
    this.letGo('readTooSlowly', 'messages were read too slowly');
  }

  #write(bytes: Buffer, frames: number): void {
    this.#unread.add(bytes.length);
    if (this.#unread.isMarkDue) {
      // Both leave in one write.
      this.#stream.cork();
      this.#stream.write(bytes);
      this.#stream.write(this.#unread.mark(this.#clock.now()));
      this.#stream.uncork();
    } else this.#stream.write(bytes);
    this.#counters.writes++;
    this.#counters.frames += frames;
    this.#counters.bytes += bytes.length;
  }
}

/** A frame that waits must not hold the 64 KB which it was cut from together with what is long gone. */
function unpooled(frame: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(frame.length);
  frame.copy(own);
  return own;
}
