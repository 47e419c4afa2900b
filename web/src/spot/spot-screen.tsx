// The spot view: the market of a coin, what one has of it, and the two ways to get it.
import { coinOfCode } from '@candor/wire';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FavouriteButton } from '../market/favourite-button.tsx';
import { MarketPage } from '../market/market-page.tsx';
import { setTradeChoices, useTradeChoices } from '../device/trade-choices.ts';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Holdings } from './holdings.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const coin = coinOfCode(useTradeChoices(({ treatyCoin }) => treatyCoin)) ?? coinOfCode('BTC')!;
  useWishOfPath();
  return (
    <MarketPage
      coin={coin}
      title={`${coin.code}/USDT · ${t('market.spot')}`}
      back="/home"
      actions={<FavouriteButton code={coin.code} />}
      onChoose={(treatyCoin) => setTradeChoices({ treatyCoin })}
    >
      <Holdings coin={coin} />
    </MarketPage>
  );
}

/** A link may name the coin: it becomes the choice, and leaves the address so that a reload keeps a later one. */
function useWishOfPath(): void {
  const { search } = useAddress();
  useEffect(() => {
    if (search === '') return;
    const coin = coinOfCode((new URLSearchParams(search).get('coin') ?? '').toUpperCase());
    if (coin) setTradeChoices({ treatyCoin: coin.code });
    navigate('/spot', { replace: true });
  }, [search]);
}
