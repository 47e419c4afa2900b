// Common passwords in every dress are refused; what nobody guesses soon is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordLength } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../../test/support/seed.ts';
import type { Refusal } from '../refuse.ts';
import { isGuessedPassword } from './guessed-passwords.ts';
import { requireGoodPassword, wordsOfThisPlace } from './weak-passwords.ts';

const seed = testSeed;
const isTaken = (password: string): boolean => {
  try {
    requireGoodPassword(password, { min: passwordLength.min, own: [] });
    return true;
  } catch (error) {
    assert.equal((error as Refusal).code, 'password-weak', password);
    return false;
  }
};

test('each common password is refused, in small letters, in capitals, with a capital first and with figures after it', () => {
  const fits = (text: string): boolean => text.length >= passwordLength.min && text.length <= passwordLength.max - 2;
  const all = dictionary['passwords-common'].filter(fits);
  assert.ok(all.length > 40_000);
  const common = all.filter((_, place) => place % Math.ceil(40 / runs(40)) === 0);
  const dressed = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
    (text: string) => (/^\p{L}{4,}$/u.test(text) ? `${text}12` : text),
  ];
  for (const dress of dressed) assert.deepEqual(common.map(dress).filter(isTaken), []);
});

test('rows of keys of three keyboards, figures for letters, signs around and the same twice are refused', () => {
  for (const weak of [
    'qwertz123', 'Qwertz123', 'QWERTZ123!', 'azerty123', 'azertyuiop1', '1qaz2wsx', '1qayxsw2', 'asdfqwer', 'yxcvbn12', 'qaywsx12', '!qwertz!',
    'P@ssw0rd', 'P@ssw0rd2024', 'pa55word', '!Dragon1', 'dragon123456', 'monkey!!', 'iloveyou2', 'letmein99', '12letmein', 'passwordpassword',
    'dragondragon', 'ｐａｓｓｗｏｒｄ',
  ]) assert.equal(isTaken(weak), false, weak); // oxfmt-ignore
});

test('the name of this place, its trade and its offices are refused with a few characters around them', () => {
  for (const word of wordsOfThisPlace)
    for (const dressed of [`${word}123`, `${word.toUpperCase()}!1`, `1${word}99`])
      if (dressed.length >= passwordLength.min) assert.equal(isTaken(dressed), false, dressed);
  for (const good of ['candor and larks', 'my wallet is brown', 'operator7-heron'])
    assert.equal(isTaken(good), true, good);
});

test('own sentences, three unrelated words and mixtures pass', () => {
  for (const good of ['correct horse', 'wren and lark', 'play money', 'heron-brick-lamp', 'patrol acorn dusk', 'kT9#vLq2xW', 'secret 1 of mine', 'u7hd2m9x', 'パスワード検査', 'pässwörd schön', 'dragon90318274'])
    assert.equal(isTaken(good), true, good); // oxfmt-ignore
});

const words = dictionary['diceware-common'];
const oneOf = <One>(all: readonly One[]) => fc.nat(all.length - 1).map((place) => all[place]!);
function share(of: fc.Arbitrary<string>): number {
  const tried = fc.sample(of, { seed, numRuns: runs(20_000) });
  return tried.filter(isGuessedPassword).length / tried.length;
}

test(`hardly any word of chance is taken for one that is guessed (seed ${seed})`, () => {
  const three = (between: string) =>
    fc.tuple(oneOf(words), oneOf(words), oneOf(words)).map((parts) => parts.join(between));
  assert.equal(share(three(' ')), 0);
  assert.equal(share(three('-')), 0);
  assert.ok(share(three('')) < 0.0005);
  const mixed = (length: number) =>
    fc.string({ unit: oneOf([...'abcdefghijklmnopqrstuvwxyz0123456789']), minLength: length, maxLength: length });
  assert.ok(share(mixed(8)) < 0.01, `${share(mixed(8))} of eight`);
  assert.ok(share(mixed(12)) < 0.002, `${share(mixed(12))} of twelve`);
});
