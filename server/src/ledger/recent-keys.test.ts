import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberKeys } from './recent-keys.ts';

test('the last ones are known, and those long before are forgotten', () => {
  const keys = rememberKeys(10);
  const names = Array.from({ length: 100 }, (_, place) => `key-${place}` as Uuid);
  for (const [place, name] of names.entries()) {
    assert.equal(keys.has(name), false);
    keys.add(name);
    const known = names.filter((one) => keys.has(one));
    assert.deepEqual(known, names.slice(place + 1 - known.length, place + 1));
    assert.ok(known.length >= Math.min(10, place + 1) && known.length <= 20, `${known.length} are known`);
  }
});
