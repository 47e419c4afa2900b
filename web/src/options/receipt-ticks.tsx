import { coinOfCode } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { TicksCard } from '../receipts/ticks-card.tsx';
import { TickChart } from '../ui/tick-chart.tsx';
import { boundsOf, pointsOf, ticksBetween } from '../receipts/tick-line.ts';

/** Every tick between entry and exit; for a void without an entry, those of the time in which one was awaited. */
export function ReceiptTicks({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { entry, exit, order, expires_ms, result } = receipt;
  const ticks = ticksBetween(receipt);
  const fromMs = entry?.published_ms ?? order.received_ms;
  const toMs = Math.max(expires_ms ?? ticks.at(-1)?.[3] ?? fromMs, exit?.published_ms ?? 0);
  const price = (text: string | undefined): string => formats.decimal(text, { min: 0, max: 18 });
  const decimals = coinOfCode(receipt.order.coin)?.priceDecimals ?? 2;
  const axisPrice = (text: string): string => formats.price(text, { min: decimals, max: decimals });
  const bounds = boundsOf(ticks);
  return (
    <TicksCard title={t(entry === null ? 'receipts.ticksWaited' : 'receipts.ticks')} count={ticks.length}>
      <TickChart
        points={pointsOf(ticks, { fromMs, toMs })}
        label={t('receipts.ticksLabel', { count: ticks.length, entry: price(entry?.price), exit: price(exit?.price) })}
        entry={entry ? t('receipts.entry') : undefined}
        exit={exit ? t('receipts.exit') : undefined}
        bounds={bounds && { high: axisPrice(bounds.high), low: axisPrice(bounds.low) }}
        tone={result === 'win' ? 'rise' : 'text'}
      />
    </TicksCard>
  );
}
