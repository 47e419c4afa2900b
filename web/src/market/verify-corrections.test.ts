import { noCorrectionBefore, publicKeyOf, digestOfCorrection, signCorrection } from '@candor/proof';
import type { UnsignedCorrection } from '@candor/proof';
import { expect, test } from 'vitest';
import { findFault } from './verify-corrections.ts';

const [secret, otherSecret] = ['11'.repeat(32), '22'.repeat(32)];
const unsigned = (id: number, previous: string): UnsignedCorrection => ({
  id,
  coin: 'BTC',
  minute_ms: 60_000 * id,
  before: { open: '1', high: '9', low: '1', close: '2' },
  after: { open: '1', high: '3', low: '1', close: '2' },
  reason: 'bad-print',
  note: 'a print that nobody else saw',
  proposed_by: 'index',
  approved_by: 'index',
  corrected_at: '2026-11-21T08:00:00.000Z',
  previous,
});
const first = signCorrection(unsigned(1, noCorrectionBefore), secret);
const second = signCorrection(unsigned(2, digestOfCorrection(first)), secret);
const key = publicKeyOf(secret);

test('a list that is whole and signed by the platform has no fault', () => {
  expect(findFault([], key)).toBeUndefined();
  expect(findFault([first, second], key)).toBeUndefined();
});

test('a changed, missing or foreign correction is found', () => {
  expect(findFault([first, { ...second, note: 'another' }], key)).toContain('signature of correction 2');
  expect(findFault([second], key)).toContain('correction 2');
  const foreign = signCorrection(unsigned(2, digestOfCorrection(first)), otherSecret);
  expect(findFault([first, foreign], key)).toContain('correction 2 is signed with another key');
});
