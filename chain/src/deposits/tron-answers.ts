// Reads the answers of TRON nodes value by value. A member that is missing has its default: nodes leave out zeros, empty texts and empty lists.
import { base58 } from '@scure/base';
import { hexToBytes } from '@noble/hashes/utils.js';
import { readBase58Check } from '../addresses/base58-check.ts';
import { matching } from './node-answers.ts';

const prefix = 0x41;

/** Reads a whole number of at most 64 bits. Some gateways write it as text. */
export function integer(value: unknown = 0): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return BigInt(matching(value, /^-?\d{1,19}$/));
}

export function heightOf(value: unknown): number {
  const height = integer(value);
  if (height < 0n || height > 2n ** 48n) throw new Error(`a block has the height ${height}`);
  return parseInt(height.toString(), 10);
}

/** Reads bytes that are written as hexadecimal digits. */
export const bytesOf = (value: unknown = ''): Uint8Array => hexToBytes(matching(value, /^(?:[0-9a-fA-F]{2})*$/));

/** Reads 32 bytes; returns lowercase hexadecimal digits. */
export const id = (value: unknown): string => matching(value, /^[0-9a-fA-F]{64}$/).toLowerCase();

/** Reads the bytes of an address. Nodes that were asked for visible addresses answer base 58. */
export function addressBytes(value: unknown = ''): Uint8Array {
  const text = matching(value, /^[0-9A-Za-z]*$/);
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return bytesOf(text.replace(/^0x/, ''));
  const bytes = readBase58Check(base58, text);
  if (typeof bytes === 'string') throw new Error('a node answers an address with a wrong checksum');
  return bytes;
}

/** Returns the twenty bytes of an account; undefined if the bytes are none of an account. Logs leave out the prefix 0x41. */
export function accountOf(address: Uint8Array): Uint8Array | undefined {
  if (address.length === 20) return address;
  return address.length === 21 && address[0] === prefix ? address.subarray(1) : undefined;
}
