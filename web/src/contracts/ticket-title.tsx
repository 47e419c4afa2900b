import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { usePrice } from '../session/live/use-live.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Price } from '../ui/price.tsx';
import { useTerms } from './own-contracts.ts';
import { leverOf } from './ticket-rules.ts';

/** The price that the ticket counts with, and the lever. */
export function TicketTitle({ coin }: { coin: Coin }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const price = usePrice(coin.symbol);
  const { terms } = useTerms();
  return (
    <span className="flex flex-wrap gap-x-2">
      <Price price={price} coin={coin.code} isTicking size="small" tone="text" />
      {terms && <span>{t('contracts.leverNamed', { lever: formats.whole(leverOf(terms)) })}</span>}
    </span>
  );
}
