import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { refusalCodes } from '@candor/wire';
import { expect, test } from 'vitest';
import { readTexts } from '../../build/text-catalogues.ts';
import { languages } from './languages.ts';
import type { Language } from './languages.ts';
import { createVocabulary } from './translate.ts';

const speak = (language: Language) => {
  const compiled = Object.entries(readTexts(language)).map(
    ([key, text]) => [key, compileMessageOrThrow(text)] as const,
  );
  const { t, add } = createVocabulary(language);
  add(Object.fromEntries(compiled));
  return t;
};

test('the spec’s words stand as it fixes them', () => {
  const t = speak('en');
  expect(t('refusals.login-failed')).toBe('Username or password error');
  expect(t('refusals.unreachable')).toBe('Network error, please try again later');
  expect(t('refusals.insufficient-balance', { available: '12.50' })).toBe(
    'Insufficient balance, available: 12.50 USDT',
  );
  expect(t('refusals.stake-out-of-range', { min: '5', max: '1,000' })).toBe(
    'Order amount must be between 5 and 1,000 USDT',
  );
  expect(t('refusals.email-malformed')).toBe('Invalid email format');
  expect(t('refusals.password-wrong')).toBe('This original password is incorrect');
});

test('every refusal has words in every language, and no placeholder is left in them', () => {
  const values = { seconds: 3, decimals: 4, available: '1', min: '1', max: '2', wait: '0:42' };
  for (const language of languages) {
    const t = speak(language);
    for (const code of [...refusalCodes, 'unreachable'] as const) {
      const words = t(`refusals.${code}`, values);
      expect(words, `${language} ${code}`).not.toMatch(/[{}#]|refusals\./);
      expect(words.length).toBeGreaterThan(2);
    }
  }
});

test('plurals follow each language', () => {
  expect(speak('en')('ui.secondsLeft', { count: 1 })).toBe('1 second left');
  expect(speak('sv')('ui.secondsLeft', { count: 2 })).toBe('2 sekunder kvar');
  expect(speak('ar')('ui.secondsLeft', { count: 2 })).toBe('بقيت ثانيتان');
  expect(speak('ar')('ui.secondsLeft', { count: 5 })).toContain('ثوانٍ');
});

test('figures keep their direction in right-to-left text', () => {
  expect(speak('ar')('refusals.insufficient-balance', { available: '-0.42' })).toContain('\u2066-0.42\u2069');
  const time = '24 نوفمبر 2026، 02:34';
  expect(speak('ar')('refusals.trading-paused', { until: time })).toContain(`\u2067${time}\u2069`);
});
