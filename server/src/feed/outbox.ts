// What waits to be written to one client. It knows no socket; it keeps order and counts bytes.
import type { TopicKind } from './hub.ts';

interface Waiting {
  topic: string;
  frame: Buffer;
}

export class Outbox {
  readonly #answers: Buffer[] = [];
  #sequence: Waiting[] = [];
  /** Topic → its newest frame; an older one that was not written yet is worth nothing. */
  readonly #states = new Map<string, Buffer>();
  #bytes = 0;

  /** Bytes of all frames that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  get hasAnswers(): boolean {
    return this.#answers.length > 0;
  }

  /** Answers leave first, in the order they came. */
  addAnswer(frame: Buffer): void {
    this.#answers.push(frame);
    this.#bytes += frame.length;
  }

  add(topic: string, kind: TopicKind, frame: Buffer): void {
    if (kind === 'sequence') {
      this.#sequence.push({ topic, frame });
    } else {
      this.#bytes -= this.#states.get(topic)?.length ?? 0;
      this.#states.set(topic, frame);
    }
    this.#bytes += frame.length;
  }

  /** Drops what waits of a topic, so that nothing of it follows the answer to its `unsub`. */
  forget(topic: string): void {
    this.#bytes -= this.#states.get(topic)?.length ?? 0;
    this.#states.delete(topic);
    if (!this.#sequence.some((waiting) => waiting.topic === topic)) return;
    for (const { topic: other, frame } of this.#sequence) if (other === topic) this.#bytes -= frame.length;
    this.#sequence = this.#sequence.filter((waiting) => waiting.topic !== topic);
  }

  /** Takes the frames to write next, at least one and otherwise at most this many bytes. */
  take(bytesMax: number): Buffer[] {
    const taken: Buffer[] = [];
    let room = bytesMax;
    const fits = (frame: Buffer): boolean => {
      if (taken.length > 0 && frame.length > room) return false;
      taken.push(frame);
      room -= frame.length;
      return true;
    };
    this.#answers.splice(0, countWhile(this.#answers, fits));
    if (this.#answers.length === 0)
      this.#sequence.splice(
        0,
        countWhile(this.#sequence, ({ frame }) => fits(frame)),
      );
    if (this.#answers.length === 0 && this.#sequence.length === 0) {
      for (const [topic, frame] of this.#states) {
        if (!fits(frame)) break;
        this.#states.delete(topic);
      }
    }
    this.#bytes -= bytesMax - room;
    return taken;
  }

  clear(): void {
    this.#answers.length = 0;
    this.#sequence = [];
    this.#states.clear();
    this.#bytes = 0;
  }
}

function countWhile<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): number {
  let count = 0;
  while (count < items.length && isWanted(items[count]!)) count++;
  return count;
}
