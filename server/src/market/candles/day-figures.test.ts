import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { createCandleSeries } from './candle-series.ts';
import { newLatestOfAll } from '../topics/latest.ts';
import { dayFigures, dayOpen, volumeOfDays } from './day-figures.ts';
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

test('figures of a day are shown when every minute of it is known, and not after two minutes', () => {
  const now = firstMs + 2 * dayMs + 30_000;
  const [latest, price] = [newLatestOfAll().get('BTC')!, wad('1')];
  const input = (series: ReturnType<typeof createCandleSeries>) => ({
    coin: 'BTC' as const,
    latest,
    series,
    price,
    now,
  });
  const minutesFrom = (fromMs: number): Candle[] =>
    Array.from({ length: (now - 30_000 - fromMs) / 60_000 + 1 }, (_, place) => ({
      ...dayOf(0),
      start: fromMs / 1000 + place * 60,
    }));
  const young = createCandleSeries();
  young.give('BTC', minutesFrom(now - 30_000 - 120_000));
  assert.equal(dayFigures(input(young)), undefined);
  assert.equal(dayOpen(input(young)), undefined);

  const whole = createCandleSeries();
  whole.give('BTC', minutesFrom(now - 30_000 - dayMs - 300_000));
  assert.equal(dayFigures(input(whole))!.count, 1441);
  assert.equal(dayOpen(input(whole)), price);

  const holed = createCandleSeries();
  const hole = now / 1000 - 30 - 40_000 - ((now / 1000 - 30 - 40_000) % 60);
  holed.give(
    'BTC',
    minutesFrom(now - 30_000 - dayMs - 300_000).filter(({ start }) => start !== hole),
  );
  assert.equal(dayFigures(input(holed)), undefined);
  assert.equal(dayOpen(input(holed)), price, 'what the day began with is known all the same');
  holed.give('BTC', [
    { ...dayOf(0), start: hole },
    { ...dayOf(0), start: hole + 60 },
  ]);
  assert.equal(dayFigures(input(holed))!.count, 1441, 'it is covered as soon as the hole is filled');
  holed.miss('BTC', { fromMs: now - 3600_000, toMs: now });
  assert.ok(dayFigures(input(holed)), 'what the source has said all of is not missed');
});
