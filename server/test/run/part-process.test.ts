import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../src/kit/until.test-support.ts';

// The limit passes when the test says so.
const code = `
  import { runPart } from ${JSON.stringify(import.meta.resolve('./part-process.ts'))};
  const environment = { CANDOR_MARK: process.env.CANDOR_MARK };
  const limit = new AbortController();
  process.stdin.once('data', () => limit.abort());
  const { files } = await runPart({ name: 'check', args: [], limitSeconds: 1, environment, limit: limit.signal });
  console.log(JSON.stringify(files));
  process.exit(0);`;

const isLinux = process.platform === 'linux';

test('a part that takes too long says what it was at, fails, and leaves no process', { skip: !isLinux }, async () => {
  const mark = `CANDOR_MARK=part-${process.pid}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, CANDOR_MARK: `part-${process.pid}` },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const closed = once(child, 'close');
  await until('lint runs', () => processesWith(mark).some((pid) => readOf(pid, 'cmdline').includes('oxlint')));
  child.stdin.write('over');
  await closed;
  assert.match(said, /check: over 1 s, so it is ended\./);
  assert.match(said, /running: lint/);
  assert.match(said, /"failures":\["check: over 1 s"\]/);
  // A process that is killed is gone a moment later.
  await until('no process is left', () => processesWith(mark).length === 0);
});

function processesWith(variable: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && readOf(pid, 'environ').includes(variable));
}

function readOf(pid: string, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    return '';
  }
}
