// Ethereum: forty hexadecimal digits whose capitals are a checksum (EIP-55); without any capital, or without any small letter, there is none.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isUnspendable, refuseAddress } from './address-rule.ts';
import type { ParsedAddress } from './address-rule.ts';
import { refuseFor } from './address-shape.ts';

export function parseEthereumAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return refuseFor('ethereum', text, 'form');
  const digits = text.slice(2);
  const address = writeEthereumAddress(hexToBytes(digits.toLowerCase()));
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && text !== address) return refuseAddress('checksum');
  return isUnspendable(hexToBytes(digits.toLowerCase())) ? refuseAddress('unspendable') : { ok: true, address };
}

/** Twenty bytes with their checksum. */
export function writeEthereumAddress(account: Uint8Array): string {
  const digits = bytesToHex(account);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, place) => (hash[place]! >= '8' ? digit.toUpperCase() : digit)).join('')}`;
}
