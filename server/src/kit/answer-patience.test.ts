import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPatience } from './answer-patience.ts';

// Nothing is awaited in it: other tests of the same process ask for signals too.
test('a service outside has 5 s to answer', (context) => {
  const limit = context.mock.method(AbortSignal, 'timeout');
  const signal = answerPatience();
  context.mock.restoreAll();
  assert.deepEqual(limit.mock.calls.map(({ arguments: given }) => given), [[5_000]]); // oxfmt-ignore
  assert.equal(signal.aborted, false);
});
