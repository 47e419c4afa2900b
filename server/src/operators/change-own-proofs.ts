// An operator's password, recovery codes and authenticator, each ended and replaced by its operator, who showed the second factor lately.
import { operatorPasswordLength } from '@candor/wire';
import { addressKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import type { OperatorContext } from '../kit/feature.ts';
import type { Passwords } from '../kit/passwords/passwords.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { digestsOfCode, newRecoveryCodes, newTotpSecret, openSecret, sealSecret, stepOfCode, totpUrl } from '../kit/second-factor.ts'; // oxfmt-ignore
import { networkAsker } from '../kit/throttle/fair-turns.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import { keyedDigest } from '../kit/tokens.ts';
import { changePassword, keepNewAuthenticator, readNewAuthenticator, readProofs, renewCodes, replaceAuthenticator } from './proof-store.ts'; // oxfmt-ignore
import { readOperatorById } from './store.ts';

export interface OwnProofOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  throttle: Throttle;
  codeKey: Buffer;
  /** The one in use first. */
  peppers: readonly [Buffer, ...Buffer[]];
}

/** Whoever has found an open console guesses no password. */
const passwordTriesPerHour = 10;

export function createOwnProofs(options: OwnProofOptions) {
  const { pool, clock, peppers } = options;
  return {
    /**
     * All other sessions end. Refuses with `password-wrong`, `password-same`, `password-length`, `password-weak`, `login-throttled` and
     * `busy`.
     */
    changePassword: (wanted: PasswordChange, context: OperatorContext): Promise<void> => change(options, wanted, context), // oxfmt-ignore

    /** Those before are void from then on, and all other sessions end. */
    async renewCodes({ operator: { operatorId, sessionId } }: OperatorContext): Promise<string[]> {
      const codes = newRecoveryCodes();
      await renewCodes(pool, sessionId, codes.map((each) => digestsOfCode('operator', operatorId, each, peppers.slice(0, 1))[0]!)); // oxfmt-ignore
      return codes;
    },

    async beginAuthenticator({ operator: { name, sessionId } }: OperatorContext) {
      const secret = newTotpSecret();
      await keepNewAuthenticator(pool, sessionId, sealSecret('operator', secret, peppers[0]));
      return { otpauth_url: totpUrl(name, secret), secret };
    },

    /** Refuses with `not-found` where none is being set up, and `second-factor-failed`. */
    async replaceAuthenticator(
      code: string,
      { operator: { operatorId, sessionId } }: OperatorContext,
    ): Promise<string> {
      const secret = (await readNewAuthenticator(pool, sessionId)) ?? refuse('not-found');
      const step = stepOfCode(openSecret('operator', secret, peppers), code, clock.now());
      if (step === undefined) return refuse('second-factor-failed');
      if (!(await replaceAuthenticator(pool, sessionId, { secret, step }))) refuse('not-found');
      return (await readProofs(pool, operatorId)).fingerprint!;
    },
  };
}

interface PasswordChange {
  password: string;
  new_password: string;
}

async function change(
  { pool, passwords, throttle, codeKey }: OwnProofOptions,
  { password, new_password: wanted }: PasswordChange,
  { operator: { operatorId, sessionId, name }, ip }: OperatorContext,
): Promise<void> {
  requireGoodPassword(wanted, { ...operatorPasswordLength, own: [name] });
  const rule = { kind: 'limit', limit: passwordTriesPerHour, windowMs: 3_600_000 } as const;
  const subject = keyedDigest(codeKey, ['operator password', operatorId]);
  const taken = await throttle.take([{ scope: 'operator-password', subject, rule }]);
  if (isThrottled(taken)) refuse('login-throttled', { seconds: secondsOf(taken) });
  const asker = networkAsker(addressKey(ip));
  const stored = await readOperatorById(pool, operatorId);
  const { argon2, pepperId, passwordId } = stored ?? {};
  const known = argon2 && pepperId ? { argon2, pepperId } : undefined;
  if ((await passwords.verify(password, known, asker)) === 'wrong') refuse('password-wrong');
  await throttle.giveBack(taken);
  if (wanted.normalize('NFKC') === password.normalize('NFKC')) refuse('password-same');
  const hashed = await passwords.hash(wanted, asker);
  if (!(await changePassword(pool, sessionId, { shown: passwordId!, ...hashed }))) refuse('password-wrong');
}
