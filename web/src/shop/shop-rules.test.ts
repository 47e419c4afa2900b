import { formatAmount } from '@candor/wire';
import { expect, test } from 'vitest';
import { addressFaults, emptyAddress, isCountHidden, numbersOf, oddsOf, whyClosed } from './shop-rules.ts';

test('the chance and what a ticket brings on average, with all tickets sold', () => {
  const { chance, brings, expected } = oddsOf({ price: '2', prize: '20', rebate: '0.5', tickets: 20, winners: 1 });
  expect(chance).toBe('0.05');
  expect(formatAmount(brings)).toBe('1.475');
  expect(formatAmount(expected)).toBe('-0.525');
});

test('nobody buys of what is sold out, closed, or over by the clock', () => {
  const open = { state: 'open', sold: 3, tickets: 5, closes_at: '2026-01-01T00:00:10.000Z' } as const;
  const at = Date.parse('2026-01-01T00:00:00.000Z');
  expect(whyClosed(open, at)).toBeUndefined();
  expect(whyClosed({ ...open, sold: 5 }, at)).toBe('soldOut');
  expect(whyClosed(open, at + 10_000)).toBe('closed');
  expect(whyClosed({ ...open, state: 'drawn' }, at)).toBe('closed');
});

test('what was sold is known to the last ticket until it is hidden, and again once the period is closed', () => {
  const period = { state: 'open', sold_hidden_from: '2026-01-01T00:00:10.000Z' } as const;
  const at = Date.parse(period.sold_hidden_from);
  expect([at - 1, at, at + 1].map((now) => isCountHidden(period, now))).toEqual([false, true, true]);
  expect(isCountHidden({ ...period, state: 'closed' }, at + 1)).toBe(false);
});

test('an address has every line but the phone', () => {
  expect(Object.keys(addressFaults(emptyAddress))).toEqual(['name', 'street', 'postcode', 'city', 'country']);
  const whole = { ...emptyAddress, name: 'A', street: 'B', postcode: 'C', city: 'D', country: 'E' };
  expect(addressFaults(whole)).toEqual({});
  expect(Object.keys(addressFaults({ ...whole, postcode: '1'.repeat(21) }))).toEqual(['postcode']);
});

test('winning numbers are one text with commas', () => {
  expect(numbersOf('3,1')).toEqual(['3', '1']);
  expect(numbersOf('')).toEqual([]);
});
