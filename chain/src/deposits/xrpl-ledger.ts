// Reads a ledger of the XRP Ledger from the bytes of its header, transactions and metadata. Its hash is computed from the header, and a ledger is accepted
// if its transactions with their metadata make the root that is in the header. So what a payment delivered is as certain as the hash.
import { createHash } from 'node:crypto';
import { UnprovenBlockError } from './check-receipts.ts';
import type { BlockRef } from './deposit.ts';
import { writeLength } from './xrpl-fields.ts';

export interface XrplHeader extends BlockRef {
  parent: string;
  /** Root of the tree of transactions, 64 lowercase hexadecimal digits. */
  root: string;
}

export interface XrplTransaction {
  bytes: Uint8Array;
  metadata: Uint8Array;
}

export interface HashedXrplTransaction extends XrplTransaction {
  /** 64 lowercase hexadecimal digits, though explorers write capital ones. */
  txid: string;
}

/** Height, coins, three hashes, two times, and one byte each for the resolution and the flags of the closing time. */
const headerLength = 118;
/** First bytes of what is hashed, by what it is. */
const prefixes = { ledger: 'LWR\0', transaction: 'TXN\0', leaf: 'SND\0', branch: 'MIN\0' } as const;
const branchEnd = 16;
const noHash = Buffer.alloc(32);

/** Reads a header and computes its hash. Throws for bytes of another length. */
export function readXrplHeader(bytes: Uint8Array): XrplHeader {
  if (bytes.length !== headerLength) throw new Error(`a header of the XRP Ledger has no ${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hexOf = (from: number): string => Buffer.from(bytes.subarray(from, from + 32)).toString('hex');
  const hash = hashOf(prefixes.ledger, bytes).toString('hex');
  return { height: view.getUint32(0), hash, parent: hexOf(12), root: hexOf(44) };
}

/** Returns the transactions with their txids. Throws UnprovenBlockError if they are not exactly those of the header. */
export function proveTransactions(
  { hash, root }: Pick<XrplHeader, 'hash' | 'root'>,
  transactions: readonly XrplTransaction[],
): HashedXrplTransaction[] {
  const hashed = transactions.map((each) => ({
    ...each,
    txid: hashOf(prefixes.transaction, each.bytes).toString('hex'),
  }));
  const isRepeated = new Set(hashed.map(({ txid }) => txid)).size < hashed.length;
  if (isRepeated || rootOf(hashed) !== root) {
    throw new UnprovenBlockError(`ledger ${hash}: its transactions do not make its root`);
  }
  return hashed;
}

/** Returns the root of the tree (SHAMap) of transactions with different txids. */
export const rootOf = (transactions: readonly HashedXrplTransaction[]): string =>
  (transactions.length === 0 ? noHash : branchOf(transactions, 0)).toString('hex');

/** A branch has sixteen places, by the digit of the txid at this depth. */
function branchOf(transactions: readonly HashedXrplTransaction[], depth: number): Buffer {
  const places = Map.groupBy(transactions, ({ txid }) => parseInt(txid[depth]!, 16));
  const children = Array.from({ length: branchEnd }, (_, digit) => {
    const [first, ...others] = places.get(digit) ?? [];
    if (!first) return noHash;
    return others.length === 0 ? leafOf(first) : branchOf([first, ...others], depth + 1);
  });
  return hashOf(prefixes.branch, ...children);
}

const leafOf = ({ bytes, metadata, txid }: HashedXrplTransaction): Buffer =>
  hashOf(
    prefixes.leaf,
    writeLength(bytes.length),
    bytes,
    writeLength(metadata.length),
    metadata,
    Buffer.from(txid, 'hex'),
  );

/** The first half of SHA-512. */
function hashOf(prefix: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha512').update(prefix, 'latin1');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}
