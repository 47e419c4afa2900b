import { wad } from '@candor/wire';
import type { BorrowRecord, CreditLimit } from '@candor/wire';
import { expect, test } from 'vitest';
import { costOf, endsByMonth, faultOf, progressOf, savedNow } from './borrow-rules.ts';

const term = { month: 3, config_version: 1, monthly_rate: '0.011', min: '50', max: '10000' };
const limit: CreditLimit = { limit: '500', parts: [], is_capped: false, blocked: null };

test('a cost is that of all months, and due as many months later', () => {
  expect(costOf(wad('200'), term, Date.UTC(2027, 0, 31))).toEqual({
    cost: wad('6.6'),
    total: wad('206.6'),
    perYear: wad('0.132'),
    dueAt: Date.UTC(2027, 3, 30),
  });
});

test('what is wrong with an amount, for a guest too', () => {
  expect(faultOf('', term, undefined)).toMatchObject({ code: 'amount-malformed' });
  expect(faultOf('49', term, undefined)).toMatchObject({ code: 'borrow-out-of-range' });
  expect(faultOf('501', term, undefined)).toBeUndefined();
  expect(faultOf('501', term, limit)).toEqual({ code: 'borrow-limit', facts: { available: '500' } });
  expect(faultOf('501', term, { ...limit, limit: '0', blocked: 'unverified' })).toBeUndefined();
  expect(faultOf('500', term, limit)).toBeUndefined();
});

const record = {
  number: '200',
  total_amount: '206.6',
  monthly_rate: '0.011',
  month: 3,
  paid_out_at: '2027-01-31T10:00:00.000Z',
  owed_now: '202.2',
  collected: '0',
} as BorrowRecord;

test('paid back early it leaves out the months that have not begun', () => {
  expect(savedNow(record)).toBe(wad('4.4'));
  expect(endsByMonth(record).map(({ at, owed }) => [new Date(at).toISOString().slice(0, 10), owed])).toEqual([
    ['2027-02-28', wad('202.2')],
    ['2027-03-31', wad('204.4')],
    ['2027-04-30', wad('206.6')],
  ]);
  expect(endsByMonth({ ...record, paid_out_at: null })).toEqual([]);
});

test('what is over stays over', () => {
  expect([1, 2, 5, 4, 3].map((state) => progressOf({ ...record, state }))).toEqual([0, 1, 2, 3, 3]);
});
