// What the line under the header says: one state out of both sockets, the browser's own word and the market's.
import { useSyncExternalStore } from 'react';
import { feedState } from './feed.ts';
import { useMarket } from './market-states.ts';
import type { MarketState } from './market-states.ts';
import type { SocketState } from './socket-state.ts';
import { useLive } from './use-live.ts';

export type Connection = 'live' | 'connecting' | 'reconnecting' | 'offline' | 'delayed';

export interface ConnectionFacts {
  isOnline: boolean;
  socket: SocketState;
  hasBeenOpen: boolean;
  states: readonly MarketState[];
}

/** delayed: not one coin can be traded on. A single delayed coin is said where that coin is shown. */
export function connectionOf({ isOnline, socket, hasBeenOpen, states }: ConnectionFacts): Connection {
  if (!isOnline) return 'offline';
  if (socket !== 'open') return hasBeenOpen || socket === 'waiting' ? 'reconnecting' : 'connecting';
  return states.length > 0 && states.every((state) => state !== 'live') ? 'delayed' : 'live';
}

let hasBeenOpen = false;

export function useConnection(): Connection {
  const socket = useLive(feedState);
  const { states } = useMarket();
  const isOnline = useSyncExternalStore(onOnline, () => navigator.onLine);
  hasBeenOpen ||= socket === 'open';
  return connectionOf({ isOnline, socket, hasBeenOpen, states: Object.values(states) });
}

function onOnline(listener: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
}
