import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operatorRefusalCodes } from '@candor/wire';

test('what operators are told no for has words of the console', () => {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, 'en/refusals.json'), 'utf8')) as object;
  assert.deepEqual(operatorRefusalCodes.filter((code) => !(code in words)), []); // oxfmt-ignore
});
