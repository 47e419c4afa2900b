import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { LivePrice } from '../live/market-cells.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { useTerms } from './own-contracts.ts';
import { leverOf } from './ticket-rules.ts';

/** The price that the ticket counts with, and the lever. */
export function TicketTitle({ coin }: { coin: Coin }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { terms } = useTerms();
  return (
    <span className="flex flex-wrap gap-x-2">
      <LivePrice coin={coin} size="small" tone="text" />
      {terms && <span>{t('contracts.leverNamed', { lever: formats.whole(leverOf(terms)) })}</span>}
    </span>
  );
}
