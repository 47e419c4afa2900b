import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, digestOf } from './canonical-json.ts';
import { parseStrictJson } from './strict-json.ts';

test('keys are sorted by their code units and nothing is spaced', () => {
  assert.equal(
    canonicalJson({ b: [1, 'x', null, true], a: { d: -3, c: '' } }),
    '{"a":{"c":"","d":-3},"b":[1,"x",null,true]}',
  );
  assert.equal(
    canonicalJson({ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, '\u00f6': 5 }),
    '{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}',
  );
});

test('the digest is SHA-256 of the UTF-8 text', () => {
  assert.equal(digestOf({}), '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});

test('what has no exact text is refused', () => {
  for (const value of [0.5, NaN, Infinity, -0, 2 ** 53, undefined, { a: undefined }, '\ud800', 1n, () => 1]) {
    assert.throws(() => canonicalJson(value), TypeError);
  }
});

const value = fc.letrec((tie) => ({
  any: fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger().map((each) => each + 0), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }),
})).any; // oxfmt-ignore

test('reading the canonical text gives the same value, and its canonical text again', () => {
  fc.assert(
    fc.property(value, (each) => {
      const text = canonicalJson(each);
      const read = parseStrictJson(text);
      assert.equal(canonicalJson(read), text);
      assert.deepEqual(read, JSON.parse(text));
    }),
  );
});
