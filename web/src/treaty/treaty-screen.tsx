// The trading page: seconds options and CFD contracts, whichever was traded last.
import type { CoinCode, Coin } from '@candor/wire';
import { coinOfCode } from '@candor/wire';
import { ClipboardList } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { PairPicker } from '../market/pair-picker.tsx';
import { OptionsTrading } from '../options/options-trading.tsx';
import { setTradeChoices, useTradeChoices } from '../device/trade-choices.ts';
import { needTexts, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/states.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { TypeSwitch, useTradedType } from './type-switch.tsx';

const Loading = (): ReactNode => (
  <div className="flex flex-col gap-3 px-4 pt-2" aria-hidden>
    <Skeleton className="h-14" />
    <Skeleton className="h-64" />
    <Skeleton className="h-40" />
  </div>
);

const ContractsTrading = lazyPart(
  async () => {
    const [{ ContractsTrading: Trading }] = await Promise.all([
      import('../contracts/contracts-trading.tsx'),
      needTexts(['contracts']),
    ]);
    return Trading;
  },
  <Loading />,
);

export function Screen(): ReactNode {
  const t = useT();
  const code = useTradeChoices(({ treatyCoin }) => treatyCoin);
  const type = useTradedType();
  const coin = coinOfCode(code) ?? coinOfCode('BTC')!;
  const title = type === 'options' ? t('options.title', { coin: coin.code }) : `${coin.code} · ${t('options.cfd')}`;
  return (
    <Page title={title} header={<TreatyHead coin={coin} />} isFlush isWide>
      <WishOfPath />
      {type === 'options' ? (
        <OptionsTrading key={coin.code} coin={coin} />
      ) : (
        <ContractsTrading key={coin.code} coin={coin} />
      )}
    </Page>
  );
}

function TreatyHead({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const choose = (code: CoinCode): void => setTradeChoices({ treatyCoin: code });
  return (
    <div className="flex min-h-header flex-wrap items-center gap-1 ps-4 pe-1">
      <div className="min-w-fit flex-1">
        <TitleButton hint={t('market.choosePair')} onPress={() => setPicking(true)}>
          <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
        </TitleButton>
      </div>
      <TypeSwitch value={useTradedType()} isForTrading className="[&>label]:flex-auto" />
      <IconButton icon={ClipboardList} label={t('options.orders')} to="/orders" />
      <PairPicker isOpen={isPicking} onClose={() => setPicking(false)} coin={coin.code} onChoose={choose} />
    </div>
  );
}

/** A link may name the kind and the coin: they become the choice, and leave the address so that a reload keeps later ones. */
function WishOfPath(): ReactNode {
  const { pathname, search } = useAddress();
  useEffect(() => {
    // This page stays alive while others are shown, and their addresses are not meant for it.
    if (pathname !== '/contracts' || search === '') return;
    const wish = new URLSearchParams(search);
    const coin = coinOfCode((wish.get('coin') ?? '').toUpperCase());
    const type = wish.get('type');
    if (coin) setTradeChoices({ treatyCoin: coin.code });
    if (type === 'cfd' || type === 'options') setTradeChoices({ treatyType: type });
    navigate('/contracts', { replace: true });
  }, [pathname, search]);
  return null;
}
