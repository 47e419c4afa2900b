// How small and how many: the limits of the terms, before an order meets one of them.
import type { ContractsConfigMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Figure, Text } from '../ui/text.tsx';

export function TicketLimits({ terms }: { terms: ContractsConfigMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const limits = [
    [t('contracts.margin'), `≥ ${formats.decimal(terms.margin_min, { min: 0, max: 4 })} USDT`],
    [t('contracts.limit'), `≤ ${formats.whole(terms.resting_max)}`],
    [`${t('contracts.tab_open')} + ${t('contracts.tab_positions')}`, `≤ ${formats.whole(terms.orders_max)}`],
  ];
  return (
    <Text as="p" size="tiny" tone="faint" className="flex flex-wrap gap-x-3">
      {limits.map(([name, bound]) => (
        <span key={name}>
          {name} <Figure>{bound}</Figure>
        </span>
      ))}
    </Text>
  );
}
