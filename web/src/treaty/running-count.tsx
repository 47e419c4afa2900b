// How many of one's own orders run or wait, on the tab that leads to them.
import type { ReactNode } from 'react';
import { useContracts } from '../contracts/own-contracts.ts';
import { useOrders } from '../options/own-orders.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CountBadge } from '../ui/badge.tsx';

export function RunningCount(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const counts = [useOrders('open'), useContracts('open'), useContracts('positions')].map(({ total }) => total ?? 0);
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return null;
  return <CountBadge figure={formats.whole(count)} label={t('shell.runningOrders', { count })} />;
}
