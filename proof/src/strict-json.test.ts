import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseStrictJson } from './strict-json.ts';

test('reads what JSON.parse reads', () => {
  const text = ' { "a" : [ 1 , -20, 0, "x\\n\\u20ac\\"" , [ ] , { } ], "b": null, "c" : true,"d":false }\n';
  assert.deepEqual(parseStrictJson(text), JSON.parse(text));
});

test('a repeated key is named', () => {
  assert.throws(() => parseStrictJson('{"order":{"stake":"1","stake":"2"}}'), /order\.stake is there twice/);
  assert.throws(() => parseStrictJson('{"a":1,"\\u0061":2}'), /a is there twice/);
  assert.throws(() => parseStrictJson('{"__proto__":1,"__proto__":2}'), /twice/);
});

test('a number that computers read differently is named', () => {
  for (const number of ['9007199254740993', '1.5', '1.0', '1e3', '-0', '01', '1'.repeat(400)]) {
    assert.throws(() => parseStrictJson(`{"a":[${number}]}`), /a\.0 is .* which is not a whole number/);
  }
  assert.deepEqual(parseStrictJson('[9007199254740991]'), [9007199254740991]);
});

test('broken text is refused', () => {
  for (const text of [
    '',
    '{',
    '[1',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '[1,]',
    '{"a":1,}',
    '"\\x"',
    '"\n"',
    'nul',
    '[1]]',
    "'a'",
  ]) {
    assert.throws(() => parseStrictJson(text), SyntaxError, text);
  }
  assert.throws(() => parseStrictJson('['.repeat(100_000)), /deeper/);
});

test('a reader with limits stops where they are passed, not at the end', () => {
  const limits = { depthMax: 2, keysMax: 3, valuesMax: 6 };
  assert.deepEqual(parseStrictJson('{"a":[1,2],"b":{"c":3}}', limits), { a: [1, 2], b: { c: 3 } });
  // What follows the limit is broken, so whoever had read it would say so.
  assert.throws(() => parseStrictJson('{"a":1,"b":2,"c":3,"d":4,"e" broken', limits), /more than 3 keys/);
  assert.throws(() => parseStrictJson('[1,2,3,4,5,6,7 broken', limits), /more than 6 values/);
  assert.throws(() => parseStrictJson('[[[[ broken', limits), /deeper than 2 levels/);
});

test('whatever the text, it is refused or read as JSON.parse reads it', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"b"', '1', '-2', 'null', ' ', '\\', '"', '.');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      let read: unknown;
      try {
        read = parseStrictJson(text);
      } catch {
        return;
      }
      assert.deepEqual(read, JSON.parse(text));
    }),
    { numRuns: 3000 },
  );
});
