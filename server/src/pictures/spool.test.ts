// An upload on its way lies sealed on the disk, and what was changed there is not taken for it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { spool } from './spool.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-spool-'));
after(() => rmSync(directory, { recursive: true }));

const content = Buffer.from('a passport, '.repeat(10_000));
const upload = () => ({
  bytes: Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]),
  isWhole: () => true,
});
const onDisk = (): string => join(directory, readdirSync(directory)[0]!);

test('it is read as it came, nothing of it can be read on the disk, and nothing is left', async () => {
  const read = await spool(upload(), directory, async (open) => {
    assert.equal(readFileSync(onDisk()).includes('passport'), false);
    return open();
  });
  assert.deepEqual(read, content);
  assert.deepEqual(readdirSync(directory), []);
});

test('with one byte changed, cut off or added it is not read', async () => {
  const changes: ((bytes: Buffer) => Buffer)[] = [
    (bytes) => Buffer.concat([bytes.subarray(0, 80_000), Buffer.from([bytes[80_000]! ^ 1]), bytes.subarray(80_001)]),
    (bytes) => bytes.subarray(0, -1),
    (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]),
  ];
  for (const change of changes) {
    const reading = spool(upload(), directory, (open) => {
      writeFileSync(onDisk(), change(readFileSync(onDisk())));
      return open();
    });
    await assert.rejects(reading, /authenticate/);
    assert.deepEqual(readdirSync(directory), []);
  }
});
