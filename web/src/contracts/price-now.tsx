import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useLivePrices } from '../live/connection.ts';
import { LivePrice } from '../live/market-cells.tsx';
import { Price } from '../ui/price.tsx';
import { coinOf } from './position-rules.ts';

/** Without a connection the last price is an old one. */
export function PriceNow({ order }: { order: ContractOrderMessage }): ReactNode {
  const coin = coinOf(order);
  if (!useLivePrices()) return <Price price={undefined} coin={coin.code} size="small" />;
  return <LivePrice coin={coin} size="small" />;
}
