// One coin's market, open to everyone: price, day, order book, latest trades, and the ways to trade it.
import type { Coin } from '@candor/wire';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useMarketSummary } from '../session/use-market-summary.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useWide } from '../ui/use-wide.ts';
import { Heading } from '../ui/words.tsx';
import { CoinBook } from './coin-book.tsx';
import { CoinChart } from './coin-chart.tsx';
import { CoinHead } from './coin-head.tsx';
import { CoinTape } from './coin-tape.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { coinOfPair } from './pair.ts';
import { SummaryFault } from './summary-fault.tsx';

export function Screen(): ReactNode {
  const t = useText();
  const coin = coinOfPair(useParams()['pair'] ?? '');
  if (coin) return <CoinPage coin={coin} />;
  const back = (
    <Button to="/quotation" look="secondary">
      {t('quotation.toList')}
    </Button>
  );
  return (
    <Page title={t('shell.quotation')} back="/quotation">
      <EmptyState icon={CircleHelp} title={t('quotation.unknownCoin')} action={back} className="my-auto" />
    </Page>
  );
}

function CoinPage({ coin }: { coin: Coin }): ReactNode {
  const summary = useMarketSummary();
  return (
    <Page
      title={`${coin.code}/USDT`}
      back="/quotation"
      actions={<FavouriteButton code={coin.code} />}
      foot={<TradeButtons coin={coin} />}
      isWide
    >
      <div className="flex flex-col gap-4">
        <SummaryFault summary={summary} />
        <CoinHead coin={coin} summary={summary.data?.coins.find((entry) => entry.coin === coin.code)} />
        <CoinChart coin={coin} />
        <Details coin={coin} />
      </div>
    </Page>
  );
}

/** One of both on a phone, and only that one follows the market; side by side where there is room. */
function Details({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const isWide = useWide();
  const [view, setView] = useState<'book' | 'tape'>('book');
  if (isWide) {
    return (
      <div className="grid grid-cols-2 gap-8">
        <div>
          <Heading>{t('quotation.book')}</Heading>
          <CoinBook coin={coin} />
        </div>
        <div>
          <Heading>{t('quotation.tape')}</Heading>
          <CoinTape coin={coin} />
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('quotation.details')}
        choices={[
          { value: 'book', label: t('quotation.book') },
          { value: 'tape', label: t('quotation.tape') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'book' ? <CoinBook coin={coin} /> : <CoinTape coin={coin} />}
    </div>
  );
}

function TradeButtons({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-wrap gap-2">
      <Button to={`/contracts?coin=${coin.code}`} className="min-w-32 flex-1">
        {t('quotation.tradeSeconds')}
      </Button>
      <Button to={`/contracts?type=cfd&coin=${coin.code}`} look="secondary" className="min-w-32 flex-1">
        {t('quotation.tradeCfd')}
      </Button>
    </div>
  );
}
