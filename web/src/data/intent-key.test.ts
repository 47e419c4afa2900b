import type { FailureCode, Outcome } from '@candor/wire';
import { expect, test } from 'vitest';
import { createIntentKeys } from './intent-key.ts';

const failed = (code: FailureCode): Outcome<unknown> => ({
  ok: false,
  code,
  facts: {},
  status: 0,
  httpStatus: 0,
});
const keysFrom = (): ReturnType<typeof createIntentKeys> => {
  let count = 0;
  return createIntentKeys(() => `key-${++count}`);
};
const stake = { trade_num: '10' };

test('a try whose outcome is unknown is repeated with its key, so that it happens once at most', () => {
  const keys = keysFrom();
  expect(keys.keyFor(stake)).toBe('key-1');
  keys.settle(stake, failed('unreachable'));
  expect(keys.keyFor(stake)).toBe('key-1');
  keys.settle(stake, failed('outcome-unknown'));
  expect(keys.keyFor(stake)).toBe('key-1');
});

test('after an answer the same wish is a new intent', () => {
  for (const outcome of [{ ok: true, data: {} } as const, failed('insufficient-balance'), failed('busy')]) {
    const keys = keysFrom();
    keys.keyFor(stake);
    keys.settle(stake, outcome);
    expect(keys.keyFor(stake)).toBe('key-2');
  }
});

test('once in doubt, a key is given up only for an answer of the ledger, not because the repetition was turned away', () => {
  const keys = keysFrom();
  keys.keyFor(stake);
  keys.settle(stake, failed('unreachable'));
  for (const code of ['busy', 'too-many-requests', 'too-many-refused', 'login-required', 'market-degraded'] as const) {
    keys.settle(stake, failed(code));
    expect(keys.keyFor(stake), code).toBe('key-1');
  }
  keys.settle(stake, failed('insufficient-balance'));
  expect(keys.keyFor(stake)).toBe('key-2');
});

test('another wish has another key', () => {
  const keys = keysFrom();
  expect(keys.keyFor(stake)).not.toBe(keys.keyFor({ trade_num: '20' }));
});
