// How somebody becomes an operator, or sets all proofs anew that were lost: a link that is good once and for an hour, a password, and a
// second factor.
import { operatorPasswordLength, operatorTiming, toInstant } from '@candor/wire';
import { addressKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import type { CallContext, OperatorSession } from '../kit/feature.ts';
import type { Passwords } from '../kit/passwords/passwords.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { networkAsker } from '../kit/throttle/fair-turns.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import { digestOfToken, keyedDigest, newToken, ownerOfToken } from '../kit/tokens.ts';
import { digestsOfCode, newRecoveryCodes, newTotpSecret, openSecret, sealSecret, stepOfCode, totpUrl } from '../kit/second-factor.ts'; // oxfmt-ignore
import { acceptOperator, insertOwnersLink, insertRenewalLink, readProofs } from './proof-store.ts';
import { endInvitations, findInvitation, insertInvitation, readOperator, type Invitation } from './store.ts';

export interface InvitationOptions {
  pool: Pool;
  clock: Clock;
  passwords: Passwords;
  throttle: Throttle;
  codeKey: Buffer;
  /** The one in use first. */
  peppers: readonly [Buffer, ...Buffer[]];
}

const triesPerNetworkPerMinute = 20;

interface LinkKeys {
  pepper: Buffer;
  codeKey: Buffer;
}

/** Its token, for whom it is for alone, and what the database keeps of it. */
function newLink(operatorId: Invitation['operatorId'], { pepper, codeKey }: LinkKeys) {
  const token = newToken(operatorId);
  const totpSecret = sealSecret('operator', newTotpSecret(), pepper);
  return { token, operatorId, tokenHash: digestOfToken(codeKey, 'operator link', token), totpSecret };
}

/** A link of an operator who has not accepted one yet; those before are over. */
export async function invite(
  database: Database,
  { operatorId, ...keys }: LinkKeys & Pick<Invitation, 'operatorId'>,
): Promise<{ token: string; expiresAt: number }> {
  const { token, ...link } = newLink(operatorId, keys);
  return { token, expiresAt: await insertInvitation(database, link) };
}

/** As the owner of the database, for an operator who accepted one before and keeps all roles; those before are over. */
export async function inviteAgain(
  database: Database,
  { operatorId, ...keys }: LinkKeys & Pick<Invitation, 'operatorId'>,
): Promise<{ token: string; expiresAt: number }> {
  const { token, ...link } = newLink(operatorId, keys);
  await endInvitations(database, operatorId);
  return { token, expiresAt: await insertOwnersLink(database, link) };
}

/** The link of a renewal that two others approved; refuses with `own-renewal` and `renewal-missing`. */
export async function renewalLink(
  pool: Pool,
  { name, operator, ...keys }: LinkKeys & { name: string; operator: OperatorSession },
): Promise<{ name: string; token: string; expires_at: string }> {
  const { operatorId } = (await readOperator(pool, name)) ?? refuse('renewal-missing');
  if (operatorId === operator.operatorId) refuse('own-renewal');
  const { token, ...link } = newLink(operatorId, keys);
  const { sessionId } = operator;
  const madeAt = (await insertRenewalLink(pool, { sessionId, ...link })) ?? refuse('renewal-missing');
  return { name, token, expires_at: toInstant(madeAt + operatorTiming.invitationMs) };
}

export function createInvitations(options: InvitationOptions) {
  const { pool, clock, passwords, throttle, codeKey, peppers } = options;

  /** A link can't be guessed, but each look costs us something. */
  async function takeTurn({ ip }: CallContext): Promise<void> {
    const rule = { kind: 'limit', limit: triesPerNetworkPerMinute, windowMs: 60_000 } as const;
    const subject = keyedDigest(codeKey, ['operator invitation', addressKey(ip)]);
    const taken = await throttle.take([{ scope: 'operator-invitation', subject, rule }]);
    if (isThrottled(taken)) refuse('login-throttled', { seconds: secondsOf(taken) });
  }

  /** Refuses with `invitation-over`, also one that was written for another operator than its token names. */
  async function open(token: string) {
    const tokenHash = digestOfToken(codeKey, 'operator link', token);
    const invitation = await findInvitation(pool, tokenHash);
    if (invitation?.operatorId !== ownerOfToken(token)) return refuse('invitation-over');
    return { ...invitation, tokenHash };
  }

  return {
    async look({ token }: { token: string }, context: CallContext) {
      await takeTurn(context);
      const invitation = await open(token);
      const secret = openSecret('operator', invitation.totpSecret, peppers);
      const { name, expiresAt, renews } = invitation;
      return { name, expires_at: toInstant(expiresAt), renews, otpauth_url: totpUrl(name, secret), secret };
    },

    async accept({ token, password, code }: { token: string; password: string; code: string }, context: CallContext) {
      await takeTurn(context);
      const { name, operatorId, totpSecret, tokenHash } = await open(token);
      requireGoodPassword(password, { ...operatorPasswordLength, own: [name] });
      const step = stepOfCode(openSecret('operator', totpSecret, peppers), code, clock.now());
      if (step === undefined) return refuse('second-factor-failed');
      const hashed = await passwords.hash(password, networkAsker(addressKey(context.ip)));
      const recoveryCodes = newRecoveryCodes();
      const codeHashes = recoveryCodes.map((each) => digestsOfCode('operator', operatorId, each, peppers.slice(0, 1))[0]!); // oxfmt-ignore
      if (!(await acceptOperator(pool, { tokenHash, ...hashed, step, codeHashes, ip: context.ip })))
        return refuse('invitation-over');
      return { name, recovery_codes: recoveryCodes, fingerprint: (await readProofs(pool, operatorId)).fingerprint! };
    },
  };
}
