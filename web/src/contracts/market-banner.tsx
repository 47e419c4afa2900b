import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMarketState } from '../live/market-states.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** Only when something is wrong: what it means for positions and orders. */
export function MarketBanner({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const state = useMarketState(coin.symbol);
  if (state !== 'degraded' && state !== 'halted') return null;
  return (
    <Banner tone={state === 'halted' ? 'danger' : 'warn'} title={t(`market.${state}`)}>
      {t('contracts.pausedText')}
    </Banner>
  );
}
