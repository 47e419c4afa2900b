// The connections to one exchange: its topics in groups, each on a connection. A book that stays silent while the others of its connection
// flow gets one of its own in the end, which reaches another server of the exchange as a rule, and costs the others nothing.
import type { TopicName } from './protocol.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

interface UpstreamPoolOptions<Content> extends Omit<UpstreamOptions<Content>, 'topics' | 'onStuck'> {
  groups: readonly (readonly TopicName[])[];
}

/** Connections that hold one book each; further books that are silent stay where they are. */
const ownMax = 4;
/** A connection of one book that the exchange sends no more is opened seldom. */
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
