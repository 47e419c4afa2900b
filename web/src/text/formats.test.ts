import { describe, expect, test } from 'vitest';
import { createFormats, noFigure } from './formats.ts';
import { chooseLanguage, languages } from './languages.ts';

const en = createFormats('en');

describe('decimals', () => {
  test('keep every digit that they were sent with', () => {
    expect(en.decimal('12345678901234567890.123456789012345678', { min: 2, max: 18 })).toBe(
      '12,345,678,901,234,567,890.123456789012345678',
    );
    expect(en.decimal('9007199254740993.129', { min: 2, max: 2 })).toBe('9,007,199,254,740,993.12');
  });

  test('are cut and never rounded up', () => {
    expect(en.decimal('0.99999', { min: 4, max: 4 })).toBe('0.9999');
    expect(en.decimal('-0.99999', { min: 2, max: 4 })).toBe('-0.9999');
  });

  test('read exponents as the market writes them', () => {
    expect(en.decimal('9.2E-7', { min: 10, max: 10 })).toBe('0.0000009200');
  });

  test('show a sign when it is asked for, and none at zero', () => {
    expect(en.decimal('8.5', { min: 2, max: 4 }, true)).toBe('+8.50');
    expect(en.decimal('-0.00001', { min: 2, max: 2 })).toBe('0.00');
    expect(en.decimal('0', { min: 2, max: 2 }, true)).toBe('0.00');
  });

  test('are a dash when there is no number', () => {
    for (const text of [null, undefined, '', 'x', '1,5', 'NaN', 'Infinity', '0x10', ' 1']) {
      expect(en.decimal(text, { min: 2, max: 2 })).toBe(noFigure);
    }
  });
});

test('prices of small coins say how many zeros they begin with', () => {
  const ten = { min: 10, max: 10 };
  expect(en.price('0.0000086886', ten)).toBe('0.0₅86886');
  expect(en.price('-0.0000000012', ten, true)).toBe('-0.0₈12');
  expect(en.price('0.00000000000123', { min: 0, max: 18 })).toBe('0.0₁₁123');
  expect(createFormats('de-CH').price('8.6886E-6', ten)).toBe('0.0₅86886');
  expect(createFormats('sv').price('0.0000086886', ten)).toBe('0,0₅86886');
  expect(['0.000123', '10.00001', '0', '85552.44'].map((price) => en.price(price, { min: 0, max: 10 }))).toEqual([
    '0.000123',
    '10.00001',
    '0',
    '85,552.44',
  ]);
  expect(en.price('0.0000000000', ten)).toBe('0.0000000000');
  expect(en.price(null, ten)).toBe(noFigure);
});

test('shares are percent', () => {
  expect(en.percent('0.0124', { isSigned: true })).toBe('+1.24%');
  expect(en.percent('-0.0042')).toBe('-0.42%');
  expect(en.percent('0.85', { decimals: 0 })).toBe('85%');
});

test('large figures are brief', () => {
  expect(en.compact('2438250032.6173914274888528')).toBe('2.43B');
  expect(createFormats('ja').compact('2438250032')).toBe('24.3億');
});

test('what is left counts a begun second and ends at zero', () => {
  expect([29_001, 29_000, 1, 0, -5].map(en.countdown)).toEqual(['0:30', '0:29', '0:01', '0:00', '0:00']);
  expect(en.countdown(3_723_000)).toBe('1:02:03');
});

test('lengths are in their largest whole unit, and a minute is 60 seconds as on offers', () => {
  expect([30_000, 60_000, 90_000, 120_000, 3_600_000].map(en.duration)).toEqual(['30s', '60s', '90s', '2m', '1h']);
  expect([30_000, 120_000, 3_600_000].map(createFormats('ja').duration)).toEqual(['30秒', '2分', '1時間']);
  expect([30_000, 120_000, 3_600_000].map(createFormats('ar').duration)).toEqual(['30\u00a0ث', '2\u00a0د', '1\u00a0س']);
  expect([30_000, 120_000, 86_400_000].map(createFormats('de-CH').duration)).toEqual([
    '30\u00a0s',
    '2\u00a0min',
    '1\u00a0T',
  ]);
  expect([30_000, 120_000].map(createFormats('sv').duration)).toEqual(['30\u00a0s', '2\u00a0min']);
  expect([30_000, 120_000].map(createFormats('zh-Hant').duration)).toEqual(['30\u00a0秒', '2\u00a0分鐘']);
});

test('words around a figure stand as in the texts of the language', () => {
  expect(createFormats('ja').relative(0, 10_000)).toBe('10秒前');
  expect(createFormats('zh-Hant').relative(0, 10_000)).toBe('10 秒前');
});

test('Arabic keeps Latin digits', () => {
  const ar = createFormats('ar');
  expect(ar.decimal('1204.5', { min: 2, max: 2 })).toBe('1,204.50');
  expect(ar.time(Date.UTC(2026, 0, 1), 'seconds')).toMatch(/\d\d:\d\d:\d\d/);
});

test('no language writes digits that are not 0-9', () => {
  for (const language of languages) {
    const formats = createFormats(language);
    const all = [
      formats.decimal('1234567.89', { min: 2, max: 2 }),
      formats.dateTime(0, 'seconds'),
      formats.compact('98765432'),
    ];
    expect(all.join(' ').replace(/\d/g, '')).not.toMatch(/\p{Nd}/u);
  }
});

test('the language is the chosen one, then the browser’s, then English', () => {
  expect(chooseLanguage('ko', ['sv'])).toBe('ko');
  expect(chooseLanguage(null, ['fr-FR', 'zh-TW', 'ja'])).toBe('zh-Hant');
  expect(chooseLanguage(null, ['de-DE'])).toBe('de-CH');
  expect(chooseLanguage('xx', ['ar-EG'])).toBe('ar');
  expect(chooseLanguage(null, ['fr'])).toBe('en');
});
