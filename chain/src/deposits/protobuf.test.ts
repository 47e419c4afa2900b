import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { bytesField, messageField, numberField, readMessage } from './protobuf.ts';

test('numbers and bytes are read as they were written, whatever stands beside them', () => {
  const field = fc.integer({ min: 1, max: 2 ** 20 });
  const value = fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(field, value), { maxLength: 9 }), (fields) => {
      const parts = fields.map(([field, value]) =>
        typeof value === 'bigint' ? numberField(field, value) : messageField(field, value),
      );
      const read = readMessage(concatBytes(...parts));
      for (const [field] of fields) {
        const [numbers, texts] = [false, true].map((isBytes) =>
          fields.flatMap(([other, value]) =>
            other === field && isBytes === (typeof value !== 'bigint') ? [value] : [],
          ),
        );
        const written = numbers!.filter((value) => value !== 0n);
        assert.equal(read.number(field), written.at(-1) ?? 0n);
        assert.deepEqual(read.list(field), texts);
      }
    }),
  );
});

test('what is missing has its default, and empty bytes are written only as a message', () => {
  const read = readMessage(new Uint8Array());
  assert.equal(read.number(1), 0n);
  assert.deepEqual(read.bytes(1), new Uint8Array());
  assert.deepEqual(numberField(1, 0n), new Uint8Array());
  assert.deepEqual(bytesField(1, new Uint8Array()), new Uint8Array());
  assert.deepEqual(messageField(1, new Uint8Array()), Uint8Array.of(0x0a, 0));
});

test('bytes that are no message are refused', () => {
  const wrong = [[0x0a], [0x0a, 2, 1], [0x08], [0x08, 0x80], [0x0b], [0x0d, 1, 2, 3], [0x09, 1], [0x08, ...Array(11).fill(0x80)], [0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f]]; // oxfmt-ignore
  for (const bytes of wrong) assert.throws(() => readMessage(Uint8Array.from(bytes)), RangeError, String(bytes));
  assert.deepEqual(readMessage(Uint8Array.from([0x0d, 1, 2, 3, 4, 0x10, 5])).number(2), 5n);
});
