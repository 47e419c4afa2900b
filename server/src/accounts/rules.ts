// Pure rules of accounts: forms of what people type, and who or what is still valid at a time.
import { codeTiming, plainEmail, plainPhone } from '@candor/wire';
import { phoneNumbersIn } from '../kit/phone-number.ts';
import { typedCode } from '../kit/typed-code.ts';

export const sessionLimits = { idleMs: 12 * 3_600_000, wholeMs: 7 * 24 * 3_600_000, openMax: 5 } as const;
export const tradePasswordLimits = { triesMax: 5, lockMs: 24 * 3_600_000 } as const;

const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** An address in the one form that it is stored in; undefined if it is none. */
export function parseEmail(typed: string): string | undefined {
  const email = plainEmail(typed).toLowerCase();
  return email.length <= 50 && emailForm.test(email) ? email : undefined;
}

/** Whether mail can reach the address: RFC 5321 allows no empty part between dots, and no domain ends in a number. Older accounts still log in. */
export const canBeReached = (email: string): boolean => !/^\.|\.\.|\.@|\.\d+$/.test(email);

/** What was typed for an address where a phone number may stand as well. */
export const isEmail = (typed: string): boolean => typed.normalize('NFKC').includes('@');

/** What a login name can be. */
export type LoginName = { column: 'number' | 'email' | 'phone'; value: string };

/** What was typed may mean, the likeliest first: eight digits are an account's number, and some countries' phone numbers are as long. */
export function loginNamesIn(typed: string, homeAreaCode: string): LoginName[] {
  if (isEmail(typed)) {
    const email = parseEmail(typed);
    return email === undefined ? [] : [{ column: 'email', value: email }];
  }
  const digits = plainPhone(typed, '').slice(1);
  const isNumber = /^\d{8}$/.test(digits) && !typed.normalize('NFKC').includes('+');
  return [
    ...(isNumber ? [{ column: 'number', value: digits } as const] : []),
    ...phoneNumbersIn(typed, homeAreaCode).map(({ number }) => ({ column: 'phone', value: number }) as const),
  ];
}

/** Invite codes are read aloud and copied: case and letters that look like digits do not matter, nor how else a code is written. */
export const plainInviteCode = (typed: string): string =>
  typedCode(typed).toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');

export interface SessionTimes {
  createdAt: number;
  lastSeenAt: number;
}
export const isSessionOver = ({ createdAt, lastSeenAt }: SessionTimes, now: number): boolean =>
  now >= lastSeenAt + sessionLimits.idleMs || now >= createdAt + sessionLimits.wholeMs;

export interface TryState {
  tries: number;
  lockedUntil: number | null;
}
/** Counts a try of the trade password before it is looked at; the last one allowed locks until it proves right. */
export function reserveTry({ tries, lockedUntil }: TryState, now: number): TryState | { refusedUntil: number } {
  if (lockedUntil !== null && now < lockedUntil) return { refusedUntil: lockedUntil };
  const next = (lockedUntil === null ? tries : 0) + 1;
  return { tries: next, lockedUntil: next >= tradePasswordLimits.triesMax ? now + tradePasswordLimits.lockMs : null };
}

export interface CodeState {
  digest: string;
  expiresAt: number;
  wrongTries: number;
  checkedAt: number | null;
  spentAt: number | null;
}
/** check: once, before the form goes on. look: right so far, nothing spent. spend: once, for the account it opens. */
export type CodeUse = 'check' | 'look' | 'spend';
export type CodeVerdict = 'right' | 'expired' | 'invalid';

/** What a try does to a code: `next` is what to store, undefined if nothing changes. */
export function tryCode(
  state: CodeState | undefined,
  { digest, use, now }: { digest: string; use: CodeUse; now: number },
): { verdict: CodeVerdict; next?: CodeState } {
  if (!state || state.spentAt !== null || state.wrongTries >= codeTiming.triesMax) return { verdict: 'invalid' };
  if (now >= state.expiresAt) return { verdict: 'expired' };
  if (state.digest !== digest) return { verdict: 'invalid', next: { ...state, wrongTries: state.wrongTries + 1 } };
  if (use === 'look') return { verdict: 'right' };
  if (use === 'spend') return { verdict: 'right', next: { ...state, spentAt: now } };
  return state.checkedAt === null ? { verdict: 'right', next: { ...state, checkedAt: now } } : { verdict: 'invalid' };
}
