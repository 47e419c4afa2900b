import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latinDigits } from './latin-digits.ts';

test('digits of other scripts and widths are read', () => {
  assert.equal(latinDigits('٠١٢۳４५'), '012345');
  assert.equal(latinDigits('９𝟡⑨'), '999');
  assert.equal(latinDigits('k7mq2-ｘ９'), 'k7mq2-x9');
});
