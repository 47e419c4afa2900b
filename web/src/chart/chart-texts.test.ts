import { coins, parseAmount } from '@candor/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormats } from '../text/formats.ts';
import { figureText, priceTextOf } from './chart-texts.ts';

test('a place on the axis is a price of the coin’s own decimals', () => {
  expect(priceTextOf(93_333.604_999, 2)).toBe('93333.60');
  expect(priceTextOf(0.000_008_679_3, 10)).toBe('0.0000086793');
  expect(priceTextOf(-3, 2)).toBe('0.00');
  expect(priceTextOf(7.5, 0)).toBe('8');
});

test('whatever the place, the text is plain and reads back as the nearest price', () => {
  const coin = fc.constantFrom(...coins);
  fc.assert(
    fc.property(coin, fc.double({ min: 0, max: 200_000, noNaN: true }), ({ priceDecimals }, place) => {
      const text = priceTextOf(place, priceDecimals);
      expect(parseAmount(text)).toBeDefined();
      expect(text.split('.')[1] ?? '').toHaveLength(priceDecimals);
      expect(Math.abs(+text - place)).toBeLessThanOrEqual(0.5 / 10 ** priceDecimals + place * 1e-12);
    }),
  );
});

test('plain numbers become the reader’s, all others stay', () => {
  const formats = createFormats('de-CH');
  expect(figureText(formats, '93333.60')).toBe(formats.decimal('93333.60', { min: 2, max: 2 }));
  expect(figureText(formats, '3.12K')).toBe('3.12K');
});
