import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMarketState } from '../live/market-states.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** Only when something is wrong: a live market says so by its ticking. */
export function MarketBanner({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const state = useMarketState(coin.symbol);
  if (state === 'degraded')
    return (
      <Banner tone="warn" title={t('market.degraded')}>
        {t('options.degradedText')}
      </Banner>
    );
  if (state === 'halted')
    return (
      <Banner tone="danger" title={t('market.halted')}>
        {t('options.haltedText')}
      </Banner>
    );
  return null;
}
