// What is signed is read as it was; whatever is changed, said as something else, signed with another key, or old, is not.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { manualClock } from './clock.ts';
import { signedMessages } from './signed-messages.ts';

const clock = manualClock(1_000_000);
const key = randomBytes(32);
const { seal, open } = signedMessages(key, clock);
const body = { amount: 10n ** 24n, list: [1, 'two', null] };

test('what was sealed opens as it was', () => {
  assert.deepEqual(open('web', seal('web', body)), body);
});

test('no changed byte, no cut, no other kind and no other key is believed', () => {
  const sealed = seal('web', body);
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const changed = Buffer.from(sealed);
      changed[place]! ^= change;
      assert.equal(open('web', changed), undefined);
      assert.equal(open('web', sealed.subarray(0, place)), undefined);
    }),
  );
  assert.equal(open('engine', sealed), undefined);
  assert.equal(signedMessages(randomBytes(32), clock).open('web', sealed), undefined);
});

test('what was said long ago, or will be, is not said now', () => {
  const sealed = seal('web', body);
  clock.advance(61_000);
  assert.equal(open('web', sealed), undefined);
  clock.advance(-122_000);
  assert.equal(open('web', sealed), undefined);
  clock.advance(61_000);
});
