import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { TickChart } from '../ui/tick-chart.tsx';
import { Words } from '../ui/words.tsx';
import { drawnTicks, sumsOf, triggerOf } from './contract-sums.ts';
import { heightOf, pointsOf } from './tick-line.ts';

/** Every tick from entry to exit, and the price that ended it; of a long life, those before its end. */
export function ContractTicks({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { entry, exit, order } = receipt;
  const { ticks, isFromEntry } = drawnTicks(receipt);
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined || ticks.length < 2) return null;
  const price = (text: string | undefined): string => formats.decimal(text, { min: 0, max: 18 });
  const trigger = triggerOf(receipt);
  const y = trigger === null ? undefined : heightOf(trigger, ticks);
  const name = isFromEntry ? (entry === null ? 'ticksWaited' : 'ticks') : 'ticksEnd';
  return (
    <Card className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Words as="h2" size="small" weight="strong">
          {t(`receipts.${name}`)}
        </Words>
        <Words size="small" tone="faint">
          {t('receipts.tickCount', { count: ticks.length })}
        </Words>
      </div>
      <TickChart
        points={pointsOf(ticks, {
          fromMs: isFromEntry ? (entry?.published_ms ?? order.received_ms) : first[3],
          toMs: last[3],
        })}
        label={t('receipts.ticksLabel', { count: ticks.length, entry: price(entry?.price), exit: price(exit?.price) })}
        entry={isFromEntry && entry ? t('receipts.entry') : undefined}
        exit={exit ? t('receipts.exit') : undefined}
        level={y === undefined ? undefined : { y, label: t(`contracts.result_${receipt.result}`) }}
        tone={sumsOf(receipt).gain > 0n ? 'good' : 'text'}
      />
    </Card>
  );
}
