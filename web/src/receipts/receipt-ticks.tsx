import type { OptionReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { TickChart } from '../ui/tick-chart.tsx';
import { Words } from '../ui/words.tsx';
import { pointsOf, ticksBetween } from './tick-line.ts';

/** Every tick between entry and exit; for a void without an entry, those of the time in which one was awaited. */
export function ReceiptTicks({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { entry, exit, order, expires_ms, result } = receipt;
  const ticks = ticksBetween(receipt);
  const fromMs = entry?.published_ms ?? order.received_ms;
  const toMs = expires_ms ?? ticks.at(-1)?.[3] ?? fromMs;
  const price = (text: string | undefined): string => formats.decimal(text, { min: 0, max: 18 });
  return (
    <Card className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Words as="h2" size="small" weight="strong">
          {t(entry === null ? 'receipts.ticksWaited' : 'receipts.ticks')}
        </Words>
        <Words size="small" tone="faint">
          {t('receipts.tickCount', { count: ticks.length })}
        </Words>
      </div>
      <TickChart
        points={pointsOf(ticks, { fromMs, toMs })}
        label={t('receipts.ticksLabel', { count: ticks.length, entry: price(entry?.price), exit: price(exit?.price) })}
        entry={entry ? t('receipts.entry') : undefined}
        exit={exit ? t('receipts.exit') : undefined}
        tone={result === 'win' ? 'good' : 'text'}
      />
    </Card>
  );
}
