// A refusal in the person's language, with its facts as numbers and times of that language.
import type { Facts, FailureCode } from '@candor/wire';
import type { Texts } from '../text/texts.ts';
import { currentTexts, useFormats, useText } from '../text/texts.ts';
import type { TextValues } from '../text/translate.ts';

export interface Refused {
  code: FailureCode;
  facts: Facts;
}

const counted = new Set(['seconds', 'decimals']);

export function refusalWords({ code, facts }: Refused, { t, formats }: Pick<Texts, 't' | 'formats'>): string {
  const values: Record<string, string | number> = { seconds: 0, decimals: 0, wait: '' };
  for (const [name, fact] of Object.entries(facts)) {
    if (counted.has(name)) values[name] = Math.max(0, parseInt(fact, 10) || 0);
    else values[name] = /^-?\d+(\.\d+)?$/.test(fact) ? formats.decimal(fact, { min: 0, max: 18 }) : fact;
  }
  values['wait'] = formats.countdown((values['seconds'] as number) * 1000);
  return t(`refusals.${code}`, values satisfies TextValues);
}

export function useRefusalWords(): (refused: Refused) => string {
  const [t, formats] = [useText(), useFormats()];
  return (refused) => refusalWords(refused, { t, formats });
}

/** The same for code outside of React. */
export const sayRefusal = (refused: Refused): string => refusalWords(refused, currentTexts());
