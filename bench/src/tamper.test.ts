// The benchmark of tampering, small: whatever byte is changed in any of its tables, the audit finds it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tamper } from './tamper.ts';

test('each of a hundred edits of one byte is found', async (context) => {
  const seed = Math.trunc(Math.random() * 1e9);
  context.diagnostic(`seed ${seed}`);
  const { json, faults } = await tamper({ edits: 100, seed });
  assert.deepEqual(faults, []);
  assert.deepEqual(json, { tamper: { made: 100, found: 100 } });
});
