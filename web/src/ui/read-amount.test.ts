import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coinCodes, currencyCodes } from '@candor/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, localeOf } from '../text/languages.ts';
import { readAmount, writeAmount, type AmountReading } from './read-amount.ts';

const codes = ['USDT', ...coinCodes, ...currencyCodes];
const read = (text: string, locale = 'en', decimals = 2): AmountReading =>
  readAmount(text, { locale, decimals, codes });
const saidOf = (reading: AmountReading): string => {
  if (reading.kind === 'amount') return reading.plain;
  return reading.kind === 'ambiguous' ? `ambiguous ${reading.readings.join(' ')}` : reading.kind;
};

describe('an amount as it is typed or pasted', () => {
  test.each([
    ['en', '12.5,', 2, '12.5'],
    ['en', '63,000', 2, '63000'],
    ['sv', '63,000', 2, '63'],
    ['de-CH', '63,000', 2, 'ambiguous 63 63000'],
    ['sv', '63.000', 2, 'ambiguous 63 63000'],
    ['sv', '63.001', 2, '63001'],
    ['en', '1.000,25', 2, '1000.25'],
    ['en', '1,234.567,8', 2, 'unreadable'],
    ['en', '12,34,567', 2, 'unreadable'],
    ['en', '1234,567', 3, 'unreadable'],
    ['en', '1 000', 2, '1000'],
    ['en', '10 00', 2, 'unreadable'],
    ['ar', '١٬٢٣٤٫٥', 2, '1234.5'],
    ['ar', '٢٥،٥', 2, '25.5'],
    ['ja', '１，０００．２５円', 2, '1000.25'],
    ['ja', '¥1,000', 2, '1000'],
    ['en', '0,500', 2, '0.5'],
    ['en', '1e3', 2, 'unreadable'],
    ['en', '+5', 2, 'unreadable'],
    ['en', '５０', 2, '50'],
    ['en', '500 usdt', 2, '500'],
    ['en', '500 apples', 2, 'unreadable'],
    ['en', '12d5', 2, 'unreadable'],
    ['en', '12g500', 2, 'unreadable'],
    ['en', '$', 2, 'empty'],
    ['en', '.', 2, 'empty'],
    ['en', '1234567890123456', 2, 'unreadable'],
    ['en', '5.00', 2, '5'],
    ['en', '00,500', 2, 'unreadable'],
    ['en', '0,500,000', 2, 'unreadable'],
    ['en', '01,500.25', 2, 'unreadable'],
    ['sv', '0 500', 2, 'unreadable'],
    ['de-CH', '01,500', 2, 'unreadable'],
    ['sv', '00,500', 2, '0.5'],
    ['en', '00.50', 2, '0.5'],
    ['sv', '0.500', 2, '0.5'],
    ['ja', '1、000', 2, '1000'],
    ['de-CH', "1'000.50", 2, '1000.5'],
    ['de-CH', '1‘000', 2, '1000'],
    ['de-CH', '1´000', 2, '1000'],
    ['de-CH', '1ʼ000', 2, '1000'],
    ['sv', '1  000', 2, '1000'],
    ['sv', '1  00', 2, 'unreadable'],
  ])('%s: %j with %i decimals is %s', (locale, text, decimals, said) => {
    expect(saidOf(read(text, locale, decimals))).toBe(said);
  });
});

describe('what stands beside the digits', () => {
  test.each([
    ['sv', '500 kr', '500'],
    ['sv', '500kr.', '500'],
    ['sv', '1 000,25 SEK', '1000.25'],
    ['ja', '500円', '500'],
    ['zh-Hant', '500元', '500'],
    ['ko', '500원', '500'],
    ['en', 'US$500', '500'],
    ['zh-Hant', 'NT$500', '500'],
    ['zh-Hant', 'HK$1,000', '1000'],
    ['de-CH', 'Fr. 500', '500'],
    ['de-CH', '500 Fr.', '500'],
    ['ar', 'د.إ 500', '500'],
    ['ar', '٥٠٠ د.إ.', '500'],
    ['en', '$500 USD', '500'],
    ['en', 'USD $500', '500'],
    ['en', '$500 USDT', '500'],
    ['en', '500 USDT.', '500'],
    ['en', '500 USDT,', '500'],
    ['ja', '500円。', '500'],
    ['en', '$.5', '0.5'],
    ['en', 'USDT', 'empty'],
    ['de-CH', 'Fr.500', 'unreadable'],
    ['sv', 'kr,500', 'unreadable'],
    ['en', '50¢', 'unreadable'],
    ['sv', '5 Mkr', 'unreadable'],
    ['sv', '5 tkr', 'unreadable'],
    ['ja', '5万円', 'unreadable'],
    ['ko', '5만원', 'unreadable'],
    ['en', '5 mBTC', 'unreadable'],
    ['en', '$500$', 'unreadable'],
    ['en', '500 USD BTC', 'unreadable'],
    ['en', '5 $ 50', 'unreadable'],
    ['sv', '12 kr 50', 'unreadable'],
  ])('%s: %j is %s', (locale, text, said) => {
    expect(saidOf(read(text, locale))).toBe(said);
  });

  test('is what each language writes there for each currency', () => {
    const wrong = languages.flatMap((language) =>
      currencyCodes.flatMap((currency) =>
        (['symbol', 'narrowSymbol', 'code'] as const)
          .map(
            (currencyDisplay) =>
            new Intl.NumberFormat(localeOf[language], { style: 'currency', currency, currencyDisplay, minimumFractionDigits: 2 }).format(1234.5), // oxfmt-ignore
          )
          .filter((written) => saidOf(read(written, localeOf[language])) !== '1234.5'),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

test('only digits are digits: no power, no number in a ring, and those of each script', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code);
    const isDigit = /\p{Nd}/u.test(sign);
    if (!isDigit && !/\p{Nd}/u.test(sign.normalize('NFKC'))) continue;
    for (const text of [`5${sign}`, `${sign}5`, sign]) if ((read(text).kind === 'amount') !== isDigit) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test('what a field writes for an amount is that amount, whatever came before', () => {
  const amount = fc.integer({ min: 0, max: 8 }).chain((decimals) => fc.record({
    decimals: fc.constant(decimals),
    plain: fc.bigInt({ min: 0n, max: 10n ** BigInt(15 + decimals) - 1n }).map((unit) => plainOf(unit, decimals)),
  })); // oxfmt-ignore
  fc.assert(
    fc.property(fc.constantFrom(...languages), amount, (language, { decimals, plain }) => {
      const locale = localeOf[language];
      expect(read(writeAmount(plain, locale), locale, decimals)).toEqual({ kind: 'amount', plain });
    }),
  );
});

const amounts = join(import.meta.dirname, '../../../../shared/data/amounts.tsv');
test.skipIf(!existsSync(amounts))('the collected examples are read as people mean them', () => {
  const rows = readFileSync(amounts, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '');
  const wrong = rows.flatMap((row) => {
    const [locale, text, decimals, said] = row.split('\t') as [string, string, string, string];
    const now = saidOf(read(text, locale, Number(decimals)));
    return now === said.trim() ? [] : [`${row}: ${now}`];
  });
  expect(wrong).toEqual([]);
});

test('what each language writes for a number is that number', () => {
  const decimals = 8;
  const units = fc.bigInt({ min: 0n, max: 10n ** 21n });
  fc.assert(
    fc.property(fc.constantFrom(...languages), units, (language, unit) => {
      const plain = plainOf(unit, decimals);
      const written = new Intl.NumberFormat(localeOf[language], { maximumFractionDigits: decimals }).format(plain as Intl.StringNumericLiteral); // oxfmt-ignore
      expect(read(written, localeOf[language], decimals)).toEqual({ kind: 'amount', plain });
    }),
  );
});

test('no key loses or adds a digit: what is read of a beginning has its digits', () => {
  const keys = fc.array(fc.constantFrom(..."0123456789,.' ٫٬、´$"), { maxLength: 14 });
  fc.assert(
    fc.property(fc.constantFrom(...languages), keys, (language, typed) => {
      const text = typed.join('');
      const reading = read(text, localeOf[language], 8);
      const digits = text.replace(/\D/g, '');
      const readings =
        reading.kind === 'amount' ? [reading.plain] : reading.kind === 'ambiguous' ? reading.readings : [];
      const bare = (some: string): string => some.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
      for (const plain of readings) expect(bare(plain)).toBe(bare(digits));
    }),
  );
});

function plainOf(unit: bigint, decimals: number): string {
  if (decimals === 0) return String(unit);
  const text = String(unit).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '');
}
