// The page's one connection to the market, opened by the first who wants something of it.
import { serverClock } from '../device/server-clock.ts';
import { createLiveStore } from './frame.ts';
import type { LiveStore } from './frame.ts';
import { openFeedLink } from './feed-link.ts';
import type { FeedLink } from './feed-link.ts';
import { createSocketStore } from './socket-store.ts';

export const feedState = createSocketStore('unopened');

let link: FeedLink | undefined;
export const feed = (): FeedLink => (link ??= open());

function open(): FeedLink {
  feedState.restart();
  return openFeedLink((state) => feedState.note(state));
}

const stores = new Map<string, LiveStore<unknown>>();

export interface TopicOptions {
  /** Unsubscribed and forgotten as soon as nobody looks: who comes back waits for a new message instead of seeing an old one. */
  isForgotten?: boolean;
}

/** The newest message of a topic; subscribed while somebody looks at it. */
export function topicStore<Tick>(
  topic: string,
  { isForgotten = false }: TopicOptions = {},
): LiveStore<Tick | undefined> {
  const known = stores.get(topic) as LiveStore<Tick | undefined> | undefined;
  if (known) return known;
  const store = createLiveStore<Tick | undefined>(undefined, {
    ...(isForgotten ? { keptMs: 0 } : {}),
    onUsed() {
      const end = feed().subscribe(topic, (tick: Tick, ts) => {
        serverClock.note(ts);
        store.set(tick);
      });
      return () => {
        end();
        if (isForgotten) store.set(undefined);
      };
    },
  });
  stores.set(topic, store as LiveStore<unknown>);
  return store;
}
