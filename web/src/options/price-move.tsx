// From the entry's price to the present one, and while it runs how far it has moved.
import type { OptionOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Price } from '../ui/price.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { coinOf, distance } from './running-rules.ts';

export interface PriceMoveProps {
  order: OptionOrderMessage;
  /** The present price, or the one that decided. */
  price: string | undefined;
  isLive?: boolean;
}

export function PriceMove({ order, price, isLive }: PriceMoveProps): ReactNode {
  const t = useT();
  const coin = coinOf(order)?.code ?? '';
  return (
    <span className="flex flex-wrap items-baseline gap-x-1.5 self-start" dir="ltr">
      <Price price={order.entry?.price} coin={coin} size="small" tone="secondary" />
      <Text size="small" tone="faint">
        {t('ui.arrow')}
      </Text>
      <Price price={price} coin={coin} size="small" weight="strong" />
      {isLive && <Distance order={order} price={price} />}
    </span>
  );
}

function Distance({ order, price }: PriceMoveProps): ReactNode {
  const formats = useFormats();
  const decimals = coinOf(order)?.priceDecimals ?? 2;
  const moved = order.entry === null ? undefined : distance(order.entry.price, price);
  if (moved === undefined) return null;
  const tone = moved > 0n ? 'rise' : moved < 0n ? 'fall' : 'faint';
  const text = `${moved < 0n ? '-' : ''}${plain(moved < 0n ? -moved : moved)}`;
  return (
    <Text size="small" tone={tone}>
      <Figure>{formats.price(text, { min: decimals, max: decimals }, true)}</Figure>
    </Text>
  );
}

/** Units of 1e-18 as decimal text. */
function plain(units: bigint): string {
  const digits = units.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}
