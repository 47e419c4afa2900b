// The coins that are traded most. Their order is the summary's and rests; figures move by the socket.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import type { MarketSummary } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice, LiveVolume } from '../session/live/market-cells.tsx';
import type { SummaryCoin } from '../session/live/market-cells.tsx';
import { useRefusalWords } from '../session/refusal-words.ts';
import type { RefusedError } from '../session/use-read.ts';
import { Text } from '../text/text.tsx';
import { useText } from '../text/texts.ts';
import { List } from '../ui/list.tsx';
import { MarketRow } from '../ui/market-row.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Heading } from '../ui/words.tsx';

const shownMax = 6;

/** The most traded first. */
export function mostTraded(coins: readonly SummaryCoin[]): SummaryCoin[] {
  const volume = ({ volume: text }: SummaryCoin): bigint => parseMarketNumber(text ?? '') ?? 0n;
  return coins
    .filter(({ coin }) => coinOfCode(coin))
    .toSorted((left, right) => (volume(left) < volume(right) ? 1 : volume(left) > volume(right) ? -1 : 0))
    .slice(0, shownMax);
}

export function PopularMarkets({ summary }: { summary: UseQueryResult<MarketSummary, RefusedError> }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const { data } = summary;
  const popular = useMemo(() => data && mostTraded(data.coins), [data]);
  return (
    <section aria-label={t('home.popular')}>
      <Heading
        end={
          <TextLink to="/quotation" className="min-w-touch shrink-0 justify-end">
            {t('home.allMarkets')}
          </TextLink>
        }
      >
        {t('home.popular')}
      </Heading>
      {!popular && summary.isPending && <SkeletonList rows={shownMax} />}
      {!popular && summary.isError && (
        <ErrorState
          title={words(summary.error.failure)}
          isRetrying={summary.isFetching}
          onRetry={() => void summary.refetch()}
        />
      )}
      {popular?.length === 0 && <EmptyState title={t('home.noMarkets')} />}
      {popular && popular.length > 0 && (
        <List label={t('home.popular')}>
          {popular.map((entry) => (
            <PopularMarket key={entry.coin} entry={entry} />
          ))}
        </List>
      )}
    </section>
  );
}

const PopularMarket = memo(function PopularMarket({ entry }: { entry: SummaryCoin }): ReactNode {
  const coin = coinOfCode(entry.coin)!;
  return (
    <MarketRow
      coin={coin.code}
      to={`/exchange/${coin.symbol}`}
      note={<Text id="home.volume" values={{ volume: <LiveVolume coin={coin} summary={entry} /> }} />}
      line={<Sparkline prices={entry.spark} className="w-12!" />}
      price={<LivePrice coin={coin} summary={entry} />}
      change={<LiveChange coin={coin} summary={entry} />}
    />
  );
});
