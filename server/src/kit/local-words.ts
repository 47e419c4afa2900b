// Amounts, prices, shares and times in mails and on lock screens, as each language writes them.
import { assetDecimals, coinOfCode, type AssetCode } from '@candor/wire';
import type { Language } from './texts.ts';

/** Arabic keeps Latin digits, as in the app. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language);
/** Signs and digits keep their order inside text that runs from the right. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

type Signs = 'auto' | 'exceptZero';

/** Of decimal text, cut to the coin's decimals; zeros at the end are left out but for two of USDT. */
export function amountWords(amount: string, coin: AssetCode, language: Language, signDisplay: Signs = 'auto'): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: coin === 'USDT' ? 2 : 0,
    maximumFractionDigits: assetDecimals(coin),
    roundingMode: 'trunc',
    signDisplay,
  });
  return isolated(`${format.format(amount as `${number}`)} ${coin}`);
}

export function priceWords(price: string, coin: string, language: Language): string {
  const decimals = coinOfCode(coin)!.priceDecimals;
  const format = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  });
  return isolated(`${format.format(price as `${number}`)} USDT`);
}

/** Of percent as decimal text; cut like everywhere in the app. */
export function percentWords(percent: string, language: Language, signDisplay: Signs = 'auto'): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
    signDisplay,
  });
  return isolated(`${format.format(percent as `${number}`)}%`);
}

export const countWords = (count: number, language: Language): string =>
  new Intl.NumberFormat(localeOf(language)).format(count);

/** As `timeWords`, the day alone. */
export const dayWords = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** In UTC: nobody knows here where the reader is. */
export const timeWords = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(at);
