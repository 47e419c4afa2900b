import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const code = `
  import { runPart } from ${JSON.stringify(import.meta.resolve('./part-process.ts'))};
  const environment = { CANDOR_MARK: process.env.CANDOR_MARK };
  const { files } = await runPart({ name: 'check', args: [], limitSeconds: 1, environment });
  console.log(JSON.stringify(files));`;

test('a part that takes too long says what it was at, fails, and leaves no process', async () => {
  const mark = `part-${process.pid}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CANDOR_MARK: mark },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await once(child, 'close');
  assert.match(said, /check: over 1 s, so it is ended\./);
  assert.match(said, /running: lint/);
  assert.match(said, /"failures":\["check: over 1 s"\]/);
  if (process.platform === 'linux') assert.deepEqual(processesWith(`CANDOR_MARK=${mark}`), []);
});

function processesWith(variable: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(variable));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'environ'), 'utf8');
  } catch {
    return '';
  }
}
