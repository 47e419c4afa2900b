// What waits to be written, to one client or to all that share it. It knows no socket; it keeps order and counts bytes. Thousands
// of these can be filled and emptied ten times a second, so nothing is made anew for a flush but the list that it takes.
import type { TopicKind } from './hub.ts';

interface Waiting {
  topic: string;
  frame: Buffer;
}
/** A topic's newest frame while it waits; an older one that was not written yet is worth nothing. */
interface State {
  topic: string;
  frame: Buffer | undefined;
}

export class Outbox {
  readonly #answers: Buffer[] = [];
  readonly #sequence: Waiting[] = [];
  readonly #states = new Map<string, State>();
  /** Those that have a frame, in the order in which they got their first one. */
  readonly #waitingStates: State[] = [];
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
    this.#bytes += frame.length;
    if (kind === 'sequence') return void this.#sequence.push({ topic, frame });
    const state = this.#stateOf(topic);
    if (state.frame === undefined) this.#waitingStates.push(state);
    else this.#bytes -= state.frame.length;
    state.frame = frame;
  }

  /** Drops what waits of a topic, so that nothing of it follows the answer to its `unsub`. */
  forget(topic: string): void {
    this.#bytes -= this.#states.get(topic)?.frame?.length ?? 0;
    this.#states.delete(topic);
    for (const { topic: other, frame } of this.#sequence) if (other === topic) this.#bytes -= frame.length;
    keepOthers(this.#sequence, topic);
    keepOthers(this.#waitingStates, topic);
  }

  /** Takes the frames to write next, at least one and otherwise at most this many bytes. */
  take(bytesMax: number): Buffer[] {
    if (this.#bytes <= bytesMax) return this.#takeAll();
    const taken: Buffer[] = [];
    let room = bytesMax;
    const fits = (frame: Buffer): boolean => {
      if (taken.length > 0 && frame.length > room) return false;
      taken.push(frame);
      room -= frame.length;
      return true;
    };
    let count = 0;
    while (count < this.#answers.length && fits(this.#answers[count]!)) count++;
    dropFirst(this.#answers, count);
    if (this.#answers.length === 0) {
      count = 0;
      while (count < this.#sequence.length && fits(this.#sequence[count]!.frame)) count++;
      dropFirst(this.#sequence, count);
      if (this.#sequence.length === 0) this.#takeStates(fits);
    }
    this.#bytes -= bytesMax - room;
    return taken;
  }

  clear(): void {
    this.#answers.length = 0;
    this.#sequence.length = 0;
    this.#waitingStates.length = 0;
    this.#states.clear();
    this.#bytes = 0;
  }

  #stateOf(topic: string): State {
    const known = this.#states.get(topic);
    if (known) return known;
    const state: State = { topic, frame: undefined };
    this.#states.set(topic, state);
    return state;
  }

  /** As clients that read are served: nothing is left over. */
  #takeAll(): Buffer[] {
    const taken = this.#answers.slice();
    for (const { frame } of this.#sequence) taken.push(frame);
    for (const state of this.#waitingStates) {
      taken.push(state.frame!);
      state.frame = undefined;
    }
    this.#answers.length = this.#sequence.length = this.#waitingStates.length = 0;
    this.#bytes = 0;
    return taken;
  }

  #takeStates(fits: (frame: Buffer) => boolean): void {
    let count = 0;
    for (; count < this.#waitingStates.length; count++) {
      const state = this.#waitingStates[count]!;
      if (!fits(state.frame!)) break;
      state.frame = undefined;
    }
    dropFirst(this.#waitingStates, count);
  }
}

function dropFirst(items: unknown[], count: number): void {
  if (count === items.length) items.length = 0;
  else if (count > 0) items.splice(0, count);
}

function keepOthers(items: { topic: string }[], topic: string): void {
  if (!items.some((item) => item.topic === topic)) return;
  const others = items.filter((item) => item.topic !== topic);
  items.splice(0, items.length, ...others);
}
