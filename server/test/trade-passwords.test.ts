// Trade passwords that anyone would try first are refused by the call itself, whatever a page lets through.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateUser } from '@candor/wire';
import { got, openRunningApp, refusalOf, setTradePassword, type RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => (app = await openRunningApp()));
after(() => app.close());

const digits = '01234567890123456789';
const runs = Array.from({ length: 10 }, (_, first) => digits.slice(first, first + 6));
const trivial = {
  'one digit six times': Array.from({ length: 10 }, (_, digit) => `${digit}`.repeat(6)),
  'digits that go up': runs,
  'digits that go down': runs.map((run) => [...run].reverse().join('')),
  'two or three over and over': ['121212', '909090', '123123', '007007'],
  pairs: ['112233', '554433'],
  'the same forwards and backwards': ['123321', '901109'],
};

test('a trivial trade password is refused, when it is set and when it is changed', async () => {
  const person = await app.person();
  const { client, user } = person;
  const { account_id } = user;
  const set = (user_paypass: string, original = '') => client.call(updateUser, { account_id, user_paypass, original });
  for (const [why, passwords] of Object.entries(trivial)) {
    for (const each of passwords) assert.equal(refusalOf(await set(each)), 'password-weak', `${why}: ${each}`);
  }
  assert.equal(user.user_paypass, null);
  assert.notEqual((await setTradePassword(person, '480916')).user_paypass, null);
  for (const each of ['111111', '123456', '654321'])
    assert.equal(refusalOf(await set(each, '480916')), 'password-weak');
  got(await set('305271', '480916'));
});
