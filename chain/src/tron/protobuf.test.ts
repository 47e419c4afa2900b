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
  const wrong = [
    [0x0a],
    [0x0a, 2, 1],
    [0x08],
    [0x08, 0x80],
    [0x0b],
    [0x0c],
    [0x0b, 0x14],
    [0x0e, 1],
    [0x0d, 1, 2, 3],
    [0x09, 1],
    [0x08, ...Array<number>(11).fill(0x80)],
    [0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f],
  ];
  for (const bytes of wrong) assert.throws(() => readMessage(Uint8Array.from(bytes)), RangeError, String(bytes));
});

test('fields that nobody knows are skipped, whatever their type and number', () => {
  const unknown = [
    [0x0d, 1, 2, 3, 4],
    [0x09, 1, 2, 3, 4, 5, 6, 7, 8],
    // A group with a field of the wanted number inside, and a group in a group.
    [0x0b, 0x10, 9, 0x0c],
    [0x0b, 0x0b, 0x12, 1, 7, 0x0c, 0x0c],
    // The highest number of a field, and a tag with bits above the 32nd.
    [0xf8, 0xff, 0xff, 0xff, 0x0f, 1],
    [0x98, 0x80, 0x80, 0x80, 0x80, 0x01, 1],
  ];
  for (const bytes of unknown) {
    const read = readMessage(Uint8Array.from([...bytes, 0x10, 5]));
    assert.equal(read.number(2), 5n, String(bytes));
    assert.deepEqual(read.list(2), [], String(bytes));
  }
});
