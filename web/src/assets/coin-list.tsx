// One's coins, the dearest first; a tap opens where the coin lies and what can be done with it.
import { coinCodes, coinOfCode } from '@candor/wire';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Switch } from '../ui/switch.tsx';
import { Heading } from '../ui/text.tsx';
import { CoinSheet } from './coin-sheet.tsx';
import { usePrices } from '../live/use-prices.ts';
import { amountOf, ordered, shownHoldings, worthOf } from '../live/worth.ts';
import type { Holding, Prices } from '../live/worth.ts';

const allCoins: readonly string[] = ['USDT', ...coinCodes];

export const nameOfCoin = (coin: string): string => (coin === 'USDT' ? 'Tether' : (coinOfCode(coin)?.name ?? coin));

export function CoinList({ holdings, empty }: { holdings: readonly Holding[]; empty: ReactNode }): ReactNode {
  const t = useT();
  const [hasEmpty, setHasEmpty] = useState(false);
  const [opened, setOpened] = useState<string>();
  const prices = usePrices(holdings.map(({ coin_code }) => coin_code));
  const shown = useOrdered(shownHoldings(holdings, allCoins, hasEmpty), prices);
  const chosen = shown.find(({ coin_code }) => coin_code === opened);
  return (
    <section className="mt-4">
      <Heading>{t('assets.coins')}</Heading>
      {shown.length === 0 && empty}
      {shown.length > 0 && (
        <List label={t('assets.coins')}>
          {shown.map((holding) => (
            <CoinRow
              key={holding.coin_code}
              holding={holding}
              prices={prices}
              onPress={() => setOpened(holding.coin_code)}
            />
          ))}
        </List>
      )}
      <Switch label={t('assets.showEmpty')} isOn={hasEmpty} onChange={setHasEmpty} />
      <CoinSheet holding={chosen} onClose={() => setOpened(undefined)} />
    </section>
  );
}

/** Rows must not change places under a thumb at each tick: their order is made anew only when coins come or go. */
function useOrdered(shown: readonly Holding[], prices: Prices): readonly Holding[] {
  const key = shown.map(({ coin_code }) => coin_code).join(' ');
  const isPriced = [...prices.values()].every((price) => price !== undefined);
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const order = useMemo(() => ordered(shown, prices).map(({ coin_code }) => coin_code), [key, isPriced]);
  const byCoin = new Map(shown.map((holding) => [holding.coin_code, holding]));
  return order.flatMap((coin) => byCoin.get(coin) ?? []);
}

function CoinRow({ holding, prices, onPress }: { holding: Holding; prices: Prices; onPress: () => void }): ReactNode {
  const coin = holding.coin_code;
  const amount = amountOf(holding);
  const worth = worthOf(coin, amount, prices);
  return (
    <Row
      title={coin}
      note={nameOfCoin(coin)}
      start={<CoinIcon coin={coin} />}
      end={<Money amount={amount} coin={coin} isPrivate weight="medium" />}
      endNote={
        coin !== 'USDT' && amount > 0n ? (
          <span>
            {'≈ '}
            <Money amount={worth} coin="USDT" precision="cents" hasCoin isPrivate size="tiny" />
          </span>
        ) : undefined
      }
      onPress={onPress}
    />
  );
}
