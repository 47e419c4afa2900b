import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainTradePassword } from './password-strength.ts';

test('few of all trade passwords are plain', () => {
  const all = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'));
  assert.ok(all.filter(isPlainTradePassword).length < 5_000);
});
