import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useBook } from '../live/use-live.ts';
import { Translated } from '../text/translated.tsx';
import { useT } from '../text/texts.ts';
import { DepthChart } from '../ui/depth-chart.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { depthCurve } from './depth-curve.ts';

/** The whole book at a glance, further out than its best prices. */
export function DepthPanel({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const depth = useBook(coin.symbol);
  if (!depth) return <Skeleton className="h-56 w-full" />;
  const curve = depthCurve(depth);
  if (!curve) return <EmptyState title={t('market.depthNone')} />;
  const price = (text: string): ReactNode => <Price price={text} coin={coin.code} size="tiny" />;
  return (
    <section aria-label={t('market.depth')}>
      <DepthChart
        label={t('market.depthLabel', { coin: coin.code })}
        bids={curve.bids}
        asks={curve.asks}
        low={price(curve.low)}
        middle={price(curve.middle)}
        high={price(curve.high)}
        describe={(point) => (
          <Translated
            id="market.depthSum"
            values={{
              amount: <Money amount={point.sum} coin={coin.code} precision="short" size="small" hasCoin />,
              price: <Price price={point.price} coin={coin.code} size="small" />,
            }}
          />
        )}
      />
    </section>
  );
}
