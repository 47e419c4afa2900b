import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { createCandleSeries } from './candle-series.ts';
import { volumeOfDays } from './day-figures.ts';
import type { Candle } from './sources/source.ts';

const dayMs = 86_400_000;
/** 00:00 of UTC+8. */
const firstMs = Date.UTC(2026, 9, 1, 16);
const dayOf = (place: number): Candle => ({
  start: (firstMs + place * dayMs) / 1000,
  open: wad('1'), high: wad('1'), low: wad('1'), close: wad('1'), amount: wad('1'), volume: wad(String(place + 1)), count: 1,
}); // prettier-ignore

test('the volume of 30 days is that of whole days: the running one joins when it is over', () => {
  const series = createCandleSeries();
  series.fill('BTC', '1day', Array.from({ length: 35 }, (_, place) => dayOf(place)), true); // prettier-ignore
  const sumOf = (first: number, last: number): bigint => wad(String(((first + last) * (last - first + 1)) / 2));
  const inLastDay = firstMs + 34.5 * dayMs;
  assert.equal(volumeOfDays(series, 'BTC', { days: 30, now: inLastDay }), sumOf(5, 34));
  assert.equal(volumeOfDays(series, 'BTC', { days: 30, now: firstMs + 35 * dayMs - 1 }), sumOf(5, 34));
  assert.equal(volumeOfDays(series, 'BTC', { days: 30, now: firstMs + 35 * dayMs }), sumOf(6, 35));
  assert.equal(volumeOfDays(series, 'ETH', { days: 30, now: inLastDay }), 0n);
});
