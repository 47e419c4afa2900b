// A customer's second factor: an authenticator whose codes are good once each, passkeys, and recovery codes for when they are lost.
import type { ProvenAct, Uuid } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import type { CallContext, SelfContext } from '../../kit/feature.ts';
import type { Passkeys } from '../../kit/passkeys/passkeys.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { digestsOfCode, openSecret, stepOfCode } from '../../kit/second-factor.ts';
import { isThrottled, secondsOf, type Throttle } from '../../kit/throttle/throttle.ts';
import type { Notices } from '../codes/notices.ts';
import type { Digests } from '../digests.ts';
import { knownFrom, originsOf } from '../origins.ts';
import { readAuthenticator, readFactors, spendRecoveryCode, spendStep } from './factor-store.ts';
import type { SecurityLog } from './security-log.ts';

export interface FactorOptions {
  pool: Pool;
  clock: Clock;
  throttle: Throttle;
  digests: Digests;
  notices: Notices;
  securityLog: SecurityLog;
  /** The newest seals, each opens. */
  peppers: readonly Buffer[];
  passkeys: Passkeys;
}

/** What a second factor is asked for: a passkey's signature is good for one of them. */
export type FactorAct = ProvenAct | 'log-in';

export interface CustomerFactor {
  factorsOf(accountId: Uuid): Promise<{ hasApp: boolean; passkeys: number; recoveryCodes: number }>;
  /** Options for a passkey's signature under one act of this session; refuses with `authenticator-off` where there is none. */
  beginPasskeyProof(act: ProvenAct, context: SelfContext): Promise<string>;
  /** Passes where none is on; else refuses with `second-factor-required` or `second-factor-wrong`. A right code is used up. */
  require(shown: Shown, context: CallContext): Promise<void>;
}

interface Shown {
  accountId: Uuid;
  act: FactorAct;
  /** Of the authenticator, a recovery code, or what a passkey answered. */
  code: string;
}

/** Whoever knows the password guesses this many codes of a million. */
const wrongPerHour = 10;

export function createCustomerFactor(options: FactorOptions): CustomerFactor {
  const { pool, notices, securityLog, peppers, passkeys } = options;

  async function isRecoveryCode(accountId: Uuid, code: string, context: CallContext): Promise<boolean> {
    if (!(await spendRecoveryCode(pool, accountId, digestsOfCode('customer', accountId, code, peppers)))) return false;
    const eventId = await securityLog.record(pool, { accountId, kind: 'recovery-code-used', context });
    notices.tell(accountId, 'recovery-code-used', { eventId, origin: context.origin });
    return true;
  }

  async function isRight({ accountId, act, code }: Shown, context: CallContext): Promise<boolean> {
    if (code.trimStart().startsWith('{')) {
      const purpose = purposeOf(act, context.session?.sessionId);
      return (await passkeys.signerOf(code, { origin: context.origin, purpose }))?.ownerId === accountId;
    }
    return (await isAppCode(options, accountId, code)) ?? isRecoveryCode(accountId, code, context);
  }

  return {
    factorsOf: (accountId) => readFactors(pool, accountId),
    async beginPasskeyProof(act, { origin, session: { accountId, sessionId } }) {
      if ((await readFactors(pool, accountId)).passkeys === 0) refuse('authenticator-off');
      return passkeys.beginSignature(accountId, { origin, purpose: purposeOf(act, sessionId) });
    },
    async require(shown, context) {
      const { accountId } = shown;
      const factors = await readFactors(pool, accountId);
      if (!factors.hasApp && factors.passkeys === 0) return;
      if (shown.code.trim() === '') refuse('second-factor-required');
      await tried(options, { accountId, context }, async () => {
        if (await isRight(shown, context)) return true;
        securityLog.note({ accountId, kind: 'login-refused', context });
        return false;
      });
    },
  };
}

const purposeOf = (act: FactorAct, sessionId: Uuid | undefined): string => `${act} ${sessionId ?? ''}`;

/** Undefined where it is none of the codes of now. */
async function isAppCode(
  { pool, clock, peppers }: FactorOptions,
  accountId: Uuid,
  code: string,
): Promise<boolean | undefined> {
  const stored = await readAuthenticator(pool, accountId);
  if (!stored || stored.confirmedAt === null) return undefined;
  const step = stepOfCode(openSecret('customer', stored.secret, peppers), code, clock.now());
  return step === undefined ? undefined : spendStep(pool, accountId, step);
}

/**
 * Counted before it is looked at, so that parallel tries can't exceed the limit; a right one gives its place back. Sessions and networks
 * that the account has entered from have counts of their own: whoever knows the password alone uses up nothing of its owner's.
 */
async function tried(
  { pool, throttle, digests }: Pick<FactorOptions, 'pool' | 'throttle' | 'digests'>,
  { accountId, context: { ip, session } }: { accountId: Uuid; context: CallContext },
  look: () => Promise<boolean>,
): Promise<void> {
  const [origin] = originsOf(digests, ip);
  const isKnown = async (): Promise<boolean> => (await knownFrom(pool, digests, { accountId, ip })).network;
  const place = session?.accountId === accountId ? session.sessionId : (await isKnown()) ? origin : '';
  const rule = { kind: 'limit', limit: wrongPerHour, windowMs: 3_600_000 } as const;
  const subject = digests.subject('second-factor', `${accountId} ${place}`);
  const taken = await throttle.take([{ scope: 'second-factor', subject, rule }]);
  if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
  if (!(await look())) refuse('second-factor-wrong');
  await throttle.giveBack(taken);
}
