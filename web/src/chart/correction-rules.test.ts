import type { CandleCorrection } from '@candor/wire';
import { expect, test } from 'vitest';
import { withCorrection } from './correction-rules.ts';

test('a correction follows the ones before it; where some are missing, the list is read again', () => {
  const correction = (id: number, coin = 'BTC'): CandleCorrection => ({
    id, coin, minute_ms: 0, reason: 'bad-print', note: '', proposed_by: 'index', approved_by: 'index', corrected_at: '',
    before: { open: '1', high: '2', low: '1', close: '1' }, after: { open: '1', high: '1', low: '1', close: '1' },
    previous: '', public_key: '', signature: '',
  }); // oxfmt-ignore
  const all = [correction(1), correction(2)];
  expect(withCorrection(all, correction(3), undefined)?.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(withCorrection(all, correction(2), undefined)).toBe(all);
  expect(withCorrection(all, correction(4), undefined)).toBeUndefined();
  // Of one coin the numbers have gaps.
  expect(withCorrection(all, correction(9), 'BTC')?.at(-1)?.id).toBe(9);
  expect(withCorrection(all, correction(9, 'ETH'), 'BTC')).toBe(all);
});
