// What the line under the header says: the worst of both sockets, the browser's own word and the market's.
import { useSyncExternalStore } from 'react';
import { feedState } from './feed.ts';
import { useMarket } from './market-states.ts';
import type { MarketState } from './market-states.ts';
import { noticesState } from './notices.ts';
import type { SocketState } from './socket-store.ts';
import { useLive } from './use-live.ts';

export type Connection = 'live' | 'connecting' | 'reconnecting' | 'offline' | 'delayed';

export interface ConnectionFacts {
  isOnline: boolean;
  sockets: readonly SocketState[];
  states: readonly MarketState[];
}

/** delayed: not one coin can be traded on. A single delayed coin is said where that coin is shown. */
export function connectionOf({ isOnline, sockets, states }: ConnectionFacts): Connection {
  if (!isOnline) return 'offline';
  if (sockets.includes('waiting')) return 'reconnecting';
  if (sockets.some((socket) => socket !== 'open' && socket !== 'unopened')) return 'connecting';
  return states.length > 0 && states.every((state) => state !== 'live') ? 'delayed' : 'live';
}

export const useConnection = (): Connection => useWorst([useLive(feedState), useLive(noticesState)]);

/** Whether a price on the screen is the present one. */
export const useLivePrices = (): boolean => useWorst([useLive(feedState)]) === 'live';

function useWorst(sockets: readonly SocketState[]): Connection {
  const { states } = useMarket();
  const isOnline = useSyncExternalStore(onOnline, () => navigator.onLine);
  return connectionOf({ isOnline, sockets, states: Object.values(states) });
}

function onOnline(listener: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
}
