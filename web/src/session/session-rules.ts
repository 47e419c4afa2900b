// When a stored user may stay: the spec's rule over the server's answer.
import type { Outcome, User } from '@candor/wire';

export type Verdict = { kind: 'keep'; user: User } | { kind: 'clear' } | { kind: 'unknown' };

/**
 * Clears when the server has no such user or session, or when a password changed since; keeps what is stored when the
 * server could not be asked, as being offline is no reason to log out.
 */
export function judgeSession(stored: User, answer: Outcome<User>): Verdict {
  if (answer.ok) {
    const isSame =
      answer.data.account_id === stored.account_id &&
      answer.data.user_password === stored.user_password &&
      answer.data.user_paypass === stored.user_paypass;
    return isSame ? { kind: 'keep', user: answer.data } : { kind: 'clear' };
  }
  const isGone = answer.code === 'login-required' || answer.code === 'not-yours' || answer.code === 'not-found';
  return isGone ? { kind: 'clear' } : { kind: 'unknown' };
}

/** What storage holds is anyone's text: only what looks like a user is one. */
export function readStoredUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  ['account_id', 'user_name', 'user_password', 'account_type', 'status'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  );
