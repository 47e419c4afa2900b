// One text for one value: the part of RFC 8785 that receipts need, so that equal values have equal digests everywhere.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 over the canonical text, hex. */
export const digestOf = (value: unknown): string => digestOfText(canonicalJson(value));

/** SHA-256 over a text in UTF-8, hex. */
export const digestOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Keys sorted, no spaces. Throws on what has no exact text: fractions, unsafe integers, undefined, broken strings. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value);
  throw new TypeError(`canonical JSON has no ${typeof value}`);
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('canonical JSON has no text with half a character');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`not an exact whole number: ${value}`);
  return String(value);
}

function canonicalObject(value: object): string {
  const members = value as Record<string, unknown>;
  // Without a comparison, sort() goes by code units, as RFC 8785 does.
  const keys = Object.keys(members).sort();
  return `{${keys.map((key) => `${canonicalText(key)}:${canonicalJson(members[key])}`).join(',')}}`;
}
