// The seal on a correction of a candle, and the chain from each to the one before.
import type { CandleCorrection } from '@candor/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, digestOf } from './canonical-json.ts';
import { publicKeyOf } from './sign-receipt.ts';

export type UnsignedCorrection = Omit<CandleCorrection, 'public_key' | 'signature'>;

/** What the first correction names as the one before it. */
export const noCorrectionBefore = '0'.repeat(64);

/** The secret key is 32 bytes in hex. */
export function signCorrection(unsigned: UnsignedCorrection, secretKeyHex: string): CandleCorrection {
  const keyed = { ...unsigned, public_key: publicKeyOf(secretKeyHex) };
  const signature = ed25519.sign(utf8ToBytes(canonicalJson(keyed)), hexToBytes(secretKeyHex));
  return { ...keyed, signature: bytesToHex(signature) };
}

/** What the next correction names as the one before it. */
export const digestOfCorrection = (correction: CandleCorrection): string => digestOf(correction);

/** What does not fit in corrections that follow one another from the first on; undefined when all are sound. */
export function findCorrectionsFault(corrections: readonly CandleCorrection[]): string | undefined {
  let previous = noCorrectionBefore;
  for (const [place, correction] of corrections.entries()) {
    if (correction.id !== place + 1) return `correction ${correction.id} stands where ${place + 1} belongs`;
    if (correction.previous !== previous) return `correction ${correction.id} does not follow the one before`;
    if (!isSignedByItsKey(correction)) return `the signature of correction ${correction.id} is not genuine`;
    previous = digestOfCorrection(correction);
  }
  return undefined;
}

function isSignedByItsKey({ signature, ...keyed }: CandleCorrection): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(keyed.public_key)) return false;
  const message = utf8ToBytes(canonicalJson(keyed));
  return ed25519.verify(hexToBytes(signature), message, hexToBytes(keyed.public_key), { zip215: false });
}
