import { createLiveStore } from './frame.ts';
import type { LiveStore } from './frame.ts';

/** Of a socket that comes back by itself; unopened while nobody wants it, closed is for good. */
export type SocketState = 'unopened' | 'connecting' | 'open' | 'waiting' | 'closed';

export interface SocketStore extends Omit<LiveStore<SocketState>, 'set'> {
  /** A connection that was there, or failed, is waited for from then on: only the first one is connecting. */
  note(state: SocketState): void;
  /** Another connection is opened on purpose. */
  restart(): void;
}

export function createSocketStore(first: SocketState = 'connecting'): SocketStore {
  const store = createLiveStore(first);
  return {
    ...store,
    note: (state) => store.set(state === 'connecting' && store.get() !== 'connecting' ? 'waiting' : state),
    restart: () => store.set('connecting'),
  };
}
