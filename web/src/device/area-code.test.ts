import { countries } from '@candor/wire';
import { expect, test } from 'vitest';
import { languages } from '../text/languages.ts';
import { areaCodeOf } from './area-code.ts';

test('a phone number is expected of the country that was chosen, else of the language’s', () => {
  expect(areaCodeOf({ areaCode: '41', language: 'ja' })).toBe('41');
  expect(areaCodeOf({ areaCode: null, language: null })).toBe('81');
  for (const language of languages)
    expect(countries.map(({ areaCode }) => areaCode)).toContain(areaCodeOf({ areaCode: null, language }));
});
