// What lists show of people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskAddress, maskEmail, maskPhone, maskWords } from './mask.ts';

test('of an e-mail address the first letter and the domain are left, however long it is', () => {
  assert.equal(maskEmail('ann@example.com'), 'a•••@example.com');
  assert.equal(maskEmail('ann.margaret.lee+candor@example.com'), 'a•••@example.com');
  assert.equal(maskEmail('"a@b"@example.com'), '"•••@example.com');
});

test('a name of one letter is hidden, and one that is none is no longer shown whole', () => {
  assert.equal(maskEmail('a@example.com'), '•••@example.com');
  assert.equal(maskEmail('@example.com'), '•••@example.com');
  assert.equal(maskEmail('no address'), 'n•••');
  assert.equal(maskEmail('7ann@example.com'), '•••@example.com');
});

test('a letter is what a reader takes for one, of any alphabet', () => {
  assert.equal(maskEmail('e\u0301mile@example.com'), 'e\u0301•••@example.com');
  assert.equal(maskEmail('👩‍👩‍👧x@example.com'), '👩‍👩‍👧•••@example.com');
  assert.equal(maskEmail('山田@例え.jp'), '山•••@例え.jp');
  assert.equal(maskWords('Åsa  Öberg'), 'Å••• Ö•••');
});

test('of a phone number the last two digits are left, and of a short one none', () => {
  assert.equal(maskPhone('+41791234567'), '•••67');
  assert.equal(maskPhone('+41 79 123 45 67'), '•••67');
  assert.equal(maskPhone('+4112'), '•••');
});

test('words of a payment show no digit, and addresses both ends', () => {
  assert.equal(maskWords('Ann Lee, invoice 4711 RF18539007547034'), 'A••• L••• i••• ••• R•••');
  assert.equal(maskWords(''), '');
  assert.equal(maskAddress('0x52908400098527886E0F7030069857D2E4169EE7'), '0x5290…9EE7');
  assert.equal(maskAddress('short'), 's•••');
});
