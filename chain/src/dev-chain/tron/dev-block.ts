// A block of the development chain of TRON: its header, its tree of transactions and its id are made as java-tron makes them.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { writeFields } from '../../tron/strict-fields.ts';
import type { TronTransfer } from '../../tron/tron-transfer.ts';

export type Outcome = 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';

/** A transaction in a block, and how it ended. Amounts are in sun. */
export interface DevEntry {
  txid: string;
  unsigned: string;
  signature: Uint8Array;
  transfer: TronTransfer;
  outcome: Outcome;
  /** Paid for the size of the transaction and, for TRX, for the creation of the payee's account. */
  wayFee: bigint;
  energy: bigint;
  energyFee: bigint;
}

export interface DevBlock {
  height: number;
  /** In hex; its first eight bytes are the height. */
  id: string;
  parent: string;
  /** In milliseconds. */
  timestamp: number;
  root: string;
  entries: readonly DevEntry[];
}

export function makeBlock(
  before: Pick<DevBlock, 'height' | 'id'>,
  { timestamp, witness, entries }: { timestamp: number; witness: Uint8Array; entries: readonly DevEntry[] },
): DevBlock {
  const height = before.height + 1;
  const root = rootOf(entries.map(leafOf));
  const header = writeFields([
    [1, BigInt(timestamp)],
    [2, root],
    [3, hexToBytes(before.id)],
    [7, BigInt(height)],
    [9, witness],
  ]);
  const id = `${height.toString(16).padStart(16, '0')}${bytesToHex(sha256(header).subarray(8))}`;
  return { height, id, parent: before.id, timestamp, root: bytesToHex(root), entries };
}

/** Numbers of the protocol's `contractResult`. */
const outcomes: Readonly<Record<Outcome, bigint>> = { SUCCESS: 1n, REVERT: 2n, OUT_OF_ENERGY: 10n };

/** Hash of the transaction as the block holds it: with its signature and its result. */
function leafOf({ unsigned, signature, outcome }: DevEntry): Uint8Array {
  const result = writeFields([[3, outcomes[outcome]]]);
  const transaction = writeFields([
    [1, hexToBytes(unsigned)],
    [2, signature],
    [5, result],
  ]);
  return sha256(transaction);
}

/** A leaf without a neighbour goes up as it is; a block without transactions has zeros. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return new Uint8Array(32);
  let level = [...leaves];
  while (level.length > 1) {
    level = level.flatMap((left, place) => {
      if (place % 2 === 1) return [];
      const right = level[place + 1];
      return [right ? sha256(concatBytes(left, right)) : left];
    });
  }
  return level[0]!;
}
