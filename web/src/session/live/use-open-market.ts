import type { MarketSymbol } from '@candor/wire';
import { useConnection } from './connection.ts';
import { useMarketState } from './market-states.ts';

/** Nobody trades on a price that may be old: the market must be live, and the connection to it too. */
export function useOpenMarket(symbol: MarketSymbol): boolean {
  const [market, connection] = [useMarketState(symbol), useConnection()];
  return market === 'live' && connection === 'live';
}
