import { coins, parseAmount } from '@candor/wire';
import type { CandlePeriod } from '@candor/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormats } from '../text/formats.ts';
import { dateText, figureText, opensDay, priceTextOf } from './chart-texts.ts';

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

test('a day, a week and a month are named after the market’s day that they begin with', () => {
  const formats = createFormats('en');
  // 1 May 2025, 00:00 in UTC+8.
  const at = Date.parse('2025-04-30T16:00:00Z');
  const textOf = (period: CandlePeriod, isAxis: boolean): string =>
    dateText(formats, { at, isAxis, subject: { symbol: 'btcusdt', period } });
  expect([textOf('1day', true), textOf('1day', false)]).toEqual(['5/1', 'May 1, 2025']);
  expect([textOf('1week', true), textOf('1week', false)]).toEqual(['5/1', 'May 1, 2025']);
  expect([textOf('1mon', true), textOf('1mon', false)]).toEqual(['May 2025', 'May 2025']);
  expect(textOf('4hour', true)).toBe(formats.dayTime(at));
  expect(textOf('1min', false)).toBe(formats.dateTime(at));
});

test.each(['Asia/Kolkata', 'Asia/Tokyo', 'America/New_York'])(
  'an axis of times says each new day of a reader in %s',
  (zone) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      const hour = 3_600_000;
      for (const [period, step] of [
        ['60min', 7 * hour],
        ['30min', 5 * hour],
        ['1min', hour / 6],
      ] as const) {
        const places = Array.from({ length: 40 }, (_, place) => Date.parse('2025-05-01T01:00:00Z') + place * step);
        const opened = places
          .filter((at, place) => opensDay(at, places[place - 1], period))
          .map((at) => new Date(at).toDateString());
        const days = new Set(places.map((at) => new Date(at).toDateString()));
        expect(opened).toEqual([...days].slice(1));
      }
      expect(opensDay(Date.parse('2025-05-03T00:00:00Z'), Date.parse('2025-05-01T00:00:00Z'), '1day')).toBe(false);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  },
);
