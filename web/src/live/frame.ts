// One frame, one flush: stores that changed since the last frame tell their listeners together, before the next is drawn. On
// a device that can't draw all of them in time, the ones that are left wait for the next frame.
import { nextTurn } from '../ui/next-turn.ts';

export interface LiveStore<Value> {
  get: () => Value;
  set(value: Value): void;
  // In the form of useSyncExternalStore:
  /** Tells with the next frame. */
  subscribe: (listener: () => void) => () => void;
  /** Tells a few times a second. */
  subscribeCalmly(listener: () => void): () => void;
  /** Keeps the value new and tells nothing. */
  hold(): () => void;
}

interface Changed {
  tell(): void;
}

const changed = new Set<Changed>();
const calmlyChanged = new Set<Changed>();

function note(item: Changed): void {
  if (changed.size === 0) requestAnimationFrame(flush);
  changed.add(item);
}

/** Of calm listeners: between two changes that they are told of. */
const calmMs = 200;
let beatAt = -calmMs;

function noteCalmly(item: Changed): void {
  if (calmlyChanged.size === 0) setTimeout(beat, beatAt + calmMs - performance.now());
  calmlyChanged.add(item);
}

function beat(): void {
  beatAt = performance.now();
  calmlyChanged.forEach(note);
  calmlyChanged.clear();
}

/** What a frame that tells may take in all, ms: its listeners, React's drawing, layout and paint. */
const frameMs = 7;
/** Always told together, however slow: what belongs to one coin is then drawn at once. */
const togetherMin = 4;
/** How many stores a frame tells; found out by what the frames before took. */
let room = 12;

let isTaken = false;

/** Something that draws much by itself has the next frame alone; what changed is told with the one after. */
export function takeNextFrame(): void {
  isTaken = true;
  requestAnimationFrame(() => void nextTurn().then(() => (isTaken = false)));
}

function flush(): void {
  if (isTaken) {
    requestAnimationFrame(flush);
    return;
  }
  const startedAt = performance.now();
  const stores = [...changed].slice(0, room);
  for (const store of stores) changed.delete(store);
  const isFull = changed.size > 0;
  if (isFull) requestAnimationFrame(flush);
  for (const store of stores) store.tell();
  // A turn of its own comes after the frame has been laid out and painted.
  void nextTurn().then(() => {
    const isLate = performance.now() - startedAt > frameMs;
    if (isLate) room = Math.min(room, Math.max(togetherMin, Math.floor(stores.length * 0.75)));
    else if (isFull) room++;
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
  let value = first;
  let users = 0;
  let release: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const letGo = (): void => {
    release?.();
    release = undefined;
  };
  const hold = (): (() => void) => {
    users++;
    clearTimeout(timer);
    release ??= onUsed?.();
    return () => {
      users--;
      if (users > 0 || !release) return;
      if (keptMs === 0) letGo();
      else timer = setTimeout(letGo, keptMs);
    };
  };
  const [eager, patient] = [createListeners(hold), createListeners(hold)];

  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      if (eager.listeners.size > 0) note(eager);
      if (patient.listeners.size > 0) noteCalmly(patient);
    },
    subscribe: eager.add,
    subscribeCalmly: patient.add,
    hold,
  };
}

function createListeners(hold: () => () => void) {
  const listeners = new Set<() => void>();
  return {
    listeners,
    tell: () => listeners.forEach((listener) => listener()),
    add: (listener: () => void): (() => void) => {
      listeners.add(listener);
      const end = hold();
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}
