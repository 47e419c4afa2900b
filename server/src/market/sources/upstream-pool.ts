// The connections to one exchange, each with a group of topics. A book that stays silent while the others of its connection flow is finally
// moved to its own connection, which usually reaches another server of the exchange and does not disturb the other books.
import type { TopicName } from './protocol.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

interface UpstreamPoolOptions<Content> extends Omit<UpstreamOptions<Content>, 'topics' | 'onStuck'> {
  groups: readonly (readonly TopicName[])[];
}

/** Maximum of connections with a single book; further silent books stay on their shared connection. */
const ownMax = 4;
/** Longest pause before a connection with a single book is opened again, for books that the exchange no longer sends. */
const ownBackoffMaxMs = 300_000;

export function openUpstreamPool<Content>({ groups, ...options }: UpstreamPoolOptions<Content>): Upstream {
  const own: Upstream[] = [];

  function onStuck(topic: TopicName): boolean {
    if (own.length >= ownMax) return false;
    const timing = { ...options.timing, backoffMaxMs: ownBackoffMaxMs };
    own.push(openUpstream({ ...options, timing, topics: [topic] }));
    return true;
  }

  const shared = groups.map((topics) => openUpstream({ ...options, topics, onStuck }));
  const all = (): Upstream[] => [...shared, ...own];
  return {
    async close() {
      await Promise.all(all().map((upstream) => upstream.close()));
    },
    get counts() {
      const sum = (name: keyof Upstream['counts']): number =>
        all().reduce((total, { counts }) => total + counts[name], 0);
      return {
        opened: sum('opened'),
        frames: sum('frames'),
        corrupt: sum('corrupt'),
        dropped: sum('dropped'),
        errors: sum('errors'),
      };
    },
  };
}
