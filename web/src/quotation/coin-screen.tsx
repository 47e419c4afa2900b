// One coin's market, open to everyone: price, day, chart, order book, latest trades, introduction, and the ways to trade it.
import { coinOfCode } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { MarketPage } from '../market/market-page.tsx';
import { ReadError } from '../data/loaded.tsx';
import { useMarketSummary } from '../data/use-market-summary.ts';
import { useT } from '../text/texts.ts';
import { navigate, useParams } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { FavouriteButton } from '../market/favourite-button.tsx';
import { coinOfPair } from '../market/pair.ts';

export function Screen(): ReactNode {
  const t = useT();
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
    <MarketPage
      coin={coin}
      title={`${coin.code}/USDT`}
      back="/quotation"
      summary={summary.data?.coins.find((entry) => entry.coin === coin.code)}
      actions={<FavouriteButton code={coin.code} />}
      foot={<TradeButtons coin={coin} />}
      // In its place: the way back leads to the list and not through all coins that were looked at.
      onChoose={(code) => navigate(`/exchange/${coinOfCode(code)!.symbol}`, { replace: true })}
    >
      {/* Prices come by the socket all the same: only the day's lines are missing. */}
      <ReadError read={summary} />
    </MarketPage>
  );
}

function TradeButtons({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
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
