// What an alert says in mail and on a phone's lock screen, in every language of the app.
import { formatAmount } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { percentWords, priceWords, timeWords } from '../kit/local-words.ts';
import { textOf } from '../kit/texts.ts';
import type { Language } from '../kit/texts.ts';
import { targetText } from './alert.ts';
import type { Told } from './alert.ts';

export function alertWords(told: Told, language: Language): { title: string; body: string } {
  const { coin, kind, seen } = told;
  const values = {
    coin,
    target:
      kind === 'change'
        ? percentWords(targetText(told), language)
        : priceWords(formatAmount(told.target), coin, language),
    price: priceWords(formatAmount(seen.price), coin, language),
    change: percentWords(formatAmount(((seen.change ?? 0n) * 100n) as Wad), language, 'exceptZero'),
    time: timeWords(seen.at, language),
  };
  return { title: textOf(language, `alert.${kind}`, values), body: textOf(language, 'alert.body', values) };
}
