// Base 58 with a checksum of four bytes: addresses of Bitcoin, TRON and, with an alphabet of its own, the XRP Ledger.
import { sha256 } from '@noble/hashes/sha2.js';
import type { BytesCoder } from '@scure/base';

/** The bytes without their checksum, or what is wrong with the text. */
export function readBase58Check(alphabet: BytesCoder, text: string): Uint8Array | 'form' | 'checksum' {
  let bytes: Uint8Array;
  try {
    bytes = alphabet.decode(text);
  } catch {
    return 'form';
  }
  if (bytes.length < 5) return 'form';
  const payload = bytes.slice(0, -4);
  const expected = checksumOf(payload);
  return bytes.subarray(-4).every((byte, place) => byte === expected[place]) ? payload : 'checksum';
}

export function writeBase58Check(alphabet: BytesCoder, payload: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + 4);
  bytes.set(payload);
  bytes.set(checksumOf(payload), payload.length);
  return alphabet.encode(bytes);
}

const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, 4);
