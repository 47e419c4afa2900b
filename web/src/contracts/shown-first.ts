import type { ContractOrderMessage, MarketSymbol } from '@candor/wire';

export interface ShownMarket {
  /** Of the chart above; undefined where there is none. */
  symbol: MarketSymbol | undefined;
  /** Of others nothing is listed. */
  isOnly: boolean;
}

type OfMarket = Pick<ContractOrderMessage, 'trade_btc_tpye'>;

/** Those of the market that one looks at stand first; within it and behind it the order stays. */
export function shownFirst<Order extends OfMarket>(orders: readonly Order[], { symbol, isOnly }: ShownMarket): Order[] {
  const isShown = ({ trade_btc_tpye: pair }: Order): boolean => pair === symbol;
  return [...orders.filter(isShown), ...(isOnly ? [] : orders.filter((order) => !isShown(order)))];
}

/** Both kinds are there: only then is there anything to choose. */
export const isMixed = (orders: readonly OfMarket[], symbol: MarketSymbol | undefined): boolean =>
  orders.some(({ trade_btc_tpye: pair }) => pair === symbol) && orders.some(({ trade_btc_tpye: pair }) => pair !== symbol); // oxfmt-ignore
