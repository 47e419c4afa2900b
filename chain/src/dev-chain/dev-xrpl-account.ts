// Accounts of the development ledger: their addresses, their place in the tree of all accounts, and the bytes from which the tree is made.
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58xrp } from '@scure/base';
import type { decode, encode } from 'ripple-binary-codec';
import { readBase58Check, writeBase58Check } from '../addresses/base58-check.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The package that writes and reads what the ledger holds. It is optional, so that the app starts without it. */
export interface Codec {
  encode: typeof encode;
  decode: typeof decode;
}

export interface DevAccount {
  address: string;
  drops: bigint;
  /** The number that its next transaction must have. */
  sequence: number;
  flags: number;
  /** The transaction that changed it last, and that one's ledger. */
  changedBy: string;
  changedIn: number;
}

/** The bits of `flags`, and the numbers by which transactions set them. */
export const accountFlags = {
  requireDestTag: { bit: 0x0002_0000, number: 1 },
  disallowXrp: { bit: 0x0008_0000, number: 3 },
  depositAuth: { bit: 0x0100_0000, number: 9 },
} as const;

export const hasFlag = ({ flags }: Pick<DevAccount, 'flags'>, name: keyof typeof accountFlags): boolean =>
  (flags & accountFlags[name].bit) !== 0;

export function addressOfKey(publicKey: Uint8Array): string {
  const id = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest();
  return writeBase58Check(base58xrp, Uint8Array.of(0, ...id));
}

export const addressOfPrivateKey = (privateKey: Uint8Array): string => addressOfKey(secp256k1.getPublicKey(privateKey));

export function isAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const bytes = readBase58Check(base58xrp, value);
  return typeof bytes !== 'string' && bytes.length === 21 && bytes[0] === 0;
}

/** The key of an account in the tree of all accounts, in capital letters. */
export function indexOfAccount(address: string): string {
  const bytes = readBase58Check(base58xrp, address);
  if (typeof bytes === 'string') throw new TypeError('no classic address');
  return half('\0a', bytes.subarray(1)).toString('hex').toUpperCase();
}

export const fieldsOfAccount = ({ address, drops, sequence, flags }: DevAccount): Fields => ({
  Account: address,
  Balance: String(drops),
  Flags: flags,
  OwnerCount: 0,
  Sequence: sequence,
});

const leaves = new WeakMap<DevAccount, { key: string; hash: Buffer }>();

/** Accounts are never changed, only replaced, so that each is written once. */
export function leafOfAccount(account: DevAccount, codec: Codec): { key: string; hash: Buffer } {
  const known = leaves.get(account);
  if (known) return known;
  const key = indexOfAccount(account.address);
  const entry = {
    ...fieldsOfAccount(account),
    LedgerEntryType: 'AccountRoot',
    PreviousTxnID: account.changedBy,
    PreviousTxnLgrSeq: account.changedIn,
  };
  const leaf = { key, hash: half('MLN\0', Buffer.from(codec.encode(entry), 'hex'), Buffer.from(key, 'hex')) };
  leaves.set(account, leaf);
  return leaf;
}

/** The first half of SHA-512, over a prefix that says what is hashed. */
export function half(prefix: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha512').update(prefix, 'latin1');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}
