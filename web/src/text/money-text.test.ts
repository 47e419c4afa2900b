import { wad } from '@candor/wire';
import { expect, test } from 'vitest';
import { toneOfGain } from '../ui/gain.tsx';
import { createFormats } from './formats.ts';
import { moneyText } from './money-text.ts';

test('a small loss is said as what it is, and what shows as nothing has no colour', () => {
  const formats = createFormats('en');
  const said = (amount: string): string =>
    `${moneyText(formats, wad(amount)).replace(/[\u2066\u2069]/g, '')} ${toneOfGain(wad(amount))}`;
  expect(said('-0.0041')).toBe('-0.0041 USDT fall');
  expect(said('0.0099')).toBe('+0.0099 USDT rise');
  expect(said('-0.00004')).toBe('0.0000 USDT secondary');
  expect(said('0')).toBe('0.00 USDT secondary');
  expect(said('-0.019')).toBe('-0.01 USDT fall');
  expect(said('12.3456')).toBe('+12.34 USDT rise');
});
