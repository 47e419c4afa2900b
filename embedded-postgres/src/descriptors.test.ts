// A process that has no descriptor left can't see anything; it must not take that for an answer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const moduleAt = (name: string): string => new URL(name, import.meta.url).href;

/** What a process says that has opened files until none is left: one JSON value. */
function askWithoutDescriptors(question: string): unknown {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { isAlive, readPostmaster } from '${moduleAt('postmaster.ts')}';
    import { choosePort } from '${moduleAt('port.ts')}';
    // What the process needs for itself is opened before the files run out.
    await choosePort('/warm', new Set());
    process.stdout.write('');
    const open = [];
    // What it opened first is closed some turns later, and is taken too.
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      try { for (;;) open.push(openSync('/dev/null')); } catch {}
    }
    const answer = await (async () => ${question})().catch((error) => error.code ?? String(error));
    for (const file of open) closeSync(file);
    process.stdout.write(JSON.stringify(answer));`;
  const limited = ['-c', 'ulimit -n 100; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  return JSON.parse(execFileSync('sh', limited, { encoding: 'utf8' })) as unknown;
}

test(
  'out of descriptors, a live server is not taken for dead, nor a taken port for a free one',
  {
    skip: process.platform !== 'linux',
  },
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'candor-descriptors-'));
    writeFileSync(join(directory, 'postmaster.pid'), '1\n');
    try {
      assert.equal(askWithoutDescriptors(`isAlive(${process.pid}, '${directory}')`), true);
      assert.equal(askWithoutDescriptors(`isAlive(2 ** 22 + 1, '${directory}')`), false);
      assert.equal(askWithoutDescriptors(`readPostmaster('${directory}')`), 'EMFILE');
      assert.equal(askWithoutDescriptors(`choosePort('${directory}', new Set())`), 'EMFILE');
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
