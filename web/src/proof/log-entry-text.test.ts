import { expect, test } from 'vitest';
import { entryText } from './log-entry-text.ts';

const amountText = (amount: string): string => `(${amount})`;
const leaf = (kind: string, body: object): string => JSON.stringify({ at_ms: 5, body, kind, seq: 3 });

test('an entry is its kind in words and its facts', () => {
  expect(entryText(leaf('house-money', { book: 'real', coin: 'USDT', paid_in: '50000' }), amountText)).toEqual({
    seq: 3,
    at: 5,
    title: 'proof.houseMoney',
    kind: 'house-money',
    facts: 'USDT · (50000)',
  });
  expect(entryText(leaf('option-terms', { config_id: '1', version: 2, payout_rate: '0.85' }), amountText)?.facts).toBe(
    'v2 · 0.85',
  );
});

test('a kind without words says its own name, and what is no entry says nothing', () => {
  expect(entryText(leaf('toString', {}), amountText)).toMatchObject({ title: undefined, kind: 'toString' });
  expect(entryText('{}', amountText)).toBeUndefined();
  expect(entryText('not json', amountText)).toBeUndefined();
});
