// The crash harness proves itself: with a fault planted between client and server it must fail, and for that reason alone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const crashFile = join(import.meta.dirname, 'crash.ts');

async function crash(args: string[]): Promise<{ code: number | null; output: string; faults: string[] }> {
  const child = spawn(process.execPath, [crashFile, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const faults = [...output.matchAll(/^✗ (.*): \d+$/gm)].map(([, kind]) => kind!);
  return { code, output, faults };
}

const planted = {
  // The last two: when the very command that was lied about is asked for again, the lie shows at once.
  'lost-ack': [
    'acknowledged and not in the database',
    'acknowledged order is missing or differs',
    'acknowledged and then not there',
    'same key, another answer',
    'stored with another reply',
    'an order that no client knows of',
  ],
  'not-done': ['said to be not done, and in the database', 'an order that no client knows of'],
  stuck: ['work is stuck and no alarm says so'],
  double: ['a command under a key that no client used', 'an order that no client knows of'],
};

for (const [plant, expected] of Object.entries(planted)) {
  test(`a planted ${plant} is found`, { timeout: 240_000 }, async () => {
    const { code, output, faults } = await crash(['--kills', '2', '--seed', '11', '--plant', plant]);
    assert.equal(code, 1, output);
    assert.notEqual(faults.length, 0, output);
    assert.deepEqual(
      faults.filter((kind) => !expected.includes(kind)),
      [],
      output,
    );
  });
}

test('what it does not understand is refused with its usage', async () => {
  for (const args of [
    ['--kills', 'many'],
    ['--plant', 'bug'],
    ['--seed', '-1'],
  ]) {
    const { code, output } = await crash(args);
    assert.notEqual(code, 0);
    assert.match(output, /Usage|argument/i);
  }
});
