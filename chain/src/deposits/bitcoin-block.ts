// Reads a block of Bitcoin from its bytes, as nodes send them (getblock with verbosity 0): JSON would give amounts as floating-point numbers.
// A block is accepted if its header has the requested hash and the Merkle root of its transactions equals the root in the header.
import { createHash } from 'node:crypto';
import { UnprovenBlockError } from './check-receipts.ts';

export interface BitcoinOutput {
  /** In satoshis. */
  units: bigint;
  script: Uint8Array;
}

/** The output that an input of a transaction spends. An input of new coins names a transaction of zeros. */
export interface BitcoinInput {
  txid: string;
  ordinal: number;
}

export interface BitcoinTransaction {
  /** 64 lowercase hexadecimal digits in display order, which is the reverse of the byte order used for hashing. */
  txid: string;
  inputs: readonly BitcoinInput[];
  outputs: readonly BitcoinOutput[];
}

export interface BitcoinBlock {
  hash: string;
  parent: string;
  transactions: readonly BitcoinTransaction[];
}

const headerLength = 80;
const segwitMarker = 0;

/** Reads a block. Throws UnprovenBlockError if the bytes are not the complete block with this hash. */
export function readBitcoinBlock(bytes: Uint8Array, expectedHash: string): BitcoinBlock {
  const deny = (what: string): never => {
    throw new UnprovenBlockError(`block ${expectedHash}: ${what}`);
  };
  const header = bytes.subarray(0, headerLength);
  if (header.length < headerLength || shown(hashTwice(header)) !== expectedHash) deny('its header has another hash');
  const transactions = readTransactions(bytes) ?? deny('its bytes are not those of a block');
  const root = merkleRoot(transactions.map(({ hash }) => hash));
  if (!root || shown(root) !== shown(header.subarray(36, 68))) deny('its transactions do not make its root');
  return {
    hash: expectedHash,
    parent: shown(header.subarray(4, 36)),
    transactions: transactions.map(({ hash, inputs, outputs }) => ({ txid: shown(hash), inputs, outputs })),
  };
}

interface HashedTransaction {
  hash: Uint8Array;
  inputs: readonly BitcoinInput[];
  outputs: readonly BitcoinOutput[];
}

/** Returns undefined if the bytes are too short or too long. */
function readTransactions(bytes: Uint8Array): HashedTransaction[] | undefined {
  const reader = createReader(bytes, headerLength);
  try {
    const transactions = reader.list(() => readTransaction(reader));
    return reader.isAtEnd() ? transactions : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a transaction in the BIP144 format. The txid is the hash of the transaction without marker and witnesses. */
function readTransaction(reader: Reader): HashedTransaction {
  const version = reader.take(4);
  const isSegwit = reader.next() === segwitMarker;
  if (isSegwit) reader.take(2);
  const start = reader.at();
  const inputs = reader.list(() => {
    const input = { txid: shown(reader.take(32)), ordinal: reader.number() };
    reader.take(reader.count());
    reader.take(4);
    return input;
  });
  const outputs = reader.list(() => ({ units: reader.amount(), script: reader.take(reader.count()) }));
  const body = reader.since(start);
  if (isSegwit) for (const _ of inputs) reader.list(() => reader.take(reader.count()));
  const lockTime = reader.take(4);
  return { hash: hashTwice(version, body, lockTime), inputs, outputs };
}

type Reader = ReturnType<typeof createReader>;

/** Reader of little-endian fields. Throws RangeError beyond the end of the bytes. */
function createReader(bytes: Uint8Array, start: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new RangeError('beyond the end');
    at += length;
    return bytes.subarray(at - length, at);
  }
  /** Reads a "compact size": one byte, or a marker and two or four bytes. The eight-byte form throws RangeError. */
  function count(): number {
    const [first] = take(1);
    if (first! < 0xfd) return first!;
    const from = at;
    if (first === 0xfd) return (take(2), view.getUint16(from, true));
    if (first === 0xfe) return (take(4), view.getUint32(from, true));
    throw new RangeError('longer than any block');
  }
  return {
    take,
    count,
    at: () => at,
    since: (from: number) => bytes.subarray(from, at),
    next: () => view.getUint8(at),
    isAtEnd: () => at === bytes.length,
    number(): number {
      const from = at;
      take(4);
      return view.getUint32(from, true);
    },
    amount(): bigint {
      const from = at;
      take(8);
      return view.getBigUint64(from, true);
    },
    list<Item>(read: () => Item): Item[] {
      const items: Item[] = [];
      // Each item takes at least one byte, so a count that is too high fails at the end of the bytes.
      for (let left = count(); left > 0; left--) items.push(read());
      return items;
    },
  };
}

/** Returns undefined for no transactions, and if two neighbours are equal: duplicates can give the same root as a shorter list (CVE-2012-2459). */
function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array | undefined {
  let level = hashes;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i]!, level[i + 1]];
      if (right && Buffer.compare(left, right) === 0) return undefined;
      next.push(hashTwice(left, right ?? left));
    }
    level = next;
  }
  return level[0];
}

function hashTwice(...parts: readonly Uint8Array[]): Uint8Array {
  const inner = createHash('sha256');
  for (const part of parts) inner.update(part);
  return createHash('sha256').update(inner.digest()).digest();
}

const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex');
