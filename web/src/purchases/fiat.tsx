// An amount of the money of a country, with its own decimals.
import { currencyDecimals, formatAmount } from '@candor/wire';
import type { CurrencyCode, Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats } from '../text/texts.ts';
import { Figure } from '../ui/text.tsx';

export function Fiat({ amount, currency }: { amount: string | Wad | undefined; currency: CurrencyCode }): ReactNode {
  const formats = useFormats();
  const decimals = currencyDecimals[currency];
  const text = typeof amount === 'bigint' ? formatAmount(amount) : amount;
  return <Figure>{`${formats.decimal(text, { min: decimals, max: decimals })} ${currency}`}</Figure>;
}
