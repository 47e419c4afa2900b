// The lines in which a receipt says its numbers.
import { coinOfCode } from '@candor/wire';
import type { ReceiptTick } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import type { Formats } from '../text/formats.ts';
import { Row } from '../ui/list.tsx';
import { Text } from '../ui/text.tsx';

export const Figure = ({ children }: { children: ReactNode }): ReactNode => (
  // A formula is longer than a line of large letters.
  <bdi dir="ltr" className="figure narrow:whitespace-normal">
    {children}
  </bdi>
);

export const usdt = (formats: Formats, amount: string): string => `${formats.decimal(amount, { min: 2, max: 4 })} USDT`;

export function FactRow({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }): ReactNode {
  return (
    <Row
      // Where letters are large the value goes below the name instead of squeezing it.
      title={
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Text size="small" tone="secondary" weight="normal">
            {name}
          </Text>
          <span className="ms-auto flex min-w-0 flex-col text-end wrap-anywhere">
            <Text weight="strong">{value}</Text>
            {note !== false && (
              <Text size="tiny" tone="faint" weight="normal">
                {note}
              </Text>
            )}
          </span>
        </span>
      }
    />
  );
}

export function TickRow({ name, coin, tick }: { name: string; coin: string; tick: ReceiptTick | null }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  if (tick === null) return <FactRow name={name} value={t('receipts.none')} />;
  return (
    <FactRow
      name={name}
      value={<Figure>{formats.decimal(tick.price, { min: decimals, max: 18 })}</Figure>}
      note={<Figure>{`#${formats.whole(tick.sequence)} · ${formats.time(tick.published_ms, 'milliseconds')}`}</Figure>}
    />
  );
}
