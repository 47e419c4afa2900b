import type { MarketSymbol } from '@candor/wire';
import { useLivePrices } from './connection.ts';
import { useMarketState } from './market-states.ts';

/** Nobody trades on a price that may be old: the market must be live, and the connection to it too. */
export function useOpenMarket(symbol: MarketSymbol): boolean {
  const [state, isLive] = [useMarketState(symbol), useLivePrices()];
  return state === 'live' && isLive;
}
