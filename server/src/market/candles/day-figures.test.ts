import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { createCandleSeries } from './candle-series.ts';
import { volumeOfDays } from './day-figures.ts';
import type { Candle } from '../sources/source.ts';

const dayMs = 86_400_000;
/** 00:00 of UTC+8. */
const firstMs = Date.UTC(2026, 9, 1, 16);
const dayOf = (place: number): Candle => ({
  start: (firstMs + place * dayMs) / 1000,
  open: wad('1'), high: wad('1'), low: wad('1'), close: wad('1'), amount: wad('1'), volume: wad(String(place + 1)), count: 1,
}); // oxfmt-ignore

test('the volume of 30 days is that of whole days: the running one joins when it is over', () => {
  const series = createCandleSeries();
  series.fill(
    'BTC',
    '1day',
    Array.from({ length: 35 }, (_, place) => dayOf(place)),
  );
  const sumOf = (first: number, last: number): bigint => wad(String(((first + last) * (last - first + 1)) / 2));
  const volumeAt = (now: number) => volumeOfDays(series, 'BTC', { days: 30, now });
  const inLastDay = firstMs + 34.5 * dayMs;
  assert.deepEqual(volumeAt(inLastDay), { volume: sumOf(5, 34), isPartial: false });
  assert.deepEqual(volumeAt(firstMs + 35 * dayMs - 1), { volume: sumOf(5, 34), isPartial: false });
  assert.deepEqual(volumeAt(firstMs + 35 * dayMs), { volume: sumOf(6, 35), isPartial: false });
  assert.deepEqual(volumeOfDays(series, 'ETH', { days: 30, now: inLastDay }), { volume: 0n, isPartial: true });
});

test('a day that is missing makes it partial, and days before the thirty do not stand in for it', () => {
  const series = createCandleSeries();
  const days = Array.from({ length: 40 }, (_, place) => dayOf(place)).filter((_, place) => place !== 20);
  series.fill('BTC', '1day', days);
  const { volume, isPartial } = volumeOfDays(series, 'BTC', { days: 30, now: firstMs + 40 * dayMs });
  assert.ok(isPartial);
  assert.equal(volume, wad(String((11 + 40) * 15 - 21)));
});
