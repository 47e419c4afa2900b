// What everything is worth at the present prices, and where it lies.
import type { Wad } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { NamesIn } from '../text/keys.ts';
import { useText } from '../text/texts.ts';
import { HideBalances } from '../ui/hide-balances.tsx';
import { Meter } from '../ui/meter.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/states.tsx';
import { useSurroundings } from '../ui/surroundings.tsx';
import { Words } from '../ui/words.tsx';
import { usePrices } from '../session/use-prices.ts';
import { buckets, worthOfAll } from '../session/worth.ts';
import type { Bucket, Holding } from '../session/worth.ts';

export const bucketNames: Record<Bucket, NamesIn<'assets'>> = {
  qty: 'available',
  margin: 'margin',
  staked: 'staked',
  reserved: 'reserved',
};
/** The first prices come well within this time; then a coin without one is said so. */
const patienceMs = 3_000;

/** Without holdings: while they load. */
export function TotalCard({ holdings }: { holdings: readonly Holding[] | undefined }): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('assets.total')} className="flex flex-col">
      <div className="flex items-center">
        <Words tone="secondary">{t('assets.total')}</Words>
        <HideBalances />
      </div>
      {holdings === undefined ? <Skeleton className="h-9 w-48" /> : <Total holdings={holdings} />}
    </section>
  );
}

function Total({ holdings }: { holdings: readonly Holding[] }): ReactNode {
  const t = useText();
  const { hidesBalances } = useSurroundings();
  const prices = usePrices(holdings.map(({ coin_code }) => coin_code));
  const { total, byBucket, unpriced } = worthOfAll(holdings, prices);
  const isPatient = usePatience();
  const isKnown = unpriced.length === 0 || !isPatient;
  return (
    <>
      {isKnown ? (
        <Money amount={total} coin="USDT" size="figure" weight="strong" hasCoin isPrivate className="flex-wrap" />
      ) : (
        <Skeleton className="h-9 w-48" />
      )}
      {isKnown && unpriced.length > 0 && (
        <Words size="small" tone="warn">
          {t('assets.unpriced', { coins: unpriced.join(', ') })}
        </Words>
      )}
      {total > 0n && (
        <div className="mt-4">
          <Meter
            label={t('assets.split')}
            parts={buckets
              .filter((bucket) => bucket === 'qty' || byBucket[bucket] > 0n)
              .map((bucket) => ({
                name: t(`assets.${bucketNames[bucket]}`),
                // Hidden digits must not be readable off the bar.
                size: hidesBalances ? (bucket === 'qty' ? 1 : 0) : share(byBucket[bucket], total),
                value: (
                  <Money
                    amount={byBucket[bucket]}
                    coin="USDT"
                    precision="cents"
                    isPrivate
                    size="tiny"
                    weight="medium"
                    tone="text"
                  />
                ),
              }))}
          />
        </div>
      )}
    </>
  );
}

/** Thousandths: geometry only. */
const share = (part: Wad, whole: Wad): number => +`${(part * 1000n) / whole}`;

function usePatience(): boolean {
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isPatient;
}
