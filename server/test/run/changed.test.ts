import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedBy } from './changed.ts';

test('a rule reaches its own test and what is built on it, and the journeys of its product', () => {
  const { tests, app, browser } = reachedBy(['server/src/staking/post-income.ts']);
  assert.ok(tests!.includes('server/test/staking.test.ts'));
  assert.ok(!tests!.includes('chain/src/networks/amounts.test.ts'));
  assert.deepEqual(app, []);
  assert.deepEqual(browser, ['e2e/staking.spec.ts']);
});

test('what all messages pass reaches both sides', () => {
  const { tests, app, browser } = reachedBy(['wire/src/money.ts']);
  assert.ok(tests!.includes('server/src/ledger/post-moves.test.ts'));
  assert.ok(app!.some((path) => path.startsWith('web/src/')));
  assert.equal(browser, undefined, 'no journey is named after it, so all are meant');
});

test('a journey reaches itself, prose nothing, and a lock file everything', () => {
  assert.deepEqual(reachedBy(['e2e/shop.spec.ts']), { tests: [], app: [], browser: ['e2e/shop.spec.ts'] });
  assert.deepEqual(reachedBy(['README.md']), { tests: [], app: [], browser: [] });
  assert.deepEqual(reachedBy(['package-lock.json']), { tests: undefined, app: undefined, browser: undefined });
  assert.deepEqual(reachedBy(['server/migrations/0001_ledger.sql']), { tests: undefined, app: [], browser: undefined });
});
