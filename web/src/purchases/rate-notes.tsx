// Shows the source and day of a rate and, if nobody can buy at the rate, the reason and what helps.
import type { CurrencyCode, CurrencyRate } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import type { Formats } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';

const dayMs = 24 * 3_600_000;

const dateOf = (day: string, formats: Formats): string => formats.date(`${day}T12:00:00Z`);

/** Shows nothing for the dollar, which has no rate. */
export function RateNote({ rate }: { rate: CurrencyRate | undefined }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (!rate?.day || rate.source === null || rate.source === 'none') return null;
  if (rate.source === 'demo') return t('ui.sampleRate');
  const day = dateOf(rate.day, formats);
  const words = t(rate.source === 'bank' ? 'purchases.rateOfBank' : 'purchases.rateOfOperators', { day });
  const [today, at] = [Math.floor(serverNow() / dayMs) * dayMs, Date.parse(`${rate.day}T00:00:00Z`)];
  return at < today ? `${words} · ${formats.relative(at, today)}` : words;
}

/** Returns whether nobody can buy in the currency now. */
export const isOff = (rate: CurrencyRate | undefined): rate is CurrencyRate =>
  rate !== undefined && (rate.is_old || rate.is_doubted);

/** Joins currency codes with “or” in the language of the page: EUR, JPY or USD. */
const oneOf = (words: readonly string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(words);

interface RateOffProps {
  rate: CurrencyRate;
  /** Currencies on offer. */
  offered: readonly CurrencyCode[];
  currencies: readonly CurrencyRate[];
}

export function RateOff({ rate, offered, currencies }: RateOffProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const others = offered.filter((code) => !isOff(currencies.find((each) => each.code === code)));
  const why = (): string => {
    if (rate.day === null) return t('purchases.rateOffMissing');
    if (rate.is_old) return t('purchases.rateOffOld', { day: dateOf(rate.day, formats) });
    return t('purchases.rateOffDoubted');
  };
  return (
    <Banner tone="warn" title={t('purchases.rateOffTitle', { currency: rate.code })}>
      <p>{why()}</p>
      {(rate.is_old || !rate.is_doubted) && <p>{t('purchases.rateOffHelp')}</p>}
      {others.length > 0 && <p>{t('purchases.rateOffInstead', { currencies: oneOf(others) })}</p>}
    </Banner>
  );
}
