import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMarketState } from '../session/live/market-states.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

/** Only when something is wrong: a live market says so by its ticking. */
export function MarketBanner({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const state = useMarketState(coin.symbol);
  if (state === 'degraded')
    return (
      <Banner tone="warn" title={t('options.degradedTitle')}>
        {t('options.degradedText')}
      </Banner>
    );
  if (state === 'halted')
    return (
      <Banner tone="danger" title={t('options.haltedTitle')}>
        {t('options.haltedText')}
      </Banner>
    );
  return null;
}
