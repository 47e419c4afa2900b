// The bloom of logs that headers and receipts of Ethereum carry: three bits of 2048 for each address and topic.
import { keccak_256 } from '@noble/hashes/sha3.js';

export const bloomBytes = 256;

/** Returns the bloom that exactly these addresses and topics make. */
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
