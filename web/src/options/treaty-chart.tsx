// The chart of the trading page: lengths of candles, candles or line, and the lines of what runs on this coin.
import type { Coin, OptionOrderMessage } from '@candor/wire';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { ChartMark } from '../chart/order-mark.ts';
import { useFormats, useText } from '../text/texts.ts';
import { sideOf } from './running-rules.ts';

export function TreatyChart({ coin, orders }: { coin: Coin; orders: readonly OptionOrderMessage[] }): ReactNode {
  const t = useText();
  return (
    <ChartPanel
      symbol={coin.symbol}
      marks={useMarks(coin, orders)}
      label={t('options.chartLabel', { coin: coin.code })}
      className="h-[clamp(10.5rem,calc(100dvh-max(33.5rem,5.36*var(--r))),26rem)] wide:h-auto wide:min-h-[60dvh] wide:flex-1"
    />
  );
}

function useMarks(coin: Coin, orders: readonly OptionOrderMessage[]): ChartMark[] {
  const [t, formats] = [useText(), useFormats()];
  return useMemo(() => {
    const running = orders.filter(({ pair_type, trade_type }) => pair_type === coin.symbol && trade_type === 1);
    return running.flatMap((order) => {
      if (order.entry === null) return [];
      const price = formats.decimal(order.entry.price, { min: coin.priceDecimals, max: coin.priceDecimals });
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
