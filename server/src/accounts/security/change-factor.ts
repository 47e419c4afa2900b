// Turning a customer's second factors on and off: each change holds withdrawals for a day and is told to the owner.
import type { Uuid } from '@candor/wire';
import type { CallContext, SelfContext } from '../../kit/feature.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Database } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { digestsOfCode, newRecoveryCodes, newTotpSecret, openSecret, sealSecret, stepOfCode, totpUrl } from '../../kit/second-factor.ts'; // oxfmt-ignore
import type { FactorOptions } from './customer-factor.ts';
import { beginAuthenticator, confirmAuthenticator, deleteAuthenticator, dropIdleRecoveryCodes, readAuthenticator, readFactors, replaceRecoveryCodes } from './factor-store.ts'; // oxfmt-ignore

export interface ChangeFactor {
  begin(accountId: Uuid, name: string): Promise<{ secret: string; url: string }>;
  /** Whether the code is of the authenticator that was begun, before anything is used up for it. */
  look(accountId: Uuid, code: string): Promise<void>;
  /** Answers the recovery codes. */
  confirm(accountId: Uuid, code: string, context: CallContext): Promise<string[]>;
  remove(accountId: Uuid, context: CallContext): Promise<void>;
  /** Answers recovery codes where there are none yet. */
  addPasskey(context: SelfContext, insert: (database: Database) => Promise<void>): Promise<string[]>;
  removePasskey(context: SelfContext, remove: (database: Database) => Promise<void>): Promise<void>;
  renewCodes(accountId: Uuid, context: CallContext): Promise<string[]>;
}

interface Change {
  accountId: Uuid;
  kind: 'totp-on' | 'totp-off' | 'passkey-added' | 'passkey-removed' | 'recovery-codes-renewed';
  context: CallContext;
}

/** Refuses with `authenticator-on`, `authenticator-off` and `second-factor-wrong`. */
export function createChangeFactor(options: FactorOptions): ChangeFactor {
  const { pool, clock, peppers } = options;

  async function begunWith(accountId: Uuid, code: string) {
    const { secret, confirmedAt } = (await readAuthenticator(pool, accountId)) ?? refuse('authenticator-off');
    if (confirmedAt !== null) refuse('authenticator-on');
    const step = stepOfCode(openSecret('customer', secret, peppers), code, clock.now());
    return { secret, step: step ?? refuse('second-factor-wrong') };
  }

  const newCodes = async (database: Database, accountId: Uuid): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const digests = codes.map((code) => digestsOfCode('customer', accountId, code, peppers.slice(0, 1))[0]!);
    await replaceRecoveryCodes(database, accountId, digests);
    return codes;
  };

  return {
    async begin(accountId, name) {
      const secret = newTotpSecret();
      const sealed = sealSecret('customer', secret, peppers[0]!);
      const isBegun = await beginAuthenticator(pool, { accountId, secret: sealed, at: clock.now() });
      return isBegun ? { secret, url: totpUrl(name, secret) } : refuse('authenticator-on');
    },
    async look(accountId, code) {
      await begunWith(accountId, code);
    },
    async confirm(accountId, code, context) {
      const { secret, step } = await begunWith(accountId, code);
      return change(options, { accountId, kind: 'totp-on', context }, async (database) => {
        const isOn = await confirmAuthenticator(database, { accountId, secret, step, at: clock.now() });
        return isOn ? newCodes(database, accountId) : refuse('authenticator-on');
      });
    },
    remove: (accountId, context) =>
      change(options, { accountId, kind: 'totp-off', context }, async (database) => {
        if (!(await deleteAuthenticator(database, accountId))) refuse('authenticator-off');
        await dropIdleRecoveryCodes(database, accountId);
      }),
    addPasskey(context, insert) {
      const { accountId } = context.session;
      return change(options, { accountId, kind: 'passkey-added', context }, async (database) => {
        await insert(database);
        return (await readFactors(database, accountId)).recoveryCodes === 0 ? newCodes(database, accountId) : [];
      });
    },
    removePasskey: (context, remove) =>
      change(options, { accountId: context.session.accountId, kind: 'passkey-removed', context }, async (database) => {
        await remove(database);
        await dropIdleRecoveryCodes(database, context.session.accountId);
      }),
    renewCodes: (accountId, context) =>
      change(options, { accountId, kind: 'recovery-codes-renewed', context }, async (database) => {
        const { hasApp, passkeys } = await readFactors(database, accountId);
        return hasApp || passkeys > 0 ? newCodes(database, accountId) : refuse('authenticator-off');
      }),
  };
}

async function change<Result>(
  { pool, notices, securityLog }: FactorOptions,
  { accountId, kind, context }: Change,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { result, eventId } = await inTransaction(pool, async (database) => {
    const done = await work(database);
    const event = await securityLog.record(database, { accountId, kind, context, hold: 'second-factor' });
    return { result: done, eventId: event };
  });
  notices.tell(accountId, kind, { eventId, origin: context.origin });
  return result;
}
