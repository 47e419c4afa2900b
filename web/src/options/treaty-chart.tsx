// The chart of the trading page: lengths of candles, candles or line, and the lines of what runs on this coin.
import type { Coin, OptionOrderMessage } from '@candor/wire';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { ChartMark } from '../chart/order-mark.ts';
import { useFormats, useT } from '../text/texts.ts';
import { sideOf } from './running-rules.ts';

export interface TreatyChartProps {
  coin: Coin;
  orders: readonly OptionOrderMessage[];
  /** Below it stands a card with a picture of its own. */
  isLow: boolean;
}

const high =
  'h-[clamp(10.5rem,calc(100dvh-max(32rem,5.12*var(--r))),26rem)] short:h-[clamp(8rem,calc(100dvh-max(26.5rem,4.24*var(--r))),26rem)]';
const low =
  'h-[clamp(8rem,calc(100dvh-max(37.5rem,6*var(--r))),26rem)] short:h-[clamp(8rem,calc(100dvh-max(32rem,5.12*var(--r))),26rem)]';

export function TreatyChart({ coin, orders, isLow }: TreatyChartProps): ReactNode {
  const t = useT();
  return (
    <ChartPanel
      symbol={coin.symbol}
      marks={useMarks(coin, orders)}
      label={t('options.chartLabel', { coin: coin.code })}
      className={clsx(isLow ? low : high, 'wide:h-auto wide:min-h-[60dvh] wide:flex-1')}
    />
  );
}

function useMarks(coin: Coin, orders: readonly OptionOrderMessage[]): ChartMark[] {
  const [t, formats] = [useT(), useFormats()];
  return useMemo(() => {
    const running = orders.filter(({ pair_type, trade_type }) => pair_type === coin.symbol && trade_type === 1);
    return running.flatMap((order) => {
      if (order.entry === null) return [];
      const price = formats.price(order.entry.price, { min: coin.priceDecimals, max: coin.priceDecimals });
      return {
        id: order.option_order_id,
        price: order.entry.price,
        enteredAt: Date.parse(order.entry.published_at),
        expiresAt: order.expires_at === null ? null : Date.parse(order.expires_at),
        side: sideOf(order),
        text: t('options.markEntry', { price }),
      };
    });
  }, [coin, orders, t, formats]);
}
