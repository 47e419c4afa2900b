import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { gunzipText } from './exact-json.ts';

const zipped = (text: string): ArrayBuffer => new Uint8Array(gzipSync(text)).buffer;

test('a zipped text comes out as it went in, short or long', async () => {
  for (const text of ['', '{"ping":1}', 'Grüße, 価格 ▲'.repeat(20_000)])
    assert.equal(await gunzipText(zipped(text)), text);
});

test('what is cut off, or no gzip at all, is refused', async () => {
  for (const bytes of [new ArrayBuffer(0), new ArrayBuffer(7), zipped('{"ping":1}').slice(0, 12)]) {
    await assert.rejects(gunzipText(bytes));
  }
});
