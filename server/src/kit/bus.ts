// Events after their commit: who wants them subscribes by name. In-process; delivery is synchronous and in order.
import { log } from './log.ts';

/** Event name → payload. Folders that emit events add theirs by declaration merging. */
export interface Events {
  'log.none': never;
}
export type EventName = keyof Events;

export interface Bus {
  emit<Name extends EventName>(name: Name, payload: Events[Name]): void;
  /** Returns the function that unsubscribes. */
  on<Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void): () => void;
}

export function createBus(): Bus {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  return {
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(payload as never);
        } catch (error) {
          log.error('event listener failed', { event: name, error });
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as (payload: never) => void));
      return () => void set.delete(listener as (payload: never) => void);
    },
  };
}
