import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('no line of the log takes the words of an error whole, which may be of a customer', () => {
  const source = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const found = files.filter((file) => /(?:error|detail|reason|message): String\(|error: \(?error(?: as Error\))?\.message|detail: .*\.(?:stack|message)/.test(readFileSync(join(source, file), 'utf8'))); // oxfmt-ignore
  assert.deepEqual([files.length > 100, found], [true, []]);
});
