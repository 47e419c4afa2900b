import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUuid, newUuid, parseWireId, wireId, type Uuid } from './ids.ts';

const anyUuid = fc.uuid().map((text) => text as Uuid);

test('a wire id carries its UUID there and back, and only under its own prefix', () => {
  fc.assert(
    fc.property(anyUuid, (id) => {
      const written = wireId('option', id);
      assert.match(written, /^opt_[0-9a-hjkmnp-tv-z]{26}$/);
      assert.equal(parseWireId('option', written), id);
      assert.equal(parseWireId('account', written), undefined);
    }),
  );
});

test('wire ids sort as their UUIDs do', () => {
  fc.assert(fc.property(anyUuid, anyUuid, (a, b) => a < b === wireId('option', a) < wireId('option', b)));
});

test('text that is no id is not read', () => {
  const good = wireId('option', '01a1fb4d-d669-7000-b462-4c86d5e5c6d9' as Uuid);
  for (const text of ['', 'opt_', good.slice(0, -1), `${good}0`, good.toUpperCase(), good.replace(/.$/, 'u'), `opt_8${good.slice(5)}`]) {
    assert.equal(parseWireId('option', text), undefined, text);
  } // oxfmt-ignore
  fc.assert(fc.property(fc.string(), (text) => parseWireId('option', text) === undefined));
  assert.equal(isUuid('01A1FB4D-d669-7000-b462-4c86d5e5c6d9'), false);
});

test('new keys are random UUIDs', () => {
  const made = Array.from({ length: 100 }, newUuid);
  assert.ok(made.every((key) => isUuid(key) && /^.{14}4.{4}[89ab]/.test(key)));
  assert.equal(new Set(made).size, 100);
});
