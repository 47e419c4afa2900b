// What everything is worth at the present prices, and where it lies.
import { add, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { NamesIn } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { Gain } from '../ui/gain.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { Meter } from '../ui/meter.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/states.tsx';
import { useKit } from '../ui/kit-provider.tsx';
import { Text } from '../ui/text.tsx';
import { DayGain } from '../live/day-gain.tsx';
import { InCurrency } from '../live/in-currency.tsx';
import { useEquity } from '../live/use-equity.ts';
import { buckets } from '../live/worth.ts';
import type { Bucket, Holding } from '../live/worth.ts';
import { EquityLine } from './equity-line.tsx';

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
  const t = useT();
  return (
    <section aria-label={t('assets.total')} className="flex flex-col">
      <div className="flex items-center">
        <Text tone="secondary">{t('assets.total')}</Text>
        <HideBalances />
      </div>
      {holdings === undefined ? <Loading /> : <Total holdings={holdings} />}
    </section>
  );
}

function Total({ holdings }: { holdings: readonly Holding[] }): ReactNode {
  const t = useT();
  const { hidesBalances } = useKit();
  const equity = useEquity(holdings);
  const isPatient = usePatience();
  if (equity === undefined) return <Loading />;
  const { total, byBucket, unpriced, openGain } = equity;
  const isKnown = unpriced.length === 0 || !isPatient;
  const held = buckets.reduce((sum, bucket) => add(sum, byBucket[bucket]), zero);
  return (
    <>
      {isKnown ? (
        <Money amount={total} coin="USDT" size="figure" weight="strong" hasCoin isPrivate className="flex-wrap" />
      ) : (
        <Loading />
      )}
      {isKnown && <InCurrency amount={total} />}
      {unpriced.length === 0 && <DayGain equity={total} />}
      {isKnown && unpriced.length > 0 && (
        <Text size="small" tone="warn">
          {t('assets.unpriced', { coins: unpriced.join(', ') })}
        </Text>
      )}
      {openGain && (
        <Text size="small" tone="secondary" className="flex flex-wrap gap-x-1.5">
          {t('assets.openGain')}
          <Gain amount={openGain.amount} precision="cents" isPrivate size="small" weight="medium" />
        </Text>
      )}
      {unpriced.length === 0 && !hidesBalances && <EquityLine equity={total} />}
      {held > 0n && (
        <div className="mt-4">
          <Meter
            label={t('assets.split')}
            parts={buckets
              .filter((bucket) => bucket === 'qty' || byBucket[bucket] > 0n)
              .map((bucket) => ({
                name: t(`assets.${bucketNames[bucket]}`),
                // Hidden digits must not be readable off the bar.
                size: hidesBalances ? (bucket === 'qty' ? 1 : 0) : share(byBucket[bucket], held),
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

const Loading = (): ReactNode => <Skeleton className="h-9 w-48" />;

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
