// What the signer signed is on its disk whole, or not at all, also if the disk is full.
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { appendLine } from './signer-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-signed-'));
after(() => rmSync(directory, { recursive: true }));

/** Takes this many bytes at a time, and none after `takes` times. */
const disk = (bytesAtOnce: number, takes = Infinity) => {
  let left = takes;
  return (file: number, bytes: Uint8Array, from: number): number => {
    if (left-- <= 0) throw new Error('ENOSPC');
    return writeSync(file, bytes, from, Math.min(bytesAtOnce, bytes.length - from));
  };
};

test('a disk that takes a part of a line at a time gets the whole line', () => {
  const path = join(directory, 'slow');
  const file = openSync(path, 'a+');
  appendLine(file, '{"id":"é"}', disk(3));
  appendLine(file, '{"id":"two"}', disk(1));
  closeSync(file);
  assert.equal(readFileSync(path, 'utf8'), '{"id":"é"}\n{"id":"two"}\n');
});

test('a disk that is full keeps no part of a line, and the next one is whole', () => {
  const path = join(directory, 'full');
  const file = openSync(path, 'a+');
  appendLine(file, '{"id":"one"}');
  assert.throws(() => appendLine(file, '{"id":"two"}', disk(5, 2)), /ENOSPC/);
  appendLine(file, '{"id":"three"}');
  closeSync(file);
  assert.equal(readFileSync(path, 'utf8'), '{"id":"one"}\n{"id":"three"}\n');
});
