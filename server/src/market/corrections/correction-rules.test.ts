import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import type { ArchivedTick } from '@candor/wire';
import { correctLonger, isBadPrint, pricesOfTicks } from './correction-rules.ts';
import type { Prices } from './correction-rules.ts';

const startMs = 1_800_000_000_000 - (1_800_000_000_000 % 60_000);
const tick = (second: number, price: string): ArchivedTick => [second + 1, price, 0, startMs + second * 1_000, 'test'];
const everySecond = (price: (second: number) => string): ArchivedTick[] =>
  Array.from({ length: 60 }, (_, second) => tick(second, price(second)));
const prices = (open: string, high: string, low: string, close: string): Prices => ({
  open: wad(open),
  high: wad(high),
  low: wad(low),
  close: wad(close),
});
const texts = ({ open, high, low, close }: Prices) => [open, high, low, close].map(formatAmount).join(' ');

test('a minute is what its ticks make', () => {
  const ticks = everySecond((second) => String(second === 20 ? 110 : second === 40 ? 95 : 100 + (second % 2)));
  assert.equal(texts(pricesOfTicks({ startMs, ticks })!), '100 110 95 101');
});

test('a minute that its ticks do not cover can not be told', () => {
  const ticks = everySecond(() => '100');
  const without = (from: number, to: number) => ticks.filter((_, second) => second < from || second > to);
  assert.equal(pricesOfTicks({ startMs, ticks: [] }), undefined);
  assert.equal(pricesOfTicks({ startMs, ticks: without(0, 3) }), undefined);
  assert.equal(pricesOfTicks({ startMs, ticks: without(30, 32) }), undefined);
  assert.equal(pricesOfTicks({ startMs, ticks: without(57, 59) }), undefined);
  assert.ok(pricesOfTicks({ startMs, ticks: without(30, 31) }));
});

test('a print is bad beyond the bound, up or down, and not at it', () => {
  const ofTicks = prices('100', '100', '100', '100');
  const bound = wad('0.01');
  assert.equal(isBadPrint(prices('100', '101', '99', '100'), ofTicks, bound), false);
  assert.equal(isBadPrint(prices('100', '101.01', '100', '100'), ofTicks, bound), true);
  assert.equal(isBadPrint(prices('100', '100', '98.99', '100'), ofTicks, bound), true);
});

test('a longer candle gives up what it had from the minute, and nothing else', () => {
  const volume = { amount: wad('1'), volume: wad('1'), count: 1 };
  const before = prices('100', '150', '100', '101');
  const after = prices('100', '102', '99', '101');
  const parts = [{ start: 0, ...prices('101', '104', '100', '103'), ...volume }];
  const longer = { start: 0, ...prices('98', '150', '97', '103'), ...volume };
  correctLonger(longer, { before, after, parts, isFirst: false, isLast: false });
  assert.equal(texts(longer), '98 104 97 103');
  const first = { start: 0, ...prices('100', '160', '100', '101'), ...volume };
  correctLonger(first, { before, after: prices('103', '104', '99', '102'), parts: [], isFirst: true, isLast: true });
  assert.equal(texts(first), '103 160 99 102');
});
