// The trading page: seconds options now, CFD contracts next to them when they open.
import type { CoinCode, Coin } from '@candor/wire';
import { coinOfCode } from '@candor/wire';
import { ClipboardList } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PairPicker } from '../market/pair-picker.tsx';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import type { TreatyType } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { Segmented } from '../ui/choices.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Page } from '../ui/page.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { CfdComing } from './cfd-coming.tsx';
import { OptionsTrading } from './options-trading.tsx';

export function Screen(): ReactNode {
  const t = useText();
  const code = usePreferences((wishes) => wishes.treatyCoin);
  const type = usePreferences((wishes) => wishes.treatyType);
  const coin = coinOfCode(code) ?? coinOfCode('BTC')!;
  return (
    <Page
      title={t('options.title', { coin: coin.code })}
      header={<TreatyHead coin={coin} type={type} />}
      isFlush
      isWide
    >
      <WishOfPath />
      {type === 'options' ? <OptionsTrading key={coin.code} coin={coin} /> : <CfdComing />}
    </Page>
  );
}

function TreatyHead({ coin, type }: { coin: Coin; type: TreatyType }): ReactNode {
  const t = useText();
  const [isPicking, setPicking] = useState(false);
  const choose = (code: CoinCode): void => setPreferences({ treatyCoin: code });
  return (
    <div className="flex min-h-header flex-wrap items-center gap-1 ps-4 pe-1">
      <div className="min-w-fit flex-1">
        <TitleButton hint={t('market.choosePair')} onPress={() => setPicking(true)}>
          <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
        </TitleButton>
      </div>
      <Segmented
        label={t('options.type')}
        choices={[
          { value: 'options', label: t('options.seconds') },
          { value: 'cfd', label: t('options.cfd') },
        ]}
        value={type}
        onChange={(treatyType) => setPreferences({ treatyType })}
        className="[&>label]:flex-auto"
      />
      <IconButton icon={ClipboardList} label={t('options.orders')} to="/orders" />
      <PairPicker isOpen={isPicking} onClose={() => setPicking(false)} coin={coin.code} onChoose={choose} />
    </div>
  );
}

/** A link may name the kind and the coin: they become the choice, and leave the address so that a reload keeps later ones. */
function WishOfPath(): ReactNode {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // This page stays alive while others are shown, and their addresses are not meant for it.
    if (pathname !== '/contracts' || search === '') return;
    const wish = new URLSearchParams(search);
    const coin = coinOfCode((wish.get('coin') ?? '').toUpperCase());
    const type = wish.get('type');
    if (coin) setPreferences({ treatyCoin: coin.code });
    if (type === 'cfd' || type === 'options') setPreferences({ treatyType: type });
    void navigate('/contracts', { replace: true });
  }, [pathname, search, navigate]);
  return null;
}
