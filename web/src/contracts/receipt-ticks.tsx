import { coinOfCode } from '@candor/wire';
import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { TicksCard } from '../receipts/ticks-card.tsx';
import { TickChart } from '../ui/tick-chart.tsx';
import { drawnTicks, sumsOf, triggerOf } from './receipt-sums.ts';
import { boundsOf, heightOf, pointsOf } from '../receipts/tick-line.ts';

/** Every tick from entry to exit, and the price that ended it; of a long life, those before its end. */
export function ReceiptTicks({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { entry, exit, order } = receipt;
  const { ticks, isFromEntry } = drawnTicks(receipt);
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined || ticks.length < 2) return null;
  const price = (text: string | undefined): string => formats.decimal(text, { min: 0, max: 18 });
  const decimals = coinOfCode(order.coin)?.priceDecimals ?? 2;
  const axisPrice = (text: string): string => formats.price(text, { min: decimals, max: decimals });
  const bounds = boundsOf(ticks);
  const trigger = triggerOf(receipt);
  const y = trigger === null ? undefined : heightOf(trigger, ticks);
  const name = isFromEntry ? (entry === null ? 'ticksWaited' : 'ticks') : 'ticksEnd';
  return (
    <TicksCard title={t(`receipts.${name}`)} count={ticks.length}>
      <TickChart
        points={pointsOf(ticks, {
          fromMs: isFromEntry ? (entry?.published_ms ?? order.received_ms) : first[3],
          toMs: last[3],
        })}
        label={t('receipts.ticksLabel', { count: ticks.length, entry: price(entry?.price), exit: price(exit?.price) })}
        entry={isFromEntry && entry ? t('receipts.entry') : undefined}
        exit={exit ? t('receipts.exit') : undefined}
        level={y === undefined ? undefined : { y, label: t(`contracts.result_${receipt.result}`) }}
        bounds={bounds && { high: axisPrice(bounds.high), low: axisPrice(bounds.low) }}
        tone={sumsOf(receipt).net > 0n ? 'rise' : 'text'}
      />
    </TicksCard>
  );
}
