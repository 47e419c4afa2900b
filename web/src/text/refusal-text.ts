// A refusal in the person's language, with its facts as numbers and times of that language.
import type { Facts, FailureCode } from '@candor/wire';
import type { TextKey } from './keys.ts';
import type { Texts } from './texts.ts';
import { currentTexts, useFormats, useT } from './texts.ts';
import type { TextValues } from './translate.ts';

export interface Refused {
  code: FailureCode;
  facts: Facts;
}

/** What is wrong with a field: in words of its own, or a refusal. */
export type Fault = Refused | { name: TextKey; values?: TextValues };

const counted = new Set(['seconds', 'decimals']);

export function refusalText({ code, facts }: Refused, { t, formats }: Pick<Texts, 't' | 'formats'>): string {
  const values: Record<string, string | number> = { seconds: 0, decimals: 0, wait: '' };
  for (const [name, fact] of Object.entries(facts)) {
    if (counted.has(name)) values[name] = Math.max(0, parseInt(fact, 10) || 0);
    else if (name === 'until') values[name] = formats.dateTime(fact);
    else values[name] = /^-?\d+(\.\d+)?$/.test(fact) ? formats.decimal(fact, { min: 0, max: 18 }) : fact;
  }
  values['wait'] = formats.countdown((values['seconds'] as number) * 1000);
  return t(`refusals.${code}`, values satisfies TextValues);
}

export function useRefusalText(): (refused: Refused) => string {
  const [t, formats] = [useT(), useFormats()];
  return (refused) => refusalText(refused, { t, formats });
}

export function useFaultText(): (fault: Fault) => string {
  const [t, words] = [useT(), useRefusalText()];
  return (fault) => ('code' in fault ? words(fault) : t(fault.name, fault.values));
}

/** The same for code outside of React. */
export const currentRefusalText = (refused: Refused): string => refusalText(refused, currentTexts());
