// What was written to a client and not yet read by it. The system takes megabytes for a client that does not read, and says nothing:
// only an answer to a ping shows that all before the ping was read. So a ping frame goes along after every so many bytes.
import { feedLimits } from '@candor/wire';
import { pingFrame } from './frames.ts';

/** Clients that read a few topics answer the ordinary pings before that much has left. */
const markEveryBytes = (feedLimits.unreadBytes * 3) / 4;
/** Longer than a ping frame and its answer take on any network that is of use. A burst is nobody's fault until then. */
const promptMs = 750;

export class Unread {
  #written = 0;
  #read = 0;
  /** The ping frame that is on its way: its place among all that was written. */
  #mark: { place: number; sentAt: number } | undefined;

  /** All that was ever written. */
  get written(): number {
    return this.#written;
  }

  /** Of these it is not known that they were read. */
  get bytes(): number {
    return this.#written - this.#read;
  }

  /** What may be written now: all, unless the client has left a ping frame unanswered for some time. */
  room(now: number): number {
    if (this.#mark === undefined || now - this.#mark.sentAt < promptMs) return Infinity;
    return Math.max(0, feedLimits.unreadBytes - this.bytes);
  }

  add(bytes: number): void {
    this.#written += bytes;
  }

  get isMarkDue(): boolean {
    return this.#mark === undefined && this.bytes >= markEveryBytes;
  }

  /** The ping frame to write now, behind all that was written. */
  mark(now: number): Buffer {
    this.#mark = { place: this.#written, sentAt: now };
    return pingFrame(markOf(this.#written));
  }

  /** Takes the payload of a pong frame; false if it answers no ping frame of ours. */
  takePong(payload: Buffer): boolean {
    if (this.#mark === undefined || !payload.equals(markOf(this.#mark.place))) return false;
    this.noteRead(this.#mark.place);
    return true;
  }

  /** Everything up to this place was read. */
  noteRead(place: number): void {
    this.#read = Math.max(this.#read, place);
    if (this.#mark && this.#mark.place <= place) this.#mark = undefined;
  }

  /** Gives a ping frame that is on its way its time anew. */
  restart(now: number): void {
    if (this.#mark) this.#mark.sentAt = now;
  }

  /** Whether a ping frame has been unanswered for too long. */
  isStalled(now: number): boolean {
    return this.#mark !== undefined && now - this.#mark.sentAt >= feedLimits.unreadMaxMs;
  }
}

function markOf(place: number): Buffer {
  const payload = Buffer.alloc(8);
  payload.writeBigUInt64BE(BigInt(place));
  return payload;
}
