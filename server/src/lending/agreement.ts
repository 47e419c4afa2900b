// The agreement on a loan, word for word, in the customer's language: amounts, rates and the schedule are those of the terms.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { add, formatAmount, loanCost, yearlyRate, type Wad } from '@candor/wire';
import { localeOf } from '../kit/local-words.ts';
import { languages, type Language } from '../kit/texts.ts';
import type { LoanConfig } from './loan.ts';

export interface Agreement {
  language: Language;
  /** Markdown. */
  text: string;
  /** Of the text in UTF-8, hex. */
  digest: string;
}

const templates = Object.fromEntries(
  languages.map((language) => [
    language,
    readFileSync(join(import.meta.dirname, 'agreements', `${language}.md`), 'utf8'),
  ]),
) as Record<Language, string>;

/** `account` is its id on the wire. */
export function writeAgreement(
  { amount, config, account }: { amount: Wad; config: LoanConfig; account: string },
  language: Language,
): Agreement {
  const { months, monthlyRate } = config;
  const cost = loanCost(amount, monthlyRate, months);
  const { money, share, inMonths } = formatsOf(language);
  const values: Record<string, string> = {
    account,
    amount: money(amount),
    months: inMonths(months),
    monthlyRate: share(monthlyRate),
    yearlyRate: share(yearlyRate(monthlyRate)),
    cost: money(cost),
    total: money(add(amount, cost)),
  };
  const schedule = Array.from({ length: months }, (_, place) => ({
    month: String(place + 1),
    owed: money(add(amount, loanCost(amount, monthlyRate, place + 1))),
  }));
  const text = templates[language]
    .split('\n')
    .flatMap((line) =>
      line.includes('{month}') ? schedule.map((each) => filled(line, { ...values, ...each })) : [filled(line, values)],
    ) // oxfmt-ignore
    .join('\n');
  return { language, text, digest: createHash('sha256').update(text).digest('hex') };
}

const filled = (line: string, values: Readonly<Record<string, string>>): string =>
  line.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);

function formatsOf(language: Language) {
  const locale = localeOf(language);
  const number = (value: Wad, options: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, options).format(formatAmount(value) as `${number}`);
  return {
    money: (value: Wad) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    share: (value: Wad) => number(value, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 4 }),
    inMonths: (count: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(count),
  };
}
