import type { Coin } from '@candor/wire';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { tradesKept } from '../live/tape.ts';
import { useTape } from '../live/use-live.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Tape } from '../ui/tape.tsx';

/** What was traded lately, newest first. */
export function TapePanel({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const filled = useTape(coin.symbol);
  const trades = useMemo(
    () =>
      filled.map(({ id, ts, price, amount, direction }) => ({
        id,
        price,
        size: amount,
        time: formats.time(parseInt(ts, 10), 'seconds'),
        isBuy: direction === 'buy',
      })),
    [filled, formats],
  );
  return (
    <Tape
      coin={coin.code}
      trades={trades}
      rows={tradesKept}
      words={{
        title: t('market.tape'),
        time: t('market.time'),
        price: t('market.price'),
        size: t('market.amountOf', { coin: coin.code }),
        buy: t('market.bought'),
        sell: t('market.sold'),
      }}
    />
  );
}
