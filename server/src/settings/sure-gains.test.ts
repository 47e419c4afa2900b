import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import type { Way } from '../kit/ways.ts';
import { findSureGains, widened } from './sure-gains.ts';

const loan = (months: number, rate: string): Way => ({
  kind: 'borrow',
  name: `loan ${months}`,
  months,
  monthlyRate: wad(rate),
});
const plan = (days: number, rate: string): Way => ({ kind: 'earn', name: `plan ${days}`, days, dailyRate: wad(rate) });
const exchange = (name: string, cost: string): Way => ({ kind: 'exchange', name, cost: wad(cost) });
const firstTerms: readonly Way[] = [
  ...([[1, '0.012'], [3, '0.011'], [6, '0.01'], [12, '0.009']] as const).map(([months, rate]) => loan(months, rate)),
  ...([[7, '0.0002'], [15, '0.0003'], [30, '0.0004'], [90, '0.0005']] as const).map(([days, rate]) => plan(days, rate)),
  exchange('purchase', '0.01'),
  exchange('swap', '0'),
  { kind: 'bet', name: 'option 30', gain: wad('-0.15') },
]; // oxfmt-ignore

test('under the first terms nothing pays for certain but loans that are staked, which the rule on debts closes', () => {
  const gains = findSureGains(firstTerms);
  assert.ok(gains.every(({ isClosed }) => isClosed));
  const best = gains.find(({ pair }) => pair === 'loan 12 + plan 90')!;
  assert.ok(best.perThousand > wad('85') && best.perThousand < wad('90'), formatAmount(best.perThousand));
});

test('a rate is compared with its reinvested income, and each other pair with what it loses', () => {
  const pays = (...ways: Way[]) => findSureGains(ways).map(({ pair }) => pair);
  assert.deepEqual(pays(loan(12, '0.0051'), plan(30, '0.0001645')), ['loan 12 + plan 30']);
  assert.deepEqual(pays(loan(12, '0.0055'), plan(30, '0.0001645')), []);
  assert.deepEqual(pays(loan(1, '0.012'), plan(90, '0.0003')), []);
  assert.deepEqual(pays(loan(1, '0.012'), plan(90, '0.0004')), ['loan 1 + plan 90']);
  assert.deepEqual(pays(exchange('buy', '0.01'), exchange('sell', '-0.01')), ['sell + sell']);
  assert.deepEqual(pays({ kind: 'bet', name: 'draw', gain: wad('0.01') }, { kind: 'bet', name: 'fair', gain: wad('0') }), ['draw']); // oxfmt-ignore
});

test('a change is shown with the pairs that it makes or widens, and no others', () => {
  const before = findSureGains([loan(12, '0.009'), plan(90, '0.0005'), plan(30, '0.0001')]);
  const after = findSureGains([loan(12, '0.009'), plan(90, '0.0005'), plan(30, '0.0004')]);
  assert.deepEqual(widened(before, after).map(({ pair }) => pair), ['loan 12 + plan 30']); // oxfmt-ignore
  assert.deepEqual(widened(after, after), []);
  const cheaper = findSureGains([loan(12, '0.008'), plan(90, '0.0005'), plan(30, '0.0004')]);
  assert.equal(widened(after, cheaper).length, 2);
});
