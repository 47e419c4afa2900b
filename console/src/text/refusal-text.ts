// A refusal in words, with its facts. Those of operators have words of their own; what only customers meet is said by its code.
import type { Facts } from '@candor/wire';
import names from './en/facts.json';
import type { NamesIn } from './keys.ts';
import refusals from './en/refusals.json';
import { currentTexts } from './texts.ts';
import { wordOf } from './wire-words.ts';

export interface Refused {
  code: string;
  facts: Facts;
}

export function refusalText({ code, facts }: Refused): string {
  const { t } = currentTexts();
  const said = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factText(name, fact)]));
  const told = Object.entries(said)
    .map(([name, fact]) => `${Object.hasOwn(names, name) ? t(`facts.${name as NamesIn<'facts'>}`) : name}: ${fact}`)
    .join(', ');
  if (!(code in refusals)) return t('refusals.other', { code, told });
  return t(`refusals.${code as NamesIn<'refusals'>}`, { seconds: 0, until: '', roles: '', told, ...said });
}

const instantForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function factText(name: string, fact: string): string {
  const { t, formats } = currentTexts();
  if (name === 'roles') return fact.split(', ').map((role) => wordOf(t, 'role', role)).join(', '); // oxfmt-ignore
  if (name === 'state') return wordOf(t, 'state', fact);
  return instantForm.test(fact) ? formats.dateTime(fact, 'seconds') : fact;
}
