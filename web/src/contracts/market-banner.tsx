import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMarketState } from '../session/live/market-states.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** Only when something is wrong: what it means for positions and orders. */
export function MarketBanner({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const state = useMarketState(coin.symbol);
  if (state !== 'degraded' && state !== 'halted') return null;
  return (
    <Banner tone={state === 'halted' ? 'danger' : 'warn'} title={t(`options.${state}Title`)}>
      {t('contracts.pausedText')}
    </Banner>
  );
}
