// How somebody becomes an operator: a link that is good once and for an hour, a password, and a second factor.
import { operatorPasswordLength, toInstant } from '@candor/wire';
import { addressKey } from '../kit/address-key.ts';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import type { CallContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Passwords } from '../kit/passwords/passwords.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { networkAsker } from '../kit/throttle/fair-turns.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import { hashOfToken, keyedDigest, newToken } from '../kit/tokens.ts';
import { digestsOfCode, newRecoveryCodes, newTotpSecret, openSecret, sealSecret, stepOfCode, totpUrl } from '../kit/second-factor.ts'; // oxfmt-ignore
import { acceptOperator, findInvitation, insertInvitation, listOperators, type Invitation } from './store.ts';

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

/** A link of an operator who has not accepted one yet; those before are over. */
export async function invite(
  database: Database,
  { operatorId, pepper }: { operatorId: Invitation['operatorId']; pepper: Buffer },
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const totpSecret = sealSecret('operator', newTotpSecret(), pepper);
  return {
    token,
    expiresAt: await insertInvitation(database, { operatorId, tokenHash: hashOfToken(token), totpSecret }),
  };
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

  return {
    async look({ token }: { token: string }, context: CallContext) {
      await takeTurn(context);
      const invitation = (await findInvitation(pool, { tokenHash: hashOfToken(token) })) ?? refuse('invitation-over');
      const secret = openSecret('operator', invitation.totpSecret, peppers);
      const { name, expiresAt } = invitation;
      return { name, expires_at: toInstant(expiresAt), otpauth_url: totpUrl(name, secret), secret };
    },

    async accept({ token, password, code }: { token: string; password: string; code: string }, context: CallContext) {
      await takeTurn(context);
      const tokenHash = hashOfToken(token);
      const { name } = (await findInvitation(pool, { tokenHash })) ?? refuse('invitation-over');
      requireGoodPassword(password, { ...operatorPasswordLength, own: [name] });
      const hashed = await passwords.hash(password, networkAsker(addressKey(context.ip)));
      const recoveryCodes = newRecoveryCodes();
      await inTransaction(pool, async (database) => {
        const invitation = (await findInvitation(database, { tokenHash, lock: true })) ?? refuse('invitation-over');
        const step = stepOfCode(openSecret('operator', invitation.totpSecret, peppers), code, clock.now());
        if (step === undefined) return refuse('second-factor-failed');
        const { operatorId } = invitation;
        const codeHashes = recoveryCodes.map(
          (each) => digestsOfCode('operator', operatorId, each, peppers.slice(0, 1))[0]!,
        );
        await acceptOperator(database, { invitation, ...hashed, step, codeHashes });
        await appendAudit(database, { operator: name, act: 'invitation-accepted', subject: name, detail: { ip: context.ip } }); // oxfmt-ignore
      });
      const listed = (await listOperators(pool)).find((each) => each.name === name)!;
      return { name, recovery_codes: recoveryCodes, fingerprint: listed.fingerprint! };
    },
  };
}
