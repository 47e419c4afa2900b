// Adding and removing a customer's passkeys, and entering with one.
import { parseWireId, passkeysMax, type User, type Uuid } from '@candor/wire';
import { addressKey } from '../../kit/address-key.ts';
import type { CallContext, SelfContext } from '../../kit/feature.ts';
import type { Database } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { isThrottled, secondsOf } from '../../kit/throttle/throttle.ts';
import { logInto } from '../log-in.ts';
import type { ChangeFactor } from '../security/change-factor.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lockAccount, readAccount } from '../store.ts';
import type { AccountLimits } from '../throttle/limits.ts';
import { deletePasskey, insertPasskey, readPasskeys } from './passkey-store.ts';
import type { FactorOptions } from '../security/customer-factor.ts';
import type { NewPasskey } from '../../kit/passkeys/passkeys.ts';

export interface PasskeyOptions extends FactorOptions {
  newId: () => Uuid;
  sessions: Sessions;
  limits: AccountLimits;
  changeFactor: ChangeFactor;
}

/** A challenge for a new passkey belongs to the session that asked. */
const purposeOfNew = ({ session }: SelfContext): string => `new ${session.sessionId}`;
const purposeOfLogin = 'login';

export function createChangePasskeys(options: PasskeyOptions) {
  const { pool, passkeys, changeFactor } = options;
  return {
    beginLogin: ({ origin }: CallContext): Promise<string> =>
      passkeys.beginSignature(undefined, { origin, purpose: purposeOfLogin }),

    /** Refuses with `passkey-refused` and `login-throttled`. */
    logIn: (answer: string, context: CallContext): Promise<User> => logIn(options, answer, context),

    /** Refuses with `passkeys-full`, and `login-required` where the account is gone. */
    async beginNew(context: SelfContext): Promise<string> {
      const { accountId } = context.session;
      const account = (await readAccount(pool, accountId)) ?? refuse('login-required');
      if ((await readPasskeys(pool, accountId)).length >= passkeysMax) refuse('passkeys-full');
      const name = account.email ?? account.phone ?? account.number;
      return passkeys.beginNew(
        { ownerId: accountId, name },
        { origin: context.origin, purpose: purposeOfNew(context) },
      );
    },

    /** What is to be kept of the answer; refuses with `passkey-refused`. */
    judgeNew: async (answer: string, context: SelfContext): Promise<NewPasskey> =>
      (await passkeys.confirmNew(answer, { origin: context.origin, purpose: purposeOfNew(context) })) ??
      refuse('passkey-refused'),

    /** Answers recovery codes where it is the account's first second factor. */
    add: (passkey: NewPasskey & { name: string }, context: SelfContext): Promise<string[]> =>
      changeFactor.addPasskey(context, (database) => insertNew(options, database, { passkey, context })),

    /** Refuses with `not-found`. */
    async remove(id: string, context: SelfContext): Promise<void> {
      const { accountId } = context.session;
      const passkeyId = parseWireId('passkey', id) ?? refuse('not-found');
      await changeFactor.removePasskey(context, async (database) => {
        if (!(await deletePasskey(database, accountId, passkeyId))) refuse('not-found');
      });
    },
  };
}

async function insertNew(
  { clock, newId }: PasskeyOptions,
  database: Database,
  { passkey, context }: { passkey: NewPasskey & { name: string }; context: SelfContext },
): Promise<void> {
  const { accountId } = context.session;
  await lockAccount(database, accountId);
  if ((await readPasskeys(database, accountId)).length >= passkeysMax) refuse('passkeys-full');
  const isNew = await insertPasskey(database, {
    ...passkey,
    ownerId: accountId,
    passkeyId: newId(),
    createdAt: clock.now(),
  });
  if (!isNew) refuse('passkey-refused');
}

/**
 * Counted among the network's logins before anything is looked at; a right one gives its place back. Not of its site: no passkey is guessed,
 * and who guesses passwords there keeps nobody from entering with one.
 */
async function logIn(options: PasskeyOptions, answer: string, context: CallContext): Promise<User> {
  const { pool, throttle, digests, limits, passkeys } = options;
  const rule = { kind: 'limit', limit: limits.loginsPerNetworkPerMinute, windowMs: 60_000 } as const;
  const subject = digests.subject('login-network', addressKey(context.ip));
  const taken = await throttle.take([{ scope: 'login-network', subject, rule }]);
  if (isThrottled(taken)) refuse('login-throttled', { seconds: secondsOf(taken) });
  const signer = await passkeys.signerOf(answer, { origin: context.origin, purpose: purposeOfLogin });
  const account = signer && (await readAccount(pool, signer.ownerId));
  if (!account) return refuse('passkey-refused');
  await throttle.giveBack(taken);
  const { accountId, loginVersion } = account;
  return logInto(options, { accountId, loginVersion, context, otherwise: 'passkey-refused' });
}
