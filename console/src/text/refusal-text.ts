// A refusal in words. Those of operators have words of their own; what only customers meet is said by its code.
import type { Facts } from '@candor/wire';
import type { NamesIn } from './keys.ts';
import refusals from './en/refusals.json';
import { currentTexts } from './texts.ts';

export interface Refused {
  code: string;
  facts: Facts;
}

export function refusalText({ code, facts }: Refused): string {
  const { t } = currentTexts();
  const told = Object.entries(facts)
    .map(([name, fact]) => `${name}: ${fact}`)
    .join(', ');
  if (!(code in refusals)) return t('refusals.other', { code, told });
  return t(`refusals.${code as NamesIn<'refusals'>}`, { seconds: 0, roles: '', told, ...facts });
}
