// The connections to one exchange, each with a group of topics. A book that stays silent while the others of its connection flow is finally
// moved to its own connection, which usually reaches another server of the exchange and does not disturb the other books. The shared connection
// is tried again later while the own one still delivers, so that an own connection is not kept for ever.
import type { TopicName } from './protocol.ts';
import { openUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

interface UpstreamPoolOptions<Content> extends Omit<UpstreamOptions<Content>, 'topics' | 'onStuck'> {
  groups: readonly (readonly TopicName[])[];
  moving?: Partial<MovingTiming>;
}

export interface MovingTiming {
  /** A book with its own connection is tried on its shared connection again after this long, and again after each trial in vain. */
  returnAfterMs: number;
  /** The shared connection must deliver the book for this long, without a pause longer than `pauseMs`, before the own one is closed. */
  provenMs: number;
  pauseMs: number;
  /** An own connection without data for this long is given to another book. */
  idleMs: number;
}
const movingTiming: MovingTiming = { returnAfterMs: 1_800_000, provenMs: 60_000, pauseMs: 6_000, idleMs: 300_000 };

/** Maximum of connections with a single book; further silent books stay on their shared connection. */
const ownMax = 4;
/** Longest pause before a connection with a single book is opened again, for books that the exchange no longer sends. */
const ownBackoffMaxMs = 300_000;

/** A book that has its own connection. */
interface Moved {
  topic: TopicName;
  upstream: Upstream;
  shared: Upstream;
  /** When it was moved, or its last trial on the shared connection ended. */
  since: number;
  dataAt: number;
  /** The trial on the shared connection: since when it delivers without a pause, and its newest message; undefined without data. */
  isTried: boolean;
  trial: { since: number; newestAt: number } | undefined;
}

export type UpstreamPool = Omit<Upstream, 'add'>;

export function openUpstreamPool<Content>({ groups, moving, ...options }: UpstreamPoolOptions<Content>): UpstreamPool {
  const timing = { ...movingTiming, ...moving };
  const { clock } = options;
  const own = new Map<string, Moved>();
  const closing = new Set<Promise<void>>();

  const shared = groups.map((topics) => {
    const connection: Upstream = openUpstream({
      ...options,
      topics,
      onStuck: (topic) => onStuck(topic, connection),
      onPush: onSharedPush,
      onSubscribed: (topic) => void (own.has(topic) || options.onSubscribed?.(topic)),
    });
    return connection;
  });

  /** A trial on the shared connection that fails leaves the book where it is. */
  function onStuck(topic: TopicName, connection: Upstream): boolean {
    const moved = own.get(topic.name);
    if (moved) {
      Object.assign(moved, { since: clock.now(), isTried: false, trial: undefined });
      return true;
    }
    if (own.size >= ownMax && !freeOne()) return false;
    const now = clock.now();
    const upstream = openUpstream({
      ...options,
      timing: { ...options.timing, backoffMaxMs: ownBackoffMaxMs },
      topics: [topic],
      onPush: onOwnPush,
    });
    own.set(topic.name, { topic, upstream, shared: connection, since: now, dataAt: now, isTried: false, trial: undefined }); // oxfmt-ignore
    return true;
  }

  /** Gives the book that has been without data for longest back to its shared connection. Returns false if all deliver. */
  function freeOne(): boolean {
    const [idlest] = [...own.values()].toSorted((one, other) => one.dataAt - other.dataAt);
    if (!idlest || clock.now() - idlest.dataAt < timing.idleMs) return false;
    giveBack(idlest);
    if (!idlest.isTried) idlest.shared.add(idlest.topic);
    return true;
  }

  function giveBack({ topic, upstream }: Moved): void {
    own.delete(topic.name);
    const closed = upstream.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function onOwnPush(name: string, content: Content): void {
    const moved = own.get(name);
    if (!moved) return;
    const now = clock.now();
    moved.dataAt = now;
    if (!moved.isTried && now - moved.since >= timing.returnAfterMs) {
      moved.isTried = true;
      moved.shared.add(moved.topic);
    }
    options.onPush(name, content);
  }

  function onSharedPush(name: string, content: Content): void {
    const moved = own.get(name);
    if (moved && !isProven(moved)) return;
    if (moved) {
      giveBack(moved);
      // What comes now does not continue what the own connection sent.
      options.onSubscribed?.(name);
    }
    options.onPush(name, content);
  }

  /** Notes a message of the trial. */
  function isProven(moved: Moved): boolean {
    const now = clock.now();
    const isSteady = moved.trial !== undefined && now - moved.trial.newestAt <= timing.pauseMs;
    moved.trial = { since: isSteady ? moved.trial!.since : now, newestAt: now };
    return now - moved.trial.since >= timing.provenMs;
  }

  const all = (): Upstream[] => [...shared, ...[...own.values()].map(({ upstream }) => upstream)];
  return {
    async close() {
      await Promise.all([...all().map((upstream) => upstream.close()), ...closing]);
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
