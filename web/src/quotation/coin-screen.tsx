// One coin's market, open to everyone: price, day, chart, order book, latest trades, introduction, and the ways to trade it.
import { coinOfCode } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { MarketPage } from '../market/market-page.tsx';
import { useMarketSummary } from '../session/use-market-summary.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { coinOfPair } from '../market/pair.ts';
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
  const navigate = useNavigate();
  const summary = useMarketSummary();
  return (
    <MarketPage
      coin={coin}
      title={`${coin.code}/USDT`}
      back="/quotation"
      summary={summary.data?.coins.find((entry) => entry.coin === coin.code)}
      actions={<FavouriteButton code={coin.code} />}
      foot={<TradeButtons coin={coin} />}
      // In its place: the way back leads to the list and not through all coins that were looked at.
      onChoose={(code) => void navigate(`/exchange/${coinOfCode(code)!.symbol}`, { replace: true })}
    >
      <SummaryFault summary={summary} />
    </MarketPage>
  );
}

function TradeButtons({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-wrap gap-2">
      <Button to={`/contracts?coin=${coin.code}`} className="flex-auto px-2!">
        {t('quotation.tradeSeconds')}
      </Button>
      <Button to={`/contracts?type=cfd&coin=${coin.code}`} look="secondary" className="flex-auto px-2!">
        {t('quotation.tradeCfd')}
      </Button>
      <Button to={`/spot?coin=${coin.code}`} look="secondary" className="flex-auto px-2!">
        {t('market.spot')}
      </Button>
    </div>
  );
}
