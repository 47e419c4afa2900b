import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from './reason-of.ts';

test('a reason says what failed, and nothing of whom', () => {
  const refused = Object.assign(new Error("Can't send mail: 550 5.1.1 <ann@example.com> user unknown"), {
    code: 'EENVELOPE',
    responseCode: 550,
    rejected: ['ann@example.com'],
  });
  assert.equal(reasonOf(refused), 'Error EENVELOPE 550');
  assert.equal(
    reasonOf(new Error('no way to <ann@example.com> at +41 79 123 45 67')),
    'no way to <address> at <number>',
  );
  assert.equal(reasonOf(new Error('the SMS gateway answered 503')), 'the SMS gateway answered 503');
  assert.equal(reasonOf('ann@example.com'), 'unknown');
});
