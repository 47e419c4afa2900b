import type { ContractOrderMessage, Wad } from '@candor/wire';
import { useLivePrices } from '../live/connection.ts';
import { usePrice } from '../live/use-live.ts';
import { coinOf, standingOf } from './position-rules.ts';
import type { Standing } from './position-rules.ts';
import { priceOf } from './ticket-rules.ts';

/** Without a connection the last price is an old one: nobody is told to win or lose by it. */
export function useStanding(order: ContractOrderMessage): { price: Wad | undefined; standing: Standing | undefined } {
  const coin = coinOf(order);
  const text = usePrice(coin.symbol);
  const price = useLivePrices() ? priceOf(text, coin) : undefined;
  return { price, standing: standingOf(order, price) };
}
