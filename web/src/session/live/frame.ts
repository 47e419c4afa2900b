// One frame, one flush: stores that changed since the last frame tell their listeners together, before the next is drawn. On
// a device that can't draw all of them in time, the ones that are left wait for the next frame.

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

/** What a flush may take; the rest of the frame is for laying out and painting what it changed. */
const flushMs = 5;
/** Always told together, however slow: what belongs to one coin is then drawn at once. */
const togetherMin = 4;
/** What a store's listeners take, ms, on average; 0 until the first flush. */
let costMs = 0;

function flush(): void {
  const startedAt = performance.now();
  const room = costMs === 0 ? changed.size : Math.max(togetherMin, Math.floor(flushMs / costMs));
  const stores = [...changed].slice(0, room);
  for (const store of stores) changed.delete(store);
  if (changed.size > 0) requestAnimationFrame(flush);
  for (const store of stores) store.tell();
  // React draws in a microtask that the first listener asked for: this one comes after it.
  queueMicrotask(() => {
    const each = (performance.now() - startedAt) / stores.length;
    costMs = costMs === 0 ? each : costMs * 0.8 + each * 0.2;
  });
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
