import type { Coin } from '@candor/wire';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { tradesKept, useTape } from '../session/live/use-live.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Tape } from '../ui/tape.tsx';

/** What was traded lately, newest first. */
export function CoinTape({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
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
        title: t('quotation.tape'),
        time: t('quotation.time'),
        price: t('quotation.columnPrice'),
        size: t('quotation.amountOf', { coin: coin.code }),
        buy: t('quotation.bought'),
        sell: t('quotation.sold'),
      }}
    />
  );
}
