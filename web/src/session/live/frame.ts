// One frame, one flush: stores that changed since the last frame tell their listeners together, before the next is drawn.

export interface LiveStore<Value> {
  get(): Value;
  set(value: Value): void;
  /** In the form of useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
}

interface Changed {
  tell(): void;
}

const changed = new Set<Changed>();

function flush(): void {
  const stores = [...changed];
  changed.clear();
  for (const store of stores) store.tell();
}

export interface LiveStoreOptions {
  /** The first listener has come: get what it wants. Returns what to do when the last one has gone. */
  onUsed?: () => () => void;
  /** How long after the last listener went, ms; 0: at once. */
  keptMs?: number;
}

/** A page that closes and one that opens often want the same: what is shared stays this long. */
const usuallyKeptMs = 3_000;

export function createLiveStore<Value>(
  first: Value,
  { onUsed, keptMs = usuallyKeptMs }: LiveStoreOptions = {},
): LiveStore<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const letGo = (): void => {
    release?.();
    release = undefined;
  };
  const self: Changed = { tell: () => listeners.forEach((listener) => listener()) };

  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      if (listeners.size === 0) return;
      if (changed.size === 0) requestAnimationFrame(flush);
      changed.add(self);
    },
    subscribe(listener) {
      listeners.add(listener);
      clearTimeout(timer);
      release ??= onUsed?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || !release) return;
        if (keptMs === 0) letGo();
        else timer = setTimeout(letGo, keptMs);
      };
    },
  };
}
