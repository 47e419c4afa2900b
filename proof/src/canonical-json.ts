// One text for one value: the part of RFC 8785 that receipts need, so that equal values have equal digests everywhere.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 over the canonical text, hex. */
export const digestOf = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));

/** Keys sorted, no spaces. Throws on what has no exact text: fractions, unsafe integers, undefined, broken strings. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return canonicalText(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return canonicalObject(value);
  throw new TypeError(`canonical JSON has no ${typeof value}`);
}

/** Text that stands in JSON as it is. */
const plainText = /^[\w .:-]*$/;

function canonicalText(text: string): string {
  if (plainText.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('canonical JSON has no text with half a character');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError(`not an exact whole number: ${value}`);
  return String(value);
}

function canonicalObject(value: object): string {
  let members = '';
  for (const key of sorted(Object.keys(value))) {
    const member = canonicalJson((value as Record<string, unknown>)[key]);
    members += `${members === '' ? '' : ','}${canonicalText(key)}:${member}`;
  }
  return `{${members}}`;
}

/** By code units, in place: objects here have few keys, for which a general sort costs more than all the rest. */
function sorted(keys: string[]): string[] {
  for (let place = 1; place < keys.length; place++) {
    const key = keys[place]!;
    let to = place;
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  return keys;
}
