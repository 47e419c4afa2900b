import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const calls = [
  ['main.ts', 'orders', '--help'],
  ['main.ts', 'nothing'],
  ['main.ts', 'orders', '--rounds', 'none'],
  ['main.ts', 'soak', '--minutes', 'none'],
  ['main.ts', 'soak', '--hours', '1'],
  ['main.ts', 'memory', '--speed', '0'],
  ['crash.ts', '--kills', '-1'],
  ['crash.ts', '--plant', 'a-tree'],
  ['play-demo.ts', '--address', 'here'],
];

for (const [program, ...given] of calls) {
  test(`${program} ${given.join(' ')} is answered with how it is called`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, program!), ...given], {
      encoding: 'utf8',
    });
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^Usage: npm run /m);
    assert.doesNotMatch(stderr, / {4}at /);
  });
}
