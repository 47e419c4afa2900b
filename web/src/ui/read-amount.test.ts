import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, localeOf } from '../text/languages.ts';
import { readAmount, type AmountReading } from './read-amount.ts';

const codes = ['USDT', 'BTC', 'EUR', 'kr'];
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
    ['ja', '１，０００．２５円', 2, 'unreadable'],
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
  ])('%s: %j with %i decimals is %s', (locale, text, decimals, said) => {
    expect(saidOf(read(text, locale, decimals))).toBe(said);
  });
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
  const keys = fc.array(fc.constantFrom(..."0123456789,.' ٫٬"), { maxLength: 14 });
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
  const text = String(unit).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '');
}
