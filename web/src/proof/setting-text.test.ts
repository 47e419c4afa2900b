import { expect, test } from 'vitest';
import { createFormats } from '../text/formats.ts';
import { figuresOf, termOf, valueText } from './setting-text.ts';

const words = { formats: createFormats('en'), yes: 'Yes', no: 'No' };

test('a value is written by its form, and no change of it is cut off', () => {
  expect(valueText('share', '0.85', words)).toBe('85%');
  expect(valueText('share', '0.000125', words)).toBe('0.0125%');
  expect(valueText('amount', '10000', words)).toBe('10,000');
  expect(valueText('duration', 30_000, words)).toBe('30s');
  expect(valueText('count', 1_000, words)).toBe('1,000');
  expect(valueText('flag', false, words)).toBe('No');
});

test('what was not there is a dash, and what nobody knows stands as it is', () => {
  expect(valueText('amount', null, words)).toBe('–');
  expect(valueText(undefined, 'as it is', words)).toBe('as it is');
});

test('terms of a length of time are called by it', () => {
  expect(termOf({ duration_ms: 30_000 })).toEqual({ ms: 30_000 });
  expect(termOf({ days: 90 })).toEqual({ days: 90 });
  expect(termOf({ fee_rate: '0.0003' })).toBeUndefined();
});

test('a list of shares changes coin by coin, everything else as a whole', () => {
  const fields = [{ name: 'limit_distances', form: 'shares' }, { name: 'fee_rate', form: 'share' }] as const; // oxfmt-ignore
  expect(figuresOf(fields, { field: 'fee_rate', before: '0.1', after: '0.2' })).toEqual([
    { field: 'fee_rate', form: 'share', before: '0.1', after: '0.2' },
  ]);
  const [before, after] = [
    { BTC: '0.1', ETH: '0.2' },
    { BTC: '0.1', ETH: '0.3', SOL: '0.4' },
  ];
  expect(figuresOf(fields, { field: 'limit_distances', before, after })).toEqual([
    { field: 'limit_distances', coin: 'ETH', form: 'share', before: '0.2', after: '0.3' },
    { field: 'limit_distances', coin: 'SOL', form: 'share', before: null, after: '0.4' },
  ]);
  expect(figuresOf(fields, { field: 'limit_distances', before: null, after: { SOL: '0.4' } })).toHaveLength(1);
});
