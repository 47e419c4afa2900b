// Approvals that an operator signs with a passkey. They are verified here so that a wrong one is noticed where it is made; whoever acts on
// them, as the signer of payments does, verifies them again with keys of its own.
import { challengeOf } from '@candor/wire';
import type { OperatorContext } from '../kit/feature.ts';
import type { Passkeys } from '../kit/passkeys/passkeys.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { readPasskeys } from './proof-store.ts';

export interface ApprovalSignatures {
  /** In a demo nobody has a passkey. */
  areNeeded: boolean;
  /** The signature, if a passkey of this operator has signed exactly this text; refuses with `passkey-needed` and `signature-wrong`. */
  require(signed: { text: string; signature: string | undefined }, context: OperatorContext): Promise<string>;
}

export const createApprovalSignatures = ({
  pool,
  passkeys,
  areNeeded,
}: {
  pool: Pool;
  passkeys: Passkeys;
  areNeeded: boolean;
}): ApprovalSignatures => ({
  areNeeded,
  async require({ text, signature }, { operator, origin }) {
    const { operatorId } = operator;
    if (signature === undefined || (await readPasskeys(pool, operatorId)).length === 0) return refuse('passkey-needed');
    const signer = await passkeys.signerOfChallenge(signature, { challenge: await challengeOf(text), origin });
    return signer?.ownerId === operatorId ? signature : refuse('signature-wrong');
  },
});
