import type { MarketSymbol } from '@candor/wire';
import { useLivePrices } from './connection.ts';
import { useMarketState } from './market-states.ts';
import { usePrice } from './use-live.ts';

/** Nobody trades on a price that may be old, or on none: the market must be live, the connection to it too, and a price have come by it. */
export function useOpenMarket(symbol: MarketSymbol): boolean {
  const [state, isLive, price] = [useMarketState(symbol), useLivePrices(), usePrice(symbol)];
  return state === 'live' && isLive && price !== undefined;
}
