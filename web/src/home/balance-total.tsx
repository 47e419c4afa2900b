// What all is worth and what the day brought: follows the prices of what is held and open, and nothing else of the page does.
import type { MarketSummary } from '@candor/wire';
import type { ReactNode } from 'react';
import { DayGain } from '../live/day-gain.tsx';
import { InCurrency } from '../live/in-currency.tsx';
import { useEquity } from '../live/use-equity.ts';
import { heldOf } from '../live/worth.ts';
import type { Holding } from '../live/worth.ts';
import { Money } from '../ui/money.tsx';

export interface BalanceTotalProps {
  balances: readonly Holding[];
  summary: MarketSummary | undefined;
  /** Until all has a price. */
  skeleton: ReactNode;
}

export function BalanceTotal({ balances, summary, skeleton }: BalanceTotalProps): ReactNode {
  const equity = useEquity(heldOf(balances), summary);
  if (equity === undefined || equity.unpriced.length > 0) return skeleton;
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <Money
          amount={equity.total}
          coin="USDT"
          size="figure"
          weight="strong"
          hasCoin
          isPrivate
          className="flex-wrap"
        />
        <DayGain equity={equity.total} />
      </span>
      <InCurrency amount={equity.total} />
    </>
  );
}
