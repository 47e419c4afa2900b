import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPersonalPassword, isPlainPassword, isPlainTradePassword } from './password-strength.ts';

test('one character, a pattern over and over, blanks and runs are plain; words and mixtures are not', () => {
  for (const plain of ['aaaaaa', 'AAAAaaaa', '      ', '\t \t \t ', 'abababab', 'abcabc', '777777', 'abcdefgh', 'HGFEDCBA', '123456', '987654', '1234567890', 'qwertyui', 'poiuytre', 'asdfgh', 'Qwertz', 'ññññññ', '🙂🙂🙂🙂🙂🙂']) {
    assert.equal(isPlainPassword(plain), true, plain);
  } // oxfmt-ignore
  for (const other of [
    'correct horse',
    'aaaaab',
    'abcdabcd',
    '314159',
    'qwerty-and-more',
    'ab12cd34',
    'パスワード検査',
  ]) {
    assert.equal(isPlainPassword(other), false, other);
  }
});

test('own address, phone and account number with a few characters around them are personal', () => {
  const own = ['ann.smith@example.com', '+41791234567', '48120377'];
  for (const personal of ['ann.smith', 'Ann.Smith1', '12ann.smith!', '41791234567', '0791234567', '079 123 45 67', '48120377', '48120377x', '791234567']) {
    assert.equal(isPersonalPassword(personal, own), true, personal);
  } // oxfmt-ignore
  for (const other of ['correct horse', 'ann.smith goes home', 'smithsonian', '123-wren', '554433']) {
    assert.equal(isPersonalPassword(other, own), false, other);
  }
  assert.equal(isPersonalPassword('bobcat7', ['bob@example.com']), false, 'three letters say nothing');
});

test('trivial trade passwords are plain', () => {
  for (const plain of [
    '111111',
    '000000',
    '123456',
    '654321',
    '890123',
    '210987',
    '121212',
    '123123',
    '112233',
    '123321',
  ]) {
    assert.equal(isPlainTradePassword(plain), true, plain);
  }
  for (const other of ['314159', '271828', '102938', '112234', '135790', '918273']) {
    assert.equal(isPlainTradePassword(other), false, other);
  }
});
