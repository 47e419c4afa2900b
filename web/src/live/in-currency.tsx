// A sum of USDT in the money of the customer's country, with the day of its rate; of an old rate a word instead.
import { currencyDecimals, formatAmount, listCurrencies, multiplyDown, wad } from '@candor/wire';
import type { CurrencyCode, Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { currencyOf, usePreferences } from '../device/preferences.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useKit } from '../ui/kit-provider.tsx';
import { Figure, Text } from '../ui/text.tsx';

const freshMs = 10 * 60_000;

/** What currencies there are, and what each is worth; stored, so that a page says at once what it said last. */
export const useCurrencies = () => useRead(listCurrencies, {}, { freshMs, everyMs: freshMs, isStored: true });

/** Nothing until a rate is known. */
export function InCurrency({ amount }: { amount: Wad }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { hidesBalances } = useKit();
  const code = usePreferences(currencyOf);
  const rate = useCurrencies().data?.currencies.find((each) => each.code === code);
  if (!rate?.per_usd || hidesBalances) return null;
  const day = rate.day ? formats.date(`${rate.day}T12:00:00Z`) : '';
  if (rate.is_old) return <Text size="small" tone="secondary">{t('ui.rateOld', { currency: code, day })}</Text>; // oxfmt-ignore
  const note = rate.source === 'demo' ? t('ui.sampleRate') : day;
  const decimals = currencyDecimals[code];
  const worth = formats.decimal(worthIn(code, amount, rate.per_usd), { min: decimals, max: decimals });
  return (
    <Text size="small" tone="secondary" className="flex flex-wrap gap-x-1.5">
      <Figure>{`≈ ${worth} ${code}`}</Figure>
      {note !== '' && <span>{note}</span>}
    </Text>
  );
}

/** Cut to the decimals of the currency. */
function worthIn(code: CurrencyCode, amount: Wad, perUsd: string): string {
  const isBelow = amount < 0n;
  const worth = multiplyDown((isBelow ? -amount : amount) as Wad, wad(perUsd), currencyDecimals[code]);
  return formatAmount((isBelow ? -worth : worth) as Wad);
}
