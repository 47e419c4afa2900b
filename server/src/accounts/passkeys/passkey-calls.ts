// The calls about passkeys.
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  listPasskeys,
  logInWithPasskey,
  parseWireId,
  removePasskey,
  renamePasskey,
  toInstant,
  wireId,
} from '@candor/wire';
import { bind, bindSelf, type BoundCall } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import type { CustomerFactor } from '../security/customer-factor.ts';
import type { ProveOwner } from '../security/prove-owner.ts';
import type { createChangePasskeys } from './change-passkeys.ts';
import { readPasskeys, renamePasskey as storeName } from './passkey-store.ts';

interface PasskeyUses {
  pool: Pool;
  factor: CustomerFactor;
  owner: ProveOwner;
  changePasskeys: ReturnType<typeof createChangePasskeys>;
}

export const bindPasskeyCalls = ({ pool, factor, owner, changePasskeys }: PasskeyUses): BoundCall[] => [
  bind(beginPasskeyLogin, async (_, context) => ({ options: await changePasskeys.beginLogin(context) })),
  bind(logInWithPasskey, ({ answer }, context) => changePasskeys.logIn(answer, context)),
  bindSelf(listPasskeys, async (_, { session: { accountId } }) => {
    const stored = await readPasskeys(pool, accountId);
    const rows = stored.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      passkey_id: wireId('passkey', passkeyId),
      name,
      created_at: toInstant(createdAt),
      last_used_at: lastUsedAt === null ? null : toInstant(lastUsedAt),
    }));
    return { TOTAL: rows.length, RESULT_LIST: rows };
  }),
  bindSelf(beginPasskey, async (_, context) => ({ options: await changePasskeys.beginNew(context) })),
  bindSelf(addPasskey, async ({ user_password, code, name, answer }, context) => {
    // Whoever mistypes the code makes no passkey anew for it: the answer is used up behind the right proof alone.
    await owner.whole('passkeys', { password: user_password, code }, context);
    const passkey = await changePasskeys.judgeNew(answer, context);
    return { recovery_codes: await changePasskeys.add({ ...passkey, name: name.trim() || name }, context) };
  }),
  bindSelf(renamePasskey, async ({ passkey_id, name }, { session: { accountId } }) => {
    const passkeyId = parseWireId('passkey', passkey_id) ?? refuse('not-found');
    return (await storeName(pool, { accountId, passkeyId, name })) ? {} : refuse('not-found');
  }),
  bindSelf(removePasskey, async ({ user_password, code, passkey_id }, context) => {
    await owner.whole('passkeys', { password: user_password, code }, context);
    await changePasskeys.remove(passkey_id, context);
    return {};
  }),
  bindSelf(beginPasskeyProof, async ({ act }, context) => ({ options: await factor.beginPasskeyProof(act, context) })),
];
