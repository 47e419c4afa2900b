// Says of a draw that its randomness is the demo's own, wherever one is offered or shown.
import type { ShopPeriod } from '@candor/wire';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

export function DemoDraw({ period: { beacon } }: { period: Pick<ShopPeriod, 'beacon'> }): ReactNode {
  const t = useT();
  if (!beacon.is_demo) return null;
  return (
    <Banner tone="warn" title={t('shop.demoDraw')}>
      {t('shop.demoDrawText')}
    </Banner>
  );
}
