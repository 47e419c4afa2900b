// What a connection must know of an exchange's protocol: how to ask for topics, and what a frame says.
import type { TopicKind } from './upstream-topic.ts';

export interface TopicName {
  name: string;
  kind: TopicKind;
}

/** What one frame says. */
export type Said<Content> =
  /** A sign of life that wants this answer. */
  | { kind: 'reply'; text: string }
  /** `all`: whatever was asked for and has no answer yet. */
  | { kind: 'confirmed'; topics: readonly string[] | 'all' }
  /** Unknown: the topic does not exist there, and asking again soon is no use. */
  | { kind: 'refused'; isAbout: (topic: string) => boolean; isUnknown: boolean; text: string }
  | { kind: 'push'; topic: string; content: Content };

export interface Protocol<Content> {
  /** Frames of the other kind are no part of the protocol and are passed over. */
  frames: 'binary' | 'text';
  /** Throws if the frame is not what the protocol sends. */
  read: (frame: Buffer) => readonly Said<Content>[];
  /** The messages that ask for these topics, or end them. */
  subscribe(topics: readonly string[]): string[];
  unsubscribe(topics: readonly string[]): string[];
  /** Topics that may be asked for in one step of the supervisor, so that no limit on messages is met. */
  topicsAStep: number;
  /** For exchanges that drop a client which says nothing. */
  ping?: { text: string; everyMs: number };
}
