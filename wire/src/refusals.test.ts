import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInDoubt, isTurnedAway } from './client.ts';
import { allRefusalCodes } from './refusal-catalogue.ts';
import { isRetryable, isUndecided, refusalCodes, refusals } from './refusals.ts';

test('the catalogue holds every refusal of every file, and none stands in two', async () => {
  const root = import.meta.dirname;
  const paths = globSync('*-refusals.ts', { cwd: root });
  assert.ok(paths.length > 10, `${paths.length} files were read`);
  const files = await Promise.all(paths.map((path) => import(join(root, path)) as Promise<Record<string, unknown>>));
  const codes = files.flatMap((file) => {
    const tables = Object.entries(file).filter(([name]) => name.endsWith('Refusals'));
    assert.equal(tables.length, 1);
    return Object.keys(tables[0]![1] as object);
  });
  assert.deepEqual(codes.toSorted(), [...allRefusalCodes].toSorted());
});

test('a refusal either leaves open whether it was done, or says that nothing was', () => {
  for (const code of refusalCodes) {
    assert.ok(!(isUndecided(code) && isRetryable(code)), code);
    assert.ok(!(isUndecided(code) && /nothing was done/i.test(refusals[code].text)), code);
  }
  assert.deepEqual(refusalCodes.filter(isUndecided), ['outcome-unknown', 'unknown-error']);
});

test('after a failure a client either repeats the key, asks anew, or has its answer', () => {
  for (const code of ['unreachable', 'outcome-unknown', 'unknown-error'] as const) {
    assert.deepEqual([isInDoubt(code), isTurnedAway(code)], [true, false], code);
  }
  for (const code of ['busy', 'login-required', 'too-many-requests', 'market-degraded', 'too-large'] as const) {
    assert.deepEqual([isInDoubt(code), isTurnedAway(code)], [false, true], code);
  }
  for (const code of ['insufficient-balance', 'price-moved', 'options-config-unknown', 'faucet-limit'] as const) {
    assert.deepEqual([isInDoubt(code), isTurnedAway(code)], [false, false], code);
  }
});
