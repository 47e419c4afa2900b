import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gainLines } from './gain-lines.ts';

test('each pair of terms that pays is a line of its own, with its sum and its most', () => {
  const facts = {
    sure_gains: { 'swap BTC, staking 30': '1.5', 'swap ETH, staking 7': '0.25' },
    sure_gains_closed: { 'loan 12, staking 90': '40' },
    sure_gains_most: { 'swap BTC, staking 30': '300' },
  };
  assert.deepEqual(gainLines(facts, 'sure_gains'), [
    { pair: 'swap BTC, staking 30', sum: '1.5', most: '300' },
    { pair: 'swap ETH, staking 7', sum: '0.25' },
  ]);
  assert.deepEqual(gainLines(facts, 'sure_gains_closed'), [{ pair: 'loan 12, staking 90', sum: '40' }]);
  assert.deepEqual(gainLines({}, 'sure_gains'), []);
});
