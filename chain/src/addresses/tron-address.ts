// TRON: the twenty bytes of an account as Ethereum has them, behind 0x41, in base 58.
import { base58 } from '@scure/base';
import { isUnspendable, refuseAddress } from './address-rule.ts';
import type { ParsedAddress } from './address-rule.ts';
import { refuseFor } from './address-shape.ts';
import { readBase58Check, writeBase58Check } from './base58-check.ts';

const prefix = 0x41;

export function parseTronAddress(typed: string): ParsedAddress {
  const text = typed.trim();
  if (text.length !== 34) return refuseFor('tron', text, 'form');
  const bytes = readBase58Check(base58, text);
  if (typeof bytes === 'string') return refuseFor('tron', text, bytes);
  if (bytes.length !== 21 || bytes[0] !== prefix) return refuseFor('tron', text, 'form');
  return isUnspendable(bytes.subarray(1)) ? refuseAddress('unspendable') : { ok: true, address: text };
}

/** Of the twenty bytes of an account. */
export function writeTronAddress(account: Uint8Array): string {
  return writeBase58Check(base58, Uint8Array.of(prefix, ...account));
}
