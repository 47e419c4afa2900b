// Rounds of a randomness beacon: BLS signatures over their numbers, as drand's quicknet makes them (unchained, on G1).
import { bls12_381 as bls } from '@noble/curves/bls12-381.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** drand's quicknet: a round each three seconds, signed by a threshold of independent parties. */
export const quicknet = {
  name: 'drand quicknet',
  is_demo: false,
  chain_hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  public_key:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis_ms: 1_692_803_367_000,
  period_ms: 3_000,
} as const;

const suite = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const signatures = bls.shortSignatures;

const messageOf = (round: number) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return signatures.hash(sha256(bytes), suite);
};

/** Whether a signature, in hex, is the key's over this round. */
export function isRoundSigned(publicKey: string, { round, signature }: { round: number; signature: string }): boolean {
  try {
    const [key, signed] = [bls.G2.Point.fromHex(publicKey), bls.G1.Point.fromHex(signature)];
    return signatures.verify(signed, messageOf(round), key);
  } catch {
    return false;
  }
}

/** A beacon of one's own, from a secret: it proves how a draw is checked, and nothing about chance. */
export function ownBeacon(secret: string): { publicKey: string; sign: (round: number) => string } {
  const secretKey = bls.utils.randomSecretKey(sha512(utf8ToBytes(`candor own beacon ${secret}`)).subarray(0, 48));
  // Another point of the same place: that of the library makes tables first, which only many keys would pay back.
  const generator = bls.G2.Point.fromAffine(bls.G2.Point.BASE.toAffine());
  return {
    publicKey: bytesToHex(generator.multiply(bls.fields.Fr.fromBytes(secretKey)).toBytes()),
    sign: (round) => bytesToHex(signatures.sign(messageOf(round), secretKey).toBytes()),
  };
}
