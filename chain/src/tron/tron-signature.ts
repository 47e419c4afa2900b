// Signatures of TRON: over the txid, with the number that tells the public key.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { writeTronAddress } from '../addresses/tron-address.ts';
import { tronTxid, writeSigned } from './tron-transfer.ts';

/** Signs any transaction: who asks has read it. Deterministic (RFC 6979), with the lower of both values of `s`. */
export function signTron(unsigned: string, key: Uint8Array): { signed: string; txid: string } {
  const txid = tronTxid(unsigned);
  const made = secp256k1.sign(hexToBytes(txid), key, { prehash: false, format: 'recovered' });
  const signature = concatBytes(made.subarray(1), Uint8Array.of(made[0]! + recoveryBase));
  return { signed: writeSigned(unsigned, signature), txid };
}

/** TRON's libraries write the number of the public key from 27 on, as Ethereum once did. */
const recoveryBase = 27;

/** Returns the address whose key made the signature; undefined if it is none, or not the one form that is made here. */
export function signerOf({ unsigned, signature }: { unsigned: string; signature: Uint8Array }): string | undefined {
  const recovery = signature[64]! - recoveryBase;
  if (recovery !== 0 && recovery !== 1) return undefined;
  try {
    const recovered = concatBytes(Uint8Array.of(recovery), signature.subarray(0, 64));
    if (secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS()) return undefined;
    return addressOfKey(secp256k1.recoverPublicKey(recovered, hexToBytes(tronTxid(unsigned)), { prehash: false }));
  } catch {
    return undefined;
  }
}

/** Of a public key, compressed or not. */
export const addressOfKey = (publicKey: Uint8Array): string =>
  writeTronAddress(keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(12));
