import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, loanCost, monthsBegun, monthsLater, owedAt, wad, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { languages } from '../kit/texts.ts';
import { writeAgreement } from './agreement.ts';
import { creditOf } from './credit.ts';
import { daysLeft, nextReminder } from './reminders.ts';

const at = (text: string): number => Date.parse(text);
const dayMs = 86_400_000;

test('a month later is the same day of the next month, or its last', () => {
  for (const [from, months, then] of [
    ['2027-01-31T10:00:00.000Z', 1, '2027-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2027-01-31T10:00:00.000Z', 3, '2027-04-30T10:00:00.000Z'],
    ['2027-11-30T23:59:59.999Z', 12, '2028-11-30T23:59:59.999Z'],
    ['2027-08-31T00:00:00.000Z', 6, '2028-02-29T00:00:00.000Z'],
  ] as const)
    assert.equal(new Date(monthsLater(at(from), months)).toISOString(), then);
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 10n }).map((units) => (units * 10n ** 14n) as Wad);
const rates = fc.bigInt({ min: 1n, max: 50_000n }).map((units) => (units * 10n ** 12n) as Wad);

test('what is owed rises month by month, never beyond the total that was agreed, and never falls', () => {
  fc.assert(
    fc.property(amounts, rates, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 4000 }), (amount, monthlyRate, months, days) => {
      const since = at('2027-01-31T10:00:00.000Z');
      const loan = { amount, monthlyRate, months, since };
      const [now, later] = [since + days * dayMs, since + (days + 1) * dayMs];
      const total = amount + loanCost(amount, monthlyRate, months);
      assert.ok(owedAt(loan, now) <= owedAt(loan, later) && owedAt(loan, later) <= total);
      assert.ok(owedAt(loan, since) > amount);
      assert.equal(owedAt(loan, monthsLater(since, months)), total);
      assert.ok(monthsBegun(loan, now) >= 1 && monthsBegun(loan, now) <= months);
    }),
  ); // oxfmt-ignore
});

test('a cost is rounded up once, by less than the smallest unit', () => {
  fc.assert(
    fc.property(amounts, rates, fc.integer({ min: 1, max: 60 }), (amount, rate, months) => {
      const exact = amount * rate * BigInt(months);
      const cost = loanCost(amount, rate, months) * 10n ** 18n;
      assert.ok(cost >= exact && cost - exact < 10n ** 32n);
    }),
  );
});

const limits = {
  version: 1,
  identityAmount: wad('500'),
  ageAmount: wad('100'),
  ageMonthsMax: 10,
  vipAmount: wad('1000'),
  historyShare: wad('0.5'),
  historyMax: wad('5000'),
  limitMax: wad('4000'),
  twoPersonsAbove: wad('1000'),
};

test('a limit is the sum of its parts, each bounded, and nothing without an identity', () => {
  const standing = { isVerified: true, openedAt: 0, vip: 2, largestInTime: wad('20000') };
  const of = (change: Partial<typeof standing>, days: number) => formatAmount(creditOf({ ...standing, ...change }, limits, days * dayMs).limit); // oxfmt-ignore
  assert.equal(of({ isVerified: false }, 1000), '0');
  assert.equal(of({ vip: 0, largestInTime: wad('0') }, 0), '500');
  assert.equal(of({ vip: 0, largestInTime: wad('0') }, 59), '600');
  assert.equal(of({ vip: 0, largestInTime: wad('0') }, 5000), '1500');
  assert.equal(of({ vip: 1, largestInTime: wad('200') }, 0), '1600');
  assert.deepEqual(creditOf(standing, limits, 0).isCapped, true);
  assert.equal(of({}, 0), '4000');
  assert.equal(of({ openedAt: Number.MAX_SAFE_INTEGER, vip: 0, largestInTime: wad('0') }, 0), '500');
});

test('reminders are 7, 3 and 1 days before, and none is told of a day that is over', () => {
  const due = 100 * dayMs;
  assert.deepEqual([0, 93, 96.5, 99, 100].map((day) => nextReminder(due, day * dayMs)), [93, 97, 97, null, null].map((day) => day && day * dayMs)); // oxfmt-ignore
  assert.deepEqual([93, 96.5, 99.99, 100, 101].map((day) => daysLeft(due, day * dayMs)), [7, 4, 1, undefined, undefined]); // oxfmt-ignore
});

test('the agreement says the same in every language: amounts, rates, each month, and nothing is left open', () => {
  const config = { termId: '3', version: 1, months: 3, monthlyRate: wad('0.0105'), minAmount: wad('1'), maxAmount: wad('9'), isOffered: true }; // oxfmt-ignore
  const written = languages.map((language) => writeAgreement({ amount: wad('1234.5'), config, account: 'acc_x' }, language)); // oxfmt-ignore
  assert.equal(new Set(written.map(({ digest }) => digest)).size, languages.length);
  for (const { text, language } of written) {
    assert.doesNotMatch(text, /[{}]|undefined|NaN/, language);
    const digits = text.replaceAll(/(?<=\d)[\s.,’'\u00a0\u202f](?=\d)/g, '');
    for (const figure of ['123450', '105', '1260', '388868', '12733868', '12474623', 'acc_x'])
      assert.ok(digits.includes(figure), `${figure} in ${language}: ${text}`);
    assert.equal(text.split('\n').filter((line) => line.startsWith('- ')).length, 7, language);
  }
});
