import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, one, wad, type Wad } from '@candor/wire';
import type { Way } from '../kit/ways.ts';
import { findSureGains, widened } from './sure-gains.ts';

type Sizes = { most?: string; quota?: string };
const loan = (months: number, rate: string, { most = '5000' }: Sizes = {}): Way => ({
  kind: 'borrow',
  name: `loan ${months}`,
  months,
  monthlyRate: wad(rate),
  most: wad(most),
});
const plan = (days: number, rate: string, { most = '100000', quota = '1000000' }: Sizes = {}): Way => ({
  kind: 'earn',
  name: `plan ${days}`,
  days,
  dailyRate: wad(rate),
  most: wad(most),
  quota: wad(quota),
});
const exchange = (name: string, cost: string): Way => ({ kind: 'exchange', name, cost: wad(cost) });
const level = (number: number, cost: string): Way => ({
  kind: 'level',
  name: `level ${number}`,
  level: number,
  cost: wad(cost),
});
const credit = (perLevel: string, most = '10000'): Way => ({
  kind: 'credit',
  name: 'credit',
  perLevel: wad(perLevel),
  most: wad(most),
});
const pays = (...ways: Way[]) => findSureGains(ways).map(({ pair }) => pair);

test('a rate is compared with its reinvested income, and each other pair with what it loses', () => {
  assert.deepEqual(pays(loan(12, '0.0051'), plan(30, '0.0001645')), ['loan 12 + plan 30']);
  assert.deepEqual(pays(loan(12, '0.0055'), plan(30, '0.0001645')), []);
  assert.deepEqual(pays(loan(1, '0.012'), plan(90, '0.0003')), []);
  assert.deepEqual(pays(loan(1, '0.012'), plan(90, '0.0004')), ['loan 1 + plan 90']);
  assert.deepEqual(pays(exchange('buy', '0.01'), exchange('sell', '-0.01')), ['sell + sell']);
  assert.deepEqual(pays({ kind: 'bet', name: 'draw', gain: wad('0.01') }, { kind: 'bet', name: 'fair', gain: wad('0') }), ['draw']); // oxfmt-ignore
});

test('one account gains at most what the smallest of its limits allows: the loan, all its credit, the plan and its share of the quota', () => {
  const rates = [loan(1, '0.012', { most: '5000' }), plan(31, '0.0005', { most: '3000', quota: '40000' })];
  const mostOf = (...more: Way[]) => formatAmount(findSureGains([...rates, ...more])[0]!.most!);
  const [found] = findSureGains(rates);
  assert.equal(found!.most! * 1_000n, found!.perThousand * 3_000n);
  const yearly = BigInt(found!.perThousand);
  assert.equal(mostOf({ kind: 'quota', name: 'share', share: wad('0.1') }), formatAmount((yearly * 4n) as Wad));
  assert.equal(mostOf({ kind: 'quota', name: 'share', share: wad('0.5') }), formatAmount((yearly * 5n) as Wad));
  assert.equal(mostOf(credit('0', '500')), formatAmount((yearly / 2n) as Wad));
  assert.equal(
    mostOf(credit('0', '500'), credit('0', '700')),
    formatAmount(((yearly * 7n) / 10n) as Wad),
    'a higher limit is still to come',
  );
});

test('a level is named where the credit that it brings earns more than reaching it costs, before each loan anew', () => {
  // A loan of 1,000 for a year earns about 50 more than it costs.
  const year = [loan(12, '0.01'), plan(367, '0.000463215')];
  const named = (...more: Way[]) => findSureGains([...year, ...more]).filter(({ pair }) => pair.startsWith('level'));
  assert.deepEqual(named(level(1, '100'), credit('1000')), []);
  const [gain] = named(level(1, '10'), credit('1000'));
  assert.equal(gain!.pair, 'level 1 + credit');
  assert.equal(gain!.closedBy, 'debt');
  assert.ok(gain!.perThousand > wad('39') && gain!.perThousand < wad('40'), formatAmount(gain!.perThousand));
  assert.equal(gain!.most, gain!.perThousand);
  assert.equal(
    named(level(2, '10'), credit('1000')).map(({ most }) => most! > 2n * gain!.most!)[0],
    true,
    'two thousand for the same 10',
  );
  assert.deepEqual(named(level(1, '10'), credit('0')), [], 'it brings no credit');
  assert.deepEqual(named(level(1, '10'), credit('1000', '0')), [], 'nobody gets credit');
  // Twelve loans of a month need the level twelve times.
  assert.deepEqual(pays(loan(1, '0.01'), plan(32, '0.000463'), level(1, '10'), credit('1000')), ['loan 1 + plan 32']);
});

test('a gift is named with its amount, and is open only where it can be withdrawn', () => {
  const gift = (book: 'real' | 'bonus', amount = '50'): Way => ({
    kind: 'gift',
    name: 'gift',
    amount: wad(amount),
    book,
  });
  const closed = (way: Way) =>
    findSureGains([way]).map(({ perThousand, closedBy }) => [formatAmount(perThousand), closedBy]);
  assert.deepEqual(
    [closed(gift('real')), closed(gift('bonus')), closed(gift('bonus', '0'))],
    [[['50', null]], [['50', 'bonus']], []],
  );
});

test('a change is shown with the pairs that it makes or widens, and no others', () => {
  const before = findSureGains([loan(12, '0.009'), plan(90, '0.0005'), plan(30, '0.0001')]);
  const after = findSureGains([loan(12, '0.009'), plan(90, '0.0005'), plan(30, '0.0004')]);
  assert.deepEqual(widened(before, after).map(({ pair }) => pair), ['loan 12 + plan 30']); // oxfmt-ignore
  assert.deepEqual(widened(after, after), []);
  const cheaper = findSureGains([loan(12, '0.008'), plan(90, '0.0005'), plan(30, '0.0004')]);
  assert.equal(widened(after, cheaper).length, 2);
  const larger = findSureGains([loan(12, '0.009', { most: '9000' }), plan(90, '0.0005')]);
  assert.deepEqual(
    widened(after, larger).map(({ most }) => most! > ((9n * one) as Wad)),
    [true],
  );
  const smaller = findSureGains([loan(12, '0.009', { most: '10' }), plan(90, '0.0005')]);
  assert.deepEqual(widened(after, smaller), []);
});
