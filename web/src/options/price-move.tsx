// From the entry's price to the present one, and while it runs how far it has moved.
import type { OptionOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Price } from '../ui/price.tsx';
import { Words } from '../ui/words.tsx';
import { coinOf, distance } from './running-rules.ts';

export interface PriceMoveProps {
  order: OptionOrderMessage;
  /** The present price, or the one that decided. */
  price: string | undefined;
  isLive?: boolean;
}

export function PriceMove({ order, price, isLive }: PriceMoveProps): ReactNode {
  const t = useText();
  const coin = coinOf(order)?.code ?? '';
  return (
    <span className="flex flex-wrap items-baseline gap-x-1.5 self-start" dir="ltr">
      <Price price={order.entry?.price} coin={coin} size="small" tone="secondary" />
      <Words size="small" tone="faint">
        {t('options.arrow')}
      </Words>
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
    <Words size="small" tone={tone}>
      <bdi dir="ltr" className="figure">
        {formats.decimal(text, { min: decimals, max: decimals }, true)}
      </bdi>
    </Words>
  );
}

/** Units of 1e-18 as decimal text. */
function plain(units: bigint): string {
  const digits = units.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}
