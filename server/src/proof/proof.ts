// What a verifier needs from this server besides the archive: receipts, and the key that signs them.
import { publicKeyOf } from '@candor/proof';
import { getProofKey, getReceipt, type Receipt, type Uuid } from '@candor/wire';
import { bind, bindSelf, type Feature } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';

export interface ProofParts {
  signingKey: string;
  /** By the kind of receipt: what writes it for an ended order of the account, or refuses. */
  receipts: Record<string, (accountId: Uuid, id: string) => Promise<Receipt>>;
}

export function proofFeature({ signingKey, receipts }: ProofParts): Feature {
  const publicKey = publicKeyOf(signingKey);
  return {
    name: 'proof',
    calls: [
      bind(getProofKey, () => ({ public_key: publicKey })),
      bindSelf(getReceipt, ({ kind, id }, { session }) => {
        const write = Object.hasOwn(receipts, kind) ? receipts[kind] : undefined;
        return write ? write(session.accountId, id) : refuse('not-found');
      }),
    ],
  };
}
