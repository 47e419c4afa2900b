// The hub: one message in, the same bytes out to everyone who listens. Without listeners nothing is encoded.
import type { Clock } from '../kit/clock.ts';
import type { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { FlushSlots } from './flush-slots.ts';
import { gzipFrame, textFrame } from './frames.ts';
import type { Hub, TopicProvider } from './hub.ts';
import { pushText } from './market-messages.ts';
import type { SessionSockets } from './session-sockets.ts';

/** Who is connected, as all parts of the feed share it. */
export interface Listeners {
  topics: Audiences<Connection>;
  rooms: Audiences<Connection>;
  sessions: SessionSockets<Connection>;
}

export interface HubOptions extends Listeners {
  clock: Clock;
  counters: Counters;
  slots: FlushSlots;
}

export function createHub({ clock, topics, rooms, sessions, counters, slots }: HubOptions): {
  hub: Hub;
  provider: () => TopicProvider | undefined;
} {
  let provider: TopicProvider | undefined;
  const hub: Hub = {
    serve(newProvider) {
      if (provider) throw new Error('the hub has a provider of topics already');
      provider = newProvider;
    },
    hasSubscribers: (topic) => topics.of(topic) !== undefined,
    publish(topic, kind, tick) {
      if (!hub.hasSubscribers(topic)) return;
      const frame = gzipFrame(pushText(topic, tick, clock.now()));
      counters.encoded++;
      slots.publish({ topic, kind, frame });
    },
    notify(room, event) {
      const audience = rooms.of(room);
      if (!audience) return;
      const frame = textFrame(JSON.stringify(event()));
      counters.encoded++;
      for (const connection of audience) connection.queue(room, 'sequence', frame);
    },
    openSessions: () => sessions.open(),
    endSession(sessionId) {
      for (const connection of sessions.end(sessionId)) {
        connection.letGo('sessionEnded', 'the session has ended');
      }
    },
  };
  return { hub, provider: () => provider };
}
