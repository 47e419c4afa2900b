import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { deflateText, gzipBehind, gzipStored } from './gzip-parts.ts';
import { runs } from '../../test/support/seed.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ minLength: 5_000, maxLength: 9_000 }),
);

test('any head in front of any text is one member that unpacks to both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), anyText, async (head, text) => {
      const member = Buffer.concat(gzipBehind(head, deflateText(text)));
      assert.equal(gunzipSync(member).toString(), Buffer.from(head + text).toString());
      // Browsers read with this one, which refuses a second member and a wrong checksum.
      const stream = new Blob([member]).stream().pipeThrough(new DecompressionStream('gzip'));
      assert.equal(await new Response(stream).text(), Buffer.from(head + text).toString());
    }),
    { numRuns: runs(200) },
  );
});

test('a text that is not compressed unpacks to itself', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(gunzipSync(gzipStored(text)).toString(), Buffer.from(text).toString());
    }),
  );
});

test('what can not be one block is refused, not cut', () => {
  assert.throws(() => gzipStored('x'.repeat(65_536)), /do not fit/);
  assert.throws(() => gzipBehind('x'.repeat(65_536), deflateText('')), /do not fit/);
});
