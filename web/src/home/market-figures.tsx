import type { MarketSummary } from '@candor/wire';
import type { ReactNode } from 'react';
import { noFigure } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Compact, CompactText } from '../ui/compact.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Stats } from '../ui/stats.tsx';
import { Text } from '../ui/text.tsx';

/** How much goes on here. */
export function MarketFigures({
  summary,
  isFailed,
}: {
  summary: MarketSummary | undefined;
  isFailed: boolean;
}): ReactNode {
  const t = useT();
  const formats = useFormats();
  const unknown = isFailed ? noFigure : <Skeleton className="my-1 h-4 w-16" />;
  const volume = (amount: string, isAtLeast = false): ReactNode => (
    <>
      {isAtLeast && '≥ '}
      <Compact amount={amount} />
      <Text size="tiny" tone="faint">
        {' USDT'}
      </Text>
    </>
  );
  return (
    <section aria-label={t('home.figures')}>
      <Stats
        stats={[
          {
            label: t('home.volumeDay'),
            value: summary
              ? volume(
                  summary.volume_24h,
                  summary.coins.some((coin) => coin.volume === null),
                )
              : unknown,
          },
          {
            label: t('home.volumeMonth'),
            value: summary ? volume(summary.volume_30d, summary.is_volume_30d_partial) : unknown,
          },
          {
            label: t('home.registered'),
            value: summary ? <CompactText text={formats.whole(summary.registered_users)} /> : unknown,
          },
        ]}
      />
    </section>
  );
}
