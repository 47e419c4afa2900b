import { coinOfSymbol } from '@candor/wire';
import type { MarketSymbol } from '@candor/wire';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice } from '../live/market-cells.tsx';
import { useT } from '../text/texts.ts';
import { Text } from '../ui/text.tsx';

/** Over a chart that fills the screen: which market it is, and on a phone that lies on its side what can be done there. */
export function FullHead({ symbol, children }: { symbol: MarketSymbol; children?: ReactNode }): ReactNode {
  const t = useT();
  const coin = coinOfSymbol(symbol)!;
  return (
    <div className="flex items-center gap-3 px-4 py-1">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Text weight="strong">
          <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
        </Text>
        <LivePrice coin={coin} weight="strong" />
        <LiveChange coin={coin} />
      </div>
      {children !== undefined && <div className="ms-auto hidden w-72 low:block">{children}</div>}
    </div>
  );
}
