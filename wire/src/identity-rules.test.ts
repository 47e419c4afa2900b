// What a document's fields may be, by example and for whatever is typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ageOn,
  comparedName,
  isBirthDate,
  isDocumentNumber,
  isPersonName,
  maskNumber,
  normaliseName,
  normaliseNumber,
} from './identity-rules.ts';

test('numbers are compared without spaces and marks, and each kind has its length', () => {
  assert.equal(normaliseNumber(' ab-12 34/5.6 '), 'AB123456');
  assert.equal(normaliseNumber('ＡＢ１２３４'), 'AB1234');
  // Its capital is written in two ways.
  assert.equal(normaliseNumber(normaliseNumber('ῢ')), normaliseNumber('ῢ'));
  for (const [kind, number, is] of [
    ['passport', 'X1234567', true],
    ['passport', 'X12345678901', false],
    ['passport', 'ABCDEFGH', false],
    ['identity-card', '12345', true],
    ['identity-card', '1234', false],
    ['residence-permit', 'A'.repeat(20) + '1', false],
    ['driving-licence', 'ÄB12345', false],
  ] as const) {
    assert.equal(isDocumentNumber(kind, number), is, number);
  }
});

test('names are of any script, and nothing else', () => {
  for (const name of ['Ann Lee', '山田 太郎', 'محمد علي', "O'Neil-Å. Smith", 'Jean·Luc'])
    assert.ok(isPersonName(name), name);
  for (const name of ['A', '', 'Ann1', '<b>Ann</b>', '- Ann', 'x'.repeat(101)]) assert.ok(!isPersonName(name), name);
  assert.equal(normaliseName('  Ann \t Lee '), 'Ann Lee');
  assert.equal(comparedName('Émile  ZOLA'), comparedName('zola, emile'));
  assert.notEqual(comparedName('Ann Lee'), comparedName('Anna Lee'));
});

test('a birth date is a day that there was, and an age is of whole years', () => {
  for (const date of ['2000-02-29', '1999-12-31']) assert.ok(isBirthDate(date), date);
  for (const date of ['2001-02-29', '1899-12-31', '2001-13-01', '2001-1-1', '20010101', '2001-01-01Z']) assert.ok(!isBirthDate(date), date); // oxfmt-ignore
  assert.equal(ageOn('2008-11-23', '2026-11-23'), 18);
  assert.equal(ageOn('2008-11-24', '2026-11-23'), 17);
  assert.equal(ageOn('2008-02-29', '2026-02-28'), 17);
  assert.equal(ageOn('2008-02-29', '2026-03-01'), 18);
});

test('whatever is typed: what is normalised stays as it is, ages grow by the day, and a mask shows three signs', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)); // oxfmt-ignore
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      assert.equal(normaliseNumber(normaliseNumber(text)), normaliseNumber(text));
      assert.equal(normaliseName(normaliseName(text)), normaliseName(text));
      const masked = maskNumber(text);
      assert.equal(masked.length, text.length);
      assert.ok(masked.slice(0, -3).replaceAll('•', '') === '');
    }),
  );
  fc.assert(
    fc.property(day, day, day, (born, one, other) => {
      assert.ok(isBirthDate(born));
      const [sooner, later] = one < other ? [one, other] : [other, one];
      assert.ok(ageOn(born, sooner) <= ageOn(born, later));
    }),
  );
});
