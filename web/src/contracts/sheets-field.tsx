// How many sheets: as a number, or as a share of what is possible.
import { coinAmount, formatAmount, wad } from '@candor/wire';
import type { Coin } from '@candor/wire';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Slider } from '../ui/slider.tsx';
import { Figure } from '../ui/text.tsx';
import { readSheets } from './read-sheets.ts';

export interface SheetsFieldProps extends DraftField<string> {
  coin: Coin;
  /** The end of the slider; 0 while it is not known. */
  most: number;
  label: string;
  /** Of the form too: it outlives this field. */
  share: string;
  set: (changed: { sheets?: string; share?: string }) => void;
}

export function SheetsField({ coin, most, label, share, set, ...field }: SheetsFieldProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { value } = field;
  const sheets = readSheets(value) ?? 0;
  // What the slider was set to stays that share while the price changes what is possible, up to the review; a typed number stays itself.
  const shared = most === 0 ? undefined : sheetsOf(share, most);
  useEffect(() => {
    if (shared !== undefined && textOf(shared) !== value) set({ sheets: textOf(shared) });
  }, [shared, value, set]);
  const amountOf = (count: number): string =>
    formats.decimal(formatAmount(coinAmount(count, wad(coin.sheetSize))), { min: 0, max: 18 });
  const quarter = (part: number): ReactNode => <Figure>{formats.percent(`${part / 4}`, { decimals: 0 })}</Figure>;
  return (
    <div className="flex flex-col">
      <AmountField
        label={label}
        coin={t('contracts.sheetsUnit')}
        decimals={0}
        step="1"
        min="1"
        {...field}
        onChange={(typed) => set({ sheets: typed, share: '' })}
        hint={t('contracts.sheetsHint', {
          amount: amountOf(sheets),
          size: formats.decimal(coin.sheetSize, { min: 0, max: 18 }),
          coin: coin.code,
        })}
      />
      <Slider
        label={t('contracts.sheetsShare')}
        value={sheets}
        min={0}
        max={most}
        valueText={t('contracts.sheetsCount', { count: sheets })}
        marks={[0, 1, 2, 3, 4].map(quarter)}
        onChange={(count) => set({ sheets: textOf(count), share: `${count}/${most}` })}
      />
    </div>
  );
}

const textOf = (sheets: number): string => (sheets === 0 ? '' : `${sheets}`);

/** Whole numbers, rounded down: never more than is possible. */
function sheetsOf(share: string, most: number): number | undefined {
  const [part, of] = share.split('/').map(readSheets);
  return part === undefined || !of ? undefined : Math.floor((part * most) / of);
}
