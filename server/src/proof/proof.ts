// What a verifier needs from this server besides the archive: the key that signs its receipts.
import { publicKeyOf } from '@candor/proof';
import { getProofKey } from '@candor/wire';
import { bind, type Feature } from '../kit/feature.ts';

export function proofFeature({ signingKey }: { signingKey: string }): Feature {
  const publicKey = publicKeyOf(signingKey);
  return { name: 'proof', calls: [bind(getProofKey, () => ({ public_key: publicKey }))] };
}
