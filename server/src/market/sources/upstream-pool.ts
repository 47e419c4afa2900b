// The connections to one exchange, each with a group of topics. A book that stays silent while the others of its connection flow is finally
// moved to its own connection, which usually reaches another server of the exchange and does not disturb the other books. The shared connection
// is tried again later while the own one still delivers, so that an own connection is not kept for ever.
import type { TopicName } from './protocol.ts';
import { openUpstream, type ConnectionTiming, type Upstream, type UpstreamOptions } from './upstream.ts';

interface UpstreamPoolOptions<Content> extends Omit<UpstreamOptions<Content>, 'topics' | 'onStuck' | 'timing'> {
  groups: readonly (readonly TopicName[])[];
  timing?: Partial<PoolTiming>;
}

export interface PoolTiming extends ConnectionTiming {
  /** A book with its own connection is tried on its shared connection again after this long, and again after each trial in vain. */
  returnAfterMs: number;
  /** The shared connection must deliver the book for this long, without a pause longer than `pauseMs`, before the own one is closed. */
  provenMs: number;
  pauseMs: number;
  /** An own connection without data for this long is given to another book. */
  idleMs: number;
}
const movingTiming = { returnAfterMs: 1_800_000, provenMs: 60_000, pauseMs: 6_000, idleMs: 300_000 };

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

export const openUpstreamPool = <Content>(options: UpstreamPoolOptions<Content>): UpstreamPool => new Pool(options);

class Pool<Content> implements UpstreamPool {
  readonly #options: Omit<UpstreamPoolOptions<Content>, 'groups'>;
  readonly #timing: typeof movingTiming;
  readonly #shared: readonly Upstream[];
  readonly #own = new Map<string, Moved>();
  readonly #closing = new Set<Promise<void>>();

  constructor({ groups, ...options }: UpstreamPoolOptions<Content>) {
    this.#options = options;
    this.#timing = { ...movingTiming, ...options.timing };
    this.#shared = groups.map((topics) => this.#openShared(topics));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all().map((upstream) => upstream.close()), ...this.#closing]);
  }

  get counts(): Upstream['counts'] {
    const sum = (name: keyof Upstream['counts']): number =>
      this.#all().reduce((total, { counts }) => total + counts[name], 0);
    return {
      opened: sum('opened'),
      frames: sum('frames'),
      corrupt: sum('corrupt'),
      dropped: sum('dropped'),
      errors: sum('errors'),
    };
  }

  #all(): Upstream[] {
    return [...this.#shared, ...[...this.#own.values()].map(({ upstream }) => upstream)];
  }

  #openShared(topics: readonly TopicName[]): Upstream {
    const connection: Upstream = openUpstream({
      ...this.#options,
      topics,
      onStuck: (topic) => this.#moveAway(topic, connection),
      onPush: (topic, content) => this.#takeShared(topic, content),
      onSubscribed: (topic) => void (this.#own.has(topic) || this.#options.onSubscribed?.(topic)),
    });
    return connection;
  }

  /** Returns true if the book is no longer on the shared connection. A trial there that fails leaves the book on its own connection. */
  #moveAway(topic: TopicName, shared: Upstream): boolean {
    const now = this.#options.clock.now();
    const moved = this.#own.get(topic.name);
    if (moved) {
      Object.assign(moved, { since: now, isTried: false, trial: undefined });
      return true;
    }
    if (this.#own.size >= ownMax && !this.#freeOne()) return false;
    const upstream = openUpstream({
      ...this.#options,
      timing: { ...this.#options.timing, backoffMaxMs: ownBackoffMaxMs },
      topics: [topic],
      onPush: (name, content) => this.#takeOwn(name, content),
    });
    this.#own.set(topic.name, { topic, upstream, shared, since: now, dataAt: now, isTried: false, trial: undefined });
    return true;
  }

  /** Gives the book that has been without data for longest back to its shared connection. Returns false if all deliver. */
  #freeOne(): boolean {
    const [idlest] = [...this.#own.values()].toSorted((one, other) => one.dataAt - other.dataAt);
    if (!idlest || this.#options.clock.now() - idlest.dataAt < this.#timing.idleMs) return false;
    this.#giveBack(idlest);
    if (!idlest.isTried) idlest.shared.add(idlest.topic);
    return true;
  }

  #giveBack({ topic, upstream }: Moved): void {
    this.#own.delete(topic.name);
    const closed = upstream.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #takeOwn(name: string, content: Content): void {
    const moved = this.#own.get(name);
    if (!moved) return;
    const now = this.#options.clock.now();
    moved.dataAt = now;
    if (!moved.isTried && now - moved.since >= this.#timing.returnAfterMs) {
      moved.isTried = true;
      moved.shared.add(moved.topic);
    }
    this.#options.onPush(name, content);
  }

  #takeShared(name: string, content: Content): void {
    const moved = this.#own.get(name);
    if (moved && !this.#isProven(moved)) return;
    if (moved) {
      this.#giveBack(moved);
      // What comes now does not continue what the own connection sent.
      this.#options.onSubscribed?.(name);
    }
    this.#options.onPush(name, content);
  }

  /** Notes a message of the trial. */
  #isProven(moved: Moved): boolean {
    const now = this.#options.clock.now();
    const isSteady = moved.trial !== undefined && now - moved.trial.newestAt <= this.#timing.pauseMs;
    moved.trial = { since: isSteady ? moved.trial!.since : now, newestAt: now };
    return now - moved.trial.since >= this.#timing.provenMs;
  }
}
