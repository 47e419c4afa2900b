// The head of every screen that is about one market: its price, its day, and what its volume was.
import type { Coin } from '@candor/wire';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useKnownSummary } from '../data/use-market-summary.ts';
import { LiveChange, LivePrice } from '../live/market-cells.tsx';
import type { SummaryCoin } from '../live/market-cells.tsx';
import { useDayChange, useTicker } from '../live/use-live.ts';
import { useFormats, useT } from '../text/texts.ts';
import { moveOf } from '../ui/change.tsx';
import { Calm } from '../ui/pace.tsx';
import { Text } from '../ui/text.tsx';

export interface MarketHeadProps {
  coin: Coin;
  /** What the summary said, until the first message of the feed; without one, what was known last. */
  summary?: SummaryCoin | undefined;
  /** Where there is an act below: a short screen shows one line, price and change. */
  isBrief?: boolean;
}

export function MarketHead(props: MarketHeadProps): ReactNode {
  const known = useKnownSummary(props.coin.code);
  const market = { ...props, summary: props.summary ?? known };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-2 pb-1 wide:px-0 short:pt-1 short:pb-0">
      <div
        className={clsx(
          'flex flex-col',
          props.isBrief && 'short:flex-1 short:flex-row short:items-baseline short:gap-3',
        )}
      >
        <PriceNow {...market} />
        <ChangeNow {...market} />
      </div>
      <Calm>
        <DayFigures {...market} />
      </Calm>
    </div>
  );
}

function PriceNow({ coin, summary }: MarketHeadProps): ReactNode {
  const change = useDayChange(coin.symbol) ?? summary?.change;
  const tone = { up: 'rise', down: 'fall', unchanged: 'text' } as const;
  return <LivePrice coin={coin} summary={summary} size="figure" weight="strong" tone={tone[moveOf(change)]} />;
}

function ChangeNow({ coin, summary }: MarketHeadProps): ReactNode {
  const t = useT();
  return (
    <span className="flex items-center gap-2">
      <LiveChange coin={coin} summary={summary} className="justify-start" />
      <Text size="tiny" tone="faint">
        {t('market.day')}
      </Text>
    </span>
  );
}

function DayFigures({ coin, summary, isBrief }: MarketHeadProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const ticker = useTicker(coin.symbol);
  const price = (text: string | null | undefined): string =>
    formats.price(text, { min: coin.priceDecimals, max: coin.priceDecimals });
  const rows = [
    [t('market.dayHigh'), price(ticker?.high ?? summary?.high)],
    [t('market.dayLow'), price(ticker?.low ?? summary?.low)],
    [t('market.dayVolume'), formats.compact(ticker?.vol ?? summary?.volume)],
  ] as const;
  return (
    <dl className={clsx('ms-auto grid grid-cols-[auto_auto] gap-x-3', isBrief && 'short:hidden')}>
      {rows.map(([label, figure]) => (
        <div key={label} className="contents">
          <Text as="dt" size="tiny" tone="faint" align="end">
            {label}
          </Text>
          <Text as="dd" size="tiny" tone="secondary" align="end">
            <bdi>{figure}</bdi>
          </Text>
        </div>
      ))}
    </dl>
  );
}
