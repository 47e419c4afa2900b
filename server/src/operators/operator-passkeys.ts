// Passkeys of operators: signing in with one, which stands for password and second factor, showing the second factor with one, and adding
// and removing them. Where they are good is the console's own address.
import { parseWireId, type Uuid } from '@candor/wire';
import type { CallContext, OperatorContext } from '../kit/feature.ts';
import { credentialOf, type Passkeys } from '../kit/passkeys/passkeys.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { addressKey } from '../kit/address-key.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import { keyedDigest } from '../kit/tokens.ts';
import { addPasskey, endPasskey, keptPasskeys, readPasskeys } from './proof-store.ts';
import { comeIn, noteRefused, takeTry } from './sign-in.ts';
import { readOperatorById, type Operator } from './store.ts';

export interface PasskeyOptions {
  pool: Pool;
  throttle: Throttle;
  codeKey: Buffer;
  newId: () => Uuid;
  passkeys: Passkeys;
}

const purposeOfSignIn = 'sign-in';
/** A challenge belongs to the session that asked. */
const purposeOfNew = ({ operator }: OperatorContext): string => `new ${operator.sessionId}`;
const purposeOfStepUp = ({ operator }: OperatorContext): string => `step-up ${operator.sessionId}`;

/** Each costs us something, and nothing to whoever asks. */
const beginningsPerNetworkPerMinute = 60;

export function createOperatorPasskeys(options: PasskeyOptions) {
  const { pool, passkeys, newId, throttle, codeKey } = options;
  return {
    /** Refuses with `login-throttled`. */
    async beginSignIn({ ip, origin }: CallContext): Promise<string> {
      const rule = { kind: 'limit', limit: beginningsPerNetworkPerMinute, windowMs: 60_000 } as const;
      const subject = keyedDigest(codeKey, ['operator passkey', addressKey(ip)]);
      const taken = await throttle.take([{ scope: 'operator-passkey', subject, rule }]);
      if (isThrottled(taken)) refuse('login-throttled', { seconds: secondsOf(taken) });
      return passkeys.beginSignature(undefined, { origin, purpose: purposeOfSignIn });
    },

    /** Refuses with `passkey-refused` and `login-throttled`. */
    signIn: (answer: string, context: CallContext): Promise<Operator> => signIn(options, answer, context),

    /** Refuses with `no-passkey`. */
    async beginStepUp(context: OperatorContext): Promise<string> {
      const { operatorId } = context.operator;
      if ((await readPasskeys(pool, operatorId)).length === 0) refuse('no-passkey');
      return passkeys.beginSignature(operatorId, { origin: context.origin, purpose: purposeOfStepUp(context) });
    },

    /** Whether one of the operator's own has signed, in this session, to show the second factor. */
    async hasSigned(answer: string, context: OperatorContext): Promise<boolean> {
      const signer = await passkeys.signerOf(answer, { origin: context.origin, purpose: purposeOfStepUp(context) });
      return signer?.ownerId === context.operator.operatorId;
    },

    beginNew: (context: OperatorContext): Promise<string> => {
      const { operatorId: ownerId, name } = context.operator;
      return passkeys.beginNew({ ownerId, name }, { origin: context.origin, purpose: purposeOfNew(context) });
    },

    /** Refuses with `passkey-refused` and `passkeys-full`. */
    async add({ name, answer }: { name: string; answer: string }, context: OperatorContext): Promise<void> {
      const asked = { origin: context.origin, purpose: purposeOfNew(context) };
      const made = (await passkeys.confirmNew(answer, asked)) ?? refuse('passkey-refused');
      const passkey = { ...made, passkeyId: newId(), name: name.trim() || name };
      const outcome = await addPasskey(pool, context.operator.sessionId, passkey);
      if (outcome !== 'added') refuse(outcome === 'full' ? 'passkeys-full' : 'passkey-refused');
    },

    /** Refuses with `not-found`. */
    async remove(id: string, { operator }: OperatorContext): Promise<void> {
      const passkeyId = parseWireId('passkey', id) ?? refuse('not-found');
      if (!(await endPasskey(pool, operator.sessionId, passkeyId))) refuse('not-found');
    },
  };
}

/** As with a password: counted before it is looked at, of the network and of the operator whose passkey it says to be. */
async function signIn(options: PasskeyOptions, answer: string, context: CallContext): Promise<Operator> {
  const { pool, passkeys } = options;
  const found = await keptPasskeys(pool).find(credentialOf(answer) ?? '');
  const operator = found && (await readOperatorById(pool, found.ownerId));
  const name = operator?.name ?? 'unknown passkey';
  const asTry = await takeTry(options, { operator, name }, context);
  const signer = await passkeys.signerOf(answer, { origin: context.origin, purpose: purposeOfSignIn });
  if (!operator || operator.isClosed || signer?.ownerId !== operator.operatorId) {
    await noteRefused(pool, name, context);
    return refuse('passkey-refused');
  }
  const { passkeyId } = signer;
  await comeIn(options, asTry, { operatorId: operator.operatorId, name, passkeyId, otherwise: 'passkey-refused' }, context); // oxfmt-ignore
  return operator;
}
