import type { Outcome, User } from '@candor/wire';
import { expect, test } from 'vitest';
import { judgeSession, readStoredUser } from './session-rules.ts';

const stored: User = {
  account_id: 'acc_1',
  user_name: 'a@example.com',
  user_number: '12345678',
  user_phone: null,
  account_type: '1',
  status: '0',
  verified_by: null,
  user_password: 'print-1',
  user_paypass: null,
  vip: 0,
  referral_code: 'X',
  created_at: '2026-01-01T00:00:00.000Z',
};
const answer = (changed: Partial<User>): Outcome<User> => ({ ok: true, data: { ...stored, ...changed } });
const refused = (code: 'login-required' | 'not-yours' | 'not-found' | 'busy' | 'unreachable'): Outcome<User> => ({
  ok: false,
  code,
  facts: {},
  status: 0,
  httpStatus: 0,
});

test('a user with the same fingerprints stays, with what is new about them', () => {
  expect(judgeSession(stored, answer({ status: '1' }))).toEqual({ kind: 'keep', user: { ...stored, status: '1' } });
});

test('a changed password ends the session, and so does a changed trade password', () => {
  expect(judgeSession(stored, answer({ user_password: 'print-2' })).kind).toBe('clear');
  expect(judgeSession(stored, answer({ user_paypass: 'print-3' })).kind).toBe('clear');
  expect(judgeSession({ ...stored, user_paypass: 'print-3' }, answer({ user_paypass: null })).kind).toBe('clear');
  expect(judgeSession(stored, answer({ account_id: 'acc_2' })).kind).toBe('clear');
});

test('a user whom the server does not know is cleared', () => {
  for (const code of ['login-required', 'not-yours', 'not-found'] as const) {
    expect(judgeSession(stored, refused(code)).kind).toBe('clear');
  }
});

test('no answer is no reason to log out', () => {
  for (const code of ['busy', 'unreachable'] as const) expect(judgeSession(stored, refused(code)).kind).toBe('unknown');
});

test('only what looks like a user is read from storage', () => {
  expect(readStoredUser(JSON.stringify(stored))).toEqual(stored);
  for (const text of [null, '', '{', '[]', '{}', '"x"', '{"account_id":1}']) expect(readStoredUser(text)).toBeNull();
});
