// What was published lately, once for everybody: a flush takes from it what each set of topics has to hear, so that a message
// costs the same whether one client listens or ten thousand.
import { joinFrames } from './frames.ts';
import type { TopicKind } from './hub.ts';
import { Outbox } from './outbox.ts';

export interface Published {
  topic: string;
  kind: TopicKind;
  frame: Buffer;
}

/** What clients of the same topics have to hear, the same bytes for all of them. */
export interface Share {
  published: readonly Published[];
  /** As it is written: sequences in order, then the newest of each state. */
  joined: Buffer;
  frames: number;
}

/** Places count messages from the first one of the process. */
export class PublishedLog {
  #messages: Published[] = [];
  #start = 0;
  #bytes = 0;

  /** The place of the next message. */
  get end(): number {
    return this.#start + this.#messages.length;
  }

  /** Of all messages that it holds. */
  get bytes(): number {
    return this.#bytes;
  }

  add(message: Published): void {
    this.#messages.push(message);
    this.#bytes += message.frame.length;
  }

  /** What has been published of these topics since this place. */
  of(topics: ReadonlySet<string>, from: number): Published[] {
    return this.#messages.slice(Math.max(0, from - this.#start)).filter(({ topic }) => topics.has(topic));
  }

  forgetBefore(place: number): void {
    const gone = this.#messages.splice(0, Math.max(0, place - this.#start));
    this.#start += gone.length;
    for (const { frame } of gone) this.#bytes -= frame.length;
  }
}

export function shareOf(published: readonly Published[]): Share {
  const outbox = new Outbox();
  for (const { topic, kind, frame } of published) outbox.add(topic, kind, frame);
  const frames = outbox.take(Infinity);
  return { published, joined: joinFrames(frames), frames: frames.length };
}
