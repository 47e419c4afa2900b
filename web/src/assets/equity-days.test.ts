import { expect, test } from 'vitest';
import { knownDays } from './equity-days.ts';

const of = (...equities: (string | null)[]) => equities.map((equity) => ({ equity }));

test('days begin with the first on which there was something, and one without a price is left out', () => {
  expect(knownDays(of('0', '0.00', '1000', null, '0', '31500.5'))).toEqual(['1000', '0', '31500.5']);
  expect(knownDays(of('0', null))).toEqual([]);
  expect(knownDays([])).toEqual([]);
});
