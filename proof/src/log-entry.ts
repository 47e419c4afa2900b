// An entry of the public log: one canonical text, which says its own place, time and kind.
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import { hashOfLeaf } from './merkle-tree.ts';
import { parseStrictJson } from './strict-json.ts';

export interface LogEntry {
  seq: number;
  /** By the clock of the log's database; never before the entry before. */
  at_ms: number;
  kind: string;
  body: Record<string, unknown>;
}

/** The entry that a leaf says; undefined if it is not canonical, or no entry. */
export function readLogEntry(leaf: string): LogEntry | undefined {
  try {
    const value = parseStrictJson(leaf);
    return isEntry(value) && canonicalJson(value) === leaf ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The name of the log that begins with this leaf. */
export const originOfLog = (firstLeaf: string): string =>
  `candor/log/${bytesToHex(hashOfLeaf(firstLeaf)).slice(0, 32)}`;

/** The public key that an entry says is in force from it on. */
export function keyInForce({ kind, body }: LogEntry): string | undefined {
  const key = kind === 'signing-key' ? body['signing_key'] : undefined;
  return typeof key === 'string' && /^[0-9a-f]{64}$/.test(key) ? key : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is Record<string, unknown> & LogEntry =>
  isObject(value) &&
  Object.keys(value).length === 4 &&
  typeof value['seq'] === 'number' &&
  typeof value['at_ms'] === 'number' &&
  typeof value['kind'] === 'string' &&
  isObject(value['body']);
