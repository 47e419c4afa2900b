// A page about one market: head, chart, and book, tape, depth and introduction below it, or beside it where there is room.
import type { Coin, CoinCode } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { SummaryCoin } from '../live/market-cells.tsx';
import { useMarketState } from '../live/market-states.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Header } from '../ui/header.tsx';
import { Page } from '../ui/page.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { useWide } from '../ui/use-screen.ts';
import { Heading } from '../ui/text.tsx';
import { AlertBell } from './alert-bell.tsx';
import { BookPanel } from './book-panel.tsx';
import { useLimitLines } from './limit-lines.ts';
import { MarketDetails } from './market-details.tsx';
import { MarketHead } from './market-head.tsx';
import { PairPicker } from './pair-picker.tsx';
import { TapePanel } from './tape-panel.tsx';

export interface MarketPageProps {
  coin: Coin;
  title: string;
  back: string;
  onChoose: (code: CoinCode) => void;
  summary?: SummaryCoin | undefined;
  /** Beside the bell: one at most. */
  actions?: ReactNode;
  foot?: ReactNode;
  /** Between chart and details. */
  children?: ReactNode;
}

export function MarketPage(props: MarketPageProps): ReactNode {
  const { coin, title, back, onChoose, summary, actions, foot, children } = props;
  const t = useT();
  const isWide = useWide();
  const [isPicking, setPicking] = useState(false);
  const heading = (
    <TitleButton hint={t('market.choosePair')} onPress={() => setPicking(true)}>
      <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
    </TitleButton>
  );
  return (
    <Page
      title={title}
      header={
        <Header
          title={title}
          heading={heading}
          back={back}
          actions={
            <>
              {actions}
              <AlertBell coin={coin} />
            </>
          }
        />
      }
      foot={foot}
      isFlush
      isWide
    >
      <div className="flex min-w-0 flex-1 flex-col wide:flex-row wide:gap-4 wide:px-4">
        <div className="flex min-w-0 flex-col gap-2 wide:flex-1">
          <MarketHead coin={coin} summary={summary} />
          <StateBanner coin={coin} summary={summary} />
          <OwnChart coin={coin} />
          {children !== undefined && <div className="px-4 wide:px-0">{children}</div>}
          <div className="px-4 wide:px-0">
            <MarketDetails coin={coin} views={isWide ? ['depth', 'about'] : ['book', 'depth', 'tape', 'about']} />
            <TextLink to={`/market/sources/${coin.symbol}`} size="small">
              {t('market.open')}
            </TextLink>
          </div>
        </div>
        {isWide && (
          <aside className="flex w-76 shrink-0 flex-col gap-4">
            <div>
              <Heading>{t('market.book')}</Heading>
              <BookPanel key={coin.code} coin={coin} isLadder />
            </div>
            <div>
              <Heading>{t('market.tape')}</Heading>
              <TapePanel key={coin.code} coin={coin} />
            </div>
          </aside>
        )}
      </div>
      <PairPicker isOpen={isPicking} onClose={() => setPicking(false)} coin={coin.code} onChoose={onChoose} />
    </Page>
  );
}

/** With what one's own limits wait for. In a box of its own: the chart has its height, and the details follow it at once. */
function OwnChart({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const lines = useLimitLines(coin);
  return (
    <div>
      <ChartPanel
        symbol={coin.symbol}
        lines={lines}
        label={t('chart.label', { coin: coin.code })}
        className="h-[clamp(13rem,40dvh,26rem)] wide:h-[55dvh]"
      />
    </div>
  );
}

function StateBanner({ coin, summary }: Pick<MarketPageProps, 'coin' | 'summary'>): ReactNode {
  const t = useT();
  const state = useMarketState(coin.symbol) ?? summary?.state ?? 'live';
  if (state === 'live') return null;
  return <Banner tone={state === 'halted' ? 'danger' : 'warn'} title={t(`market.${state}`)} className="mx-4" />;
}
