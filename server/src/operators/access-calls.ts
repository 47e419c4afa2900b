// What proves who an operator is, as calls of the console: each operator's own, and the link of a renewal that administrators pass on.
import {
  addOperatorPasskey,
  beginOperatorAuthenticator,
  beginOperatorPasskey,
  beginOperatorPasskeySignIn,
  beginOperatorStepUp,
  changeOperatorPassword,
  getOperatorAccess,
  makeRenewalLink,
  passkeysMax,
  removeOperatorPasskey,
  renewOperatorCodes,
  replaceOperatorAuthenticator,
  signInWithPasskey,
  toInstant,
  wireId,
  type SignedInOperator,
  type Uuid,
} from '@candor/wire';
import { bind, bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { createOwnProofs } from './change-own-proofs.ts';
import { fingerprintOfKey } from './approvers.ts';
import { renewalLink } from './invitations.ts';
import type { createOperatorPasskeys } from './operator-passkeys.ts';
import { readPasskeys, readProofs } from './proof-store.ts';

export interface AccessCallsOptions {
  pool: Pool;
  pepper: Buffer;
  codeKey: Buffer;
  operatorPasskeys: ReturnType<typeof createOperatorPasskeys>;
  ownProofs: ReturnType<typeof createOwnProofs>;
  justSignedIn: (operatorId: Uuid) => Promise<SignedInOperator>;
}

export const accessCalls = ({
  pool,
  pepper,
  codeKey,
  operatorPasskeys,
  ownProofs,
  justSignedIn,
}: AccessCallsOptions): BoundCall[] => [
  // oxfmt-ignore
  bind(beginOperatorPasskeySignIn, async (_, context) => ({ options: await operatorPasskeys.beginSignIn(context) })),
  bind(signInWithPasskey, async ({ answer }, context) =>
    justSignedIn((await operatorPasskeys.signIn(answer, context)).operatorId),
  ),
  bindOperator(beginOperatorStepUp, async (_, context) => ({ options: await operatorPasskeys.beginStepUp(context) })),
  bindOperator(getOperatorAccess, async (_, { operator: { operatorId } }) => {
    const { passwordSince, authenticatorSince, fingerprint, recoveryCodes } = await readProofs(pool, operatorId);
    const passkeys = await readPasskeys(pool, operatorId);
    return {
      passkeys: passkeys.map(({ passkeyId, name, publicKey, createdAt, lastUsedAt }) => ({
        passkey_id: wireId('passkey', passkeyId),
        name,
        fingerprint: fingerprintOfKey(publicKey),
        created_at: toInstant(createdAt),
        last_used_at: instantOf(lastUsedAt),
      })),
      password_since: instantOf(passwordSince),
      authenticator_since: instantOf(authenticatorSince),
      fingerprint,
      recovery_codes: recoveryCodes,
    };
  }),
  bindOperator(beginOperatorPasskey, async (_, context) => {
    const { operatorId } = ofOwn(context);
    if ((await readPasskeys(pool, operatorId)).length >= passkeysMax) refuse('passkeys-full');
    return { options: await operatorPasskeys.beginNew(context) };
  }),
  bindOperator(addOperatorPasskey, async (asked, context) => {
    ofOwn(context);
    await operatorPasskeys.add(asked, context);
    return {};
  }),
  bindOperator(removeOperatorPasskey, async ({ passkey_id: id }, context) => {
    ofOwn(context);
    await operatorPasskeys.remove(id, context);
    return {};
  }),
  bindOperator(changeOperatorPassword, async (asked, context) => {
    ofOwn(context);
    await ownProofs.changePassword(asked, context);
    return {};
  }),
  bindOperator(renewOperatorCodes, async (_, context) => {
    ofOwn(context);
    return { recovery_codes: await ownProofs.renewCodes(context) };
  }),
  bindOperator(beginOperatorAuthenticator, (_, context) => {
    ofOwn(context);
    return ownProofs.beginAuthenticator(context);
  }),
  bindOperator(replaceOperatorAuthenticator, async ({ code }, context) => {
    ofOwn(context);
    return { fingerprint: await ownProofs.replaceAuthenticator(code, context) };
  }),
  bindOperator(makeRenewalLink, ({ name }, { operator }) => renewalLink(pool, { name, pepper, codeKey, operator })),
];

/** Somebody to try a role as has no proofs, and gets none. */
const ofOwn = ({ operator }: OperatorContext): OperatorContext['operator'] =>
  operator.isDemo ? refuse('nothing-of-own') : operator;

const instantOf = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
