// Computes the bloom filter of logs in headers and receipts of Ethereum: three of 2048 bits for each address and topic.
import { keccak_256 } from '@noble/hashes/sha3.js';

export const bloomBytes = 256;

/** Returns the bloom filter of these addresses and topics. */
export function bloomOf(items: Iterable<Uint8Array>): Uint8Array {
  const bloom = new Uint8Array(bloomBytes);
  for (const item of items) {
    const hash = keccak_256(item);
    for (const at of [0, 2, 4]) {
      const bit = ((hash[at]! << 8) | hash[at + 1]!) % 2048;
      const place = bloomBytes - 1 - (bit >> 3);
      bloom[place] = bloom[place]! | (1 << (bit & 7));
    }
  }
  return bloom;
}
