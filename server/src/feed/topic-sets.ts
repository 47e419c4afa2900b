// The sets of topics that clients listen to, each of them once: whoever listens to the same has the very same set.

export interface TopicSet {
  readonly topics: ReadonlySet<string>;
  readonly key: string;
}

export interface TopicSets {
  /** The set of these topics, for a client that had the other one; undefined for none. */
  exchange(before: TopicSet | undefined, topics: Iterable<string>): TopicSet | undefined;
  readonly size: number;
}

export function createTopicSets(): TopicSets {
  const known = new Map<string, { set: TopicSet; users: number }>();

  function take(topics: readonly string[]): TopicSet | undefined {
    if (topics.length === 0) return undefined;
    // No name of a topic holds a line break, as names are compared with those that exist.
    const key = topics.toSorted().join('\n');
    const found = known.get(key) ?? { set: { topics: new Set(topics), key }, users: 0 };
    found.users++;
    known.set(key, found);
    return found.set;
  }

  function giveBack({ key }: TopicSet): void {
    const found = known.get(key)!;
    if (--found.users === 0) known.delete(key);
  }

  return {
    exchange(before, topics) {
      const after = take([...topics]);
      if (before) giveBack(before);
      return after;
    },
    get size() {
      return known.size;
    },
  };
}
