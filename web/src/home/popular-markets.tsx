// The coins that are traded most. Their order is the summary's and rests; figures move by the socket.
import { coinOfCode, parseMarketNumber } from '@candor/wire';
import type { MarketSummary } from '@candor/wire';
import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice, LiveVolume } from '../live/market-cells.tsx';
import type { SummaryCoin } from '../live/market-cells.tsx';
import { Loaded } from '../data/loaded.tsx';
import type { Reading } from '../data/use-read.ts';
import { Translated } from '../text/translated.tsx';
import { useT } from '../text/texts.ts';
import { List } from '../ui/list.tsx';
import { MarketRow } from '../ui/market-row.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Heading } from '../ui/text.tsx';

const shownMax = 6;

/** The most traded first. */
export function mostTraded(coins: readonly SummaryCoin[]): SummaryCoin[] {
  const volume = ({ volume: text }: SummaryCoin): bigint => parseMarketNumber(text ?? '') ?? 0n;
  return coins
    .filter(({ coin }) => coinOfCode(coin))
    .toSorted((left, right) => (volume(left) < volume(right) ? 1 : volume(left) > volume(right) ? -1 : 0))
    .slice(0, shownMax);
}

export function PopularMarkets({ summary }: { summary: Reading<MarketSummary> }): ReactNode {
  const t = useT();
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
      <Loaded read={summary} skeleton={<SkeletonList rows={shownMax} />}>
        {({ coins }) => <Popular coins={coins} />}
      </Loaded>
    </section>
  );
}

function Popular({ coins }: { coins: readonly SummaryCoin[] }): ReactNode {
  const t = useT();
  const popular = useMemo(() => mostTraded(coins), [coins]);
  if (popular.length === 0) return <EmptyState title={t('home.noMarkets')} />;
  return (
    <List label={t('home.popular')}>
      {popular.map((entry) => (
        <PopularMarket key={entry.coin} entry={entry} />
      ))}
    </List>
  );
}

const PopularMarket = memo(function PopularMarket({ entry }: { entry: SummaryCoin }): ReactNode {
  const coin = coinOfCode(entry.coin)!;
  return (
    <MarketRow
      coin={coin.code}
      to={`/exchange/${coin.symbol}`}
      note={<Translated id="home.volume" values={{ volume: <LiveVolume coin={coin} summary={entry} /> }} />}
      line={<Sparkline prices={entry.spark} className="h-6.5 w-12" />}
      price={<LivePrice coin={coin} summary={entry} />}
      change={<LiveChange look="pill" coin={coin} summary={entry} />}
    />
  );
});
