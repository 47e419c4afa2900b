// The seam between what happens and who is told: topics of the market socket and rooms of the second one.

import type { NotifyEvent } from '@candor/wire';
import type { Question } from './answer-cache.ts';
import type { SocketSession } from './session-sockets.ts';

/** state: only the newest message of the topic matters. sequence: every message, in order, or a disconnect. */
export type TopicKind = 'state' | 'sequence';

export interface TopicProvider {
  /** Whether a topic exists, and the HTX error text if not (e.g. `invalid symbol xyzusdt`). */
  resolve(topic: string): { kind: TopicKind } | { error: string };
  /** JSON text of `tick` to send right after `sub`; undefined when there is nothing yet. */
  snapshot(topic: string): string | undefined;
  /** The plainest form of a question, and for how long its answer may be told to everybody who asks the same. */
  question(topic: string, range: TimeRange): Question & { range: TimeRange };
  /** JSON text of `data` for a `req`. */
  request(topic: string, range: TimeRange): Promise<string>;
}

/** In epoch seconds, for the topics that take them. */
export interface TimeRange {
  from?: number;
  to?: number;
}

export interface Hub {
  /** Hands the hub the one provider of market topics. */
  serve(provider: TopicProvider): void;
  hasSubscribers(topic: string): boolean;
  /** Sends `{ch, ts, tick}` to the topic's subscribers; `tick` is JSON text, so that no digit passes through a float. */
  publish(topic: string, kind: TopicKind, tick: string): void;
  /** Sends an event to everyone in a room of /notify, e.g. `home` or `account:<uuid>`; made only if somebody is there. */
  notify(room: string, event: () => NotifyEvent): void;
  /** Sessions that have a socket here. */
  openSessions(): SocketSession[];
  /** Ends the sockets of one session, e.g. when it was revoked. */
  endSession(sessionId: string): void;
}
