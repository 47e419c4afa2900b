import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { test } from 'node:test';

/** A program that logs this many lines of about 100 characters, then sends 'past', and exits when the test disconnects from it. */
const script = (lines: number): string => `
  const { log } = await import('${new URL('log.ts', import.meta.url).href}');
  for (let i = 0; i < ${lines}; i++) log.info('a line of the log that is about as long as the lines of a server are', { i });
  process.stdout.write('printed beside the log\\n');
  process.once('disconnect', () => process.exit(3));
  setImmediate(() => process.send('past'));`;

function start(lines: number, stdout: 'pipe' | number): ChildProcess {
  const parameters = ['--input-type=module', '-e', script(lines)];
  return spawn(process.execPath, parameters, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.disconnect();
  return (await ended)[0];
}

async function linesOf(child: ChildProcess): Promise<string[]> {
  let text = '';
  for await (const part of child.stdout!.setEncoding('utf8')) text += part;
  return text.trimEnd().split('\n');
}

test('a full disk neither ends nor blocks the process that logs', { skip: process.platform !== 'linux' }, async () => {
  const full = openSync('/dev/full', 'w');
  const child = start(50, full);
  closeSync(full);
  assert.deepEqual((await once(child, 'message'))[0], 'past');
  assert.equal(await endOf(child), 3);
});

test('the process goes on after the reader of its log has ended', async () => {
  const child = start(50, 'pipe');
  child.stdout!.destroy();
  assert.deepEqual((await once(child, 'message'))[0], 'past');
  assert.equal(await endOf(child), 3);
});

test('a reader that stops reading the log does not block the process, and gets the buffered lines once it reads again', async () => {
  const child = start(3_000, 'pipe');
  assert.deepEqual((await once(child, 'message'))[0], 'past');
  const lines = linesOf(child);
  assert.equal(await endOf(child), 3);
  const logged = (await lines)
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { i: number }).i);
  assert.deepEqual(new Set(logged), new Set(Array.from({ length: 3_000 }, (_, i) => i)));
});
