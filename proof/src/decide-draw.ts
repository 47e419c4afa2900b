// The rules of a draw: how a list of tickets becomes a root, which round decides, and whom it draws. Pure.
import { parseWireId } from '@candor/wire';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createGrowingTree, hashOfLeaf, inclusionRanges, type TreeHash } from './merkle-tree.ts';

const domain = utf8ToBytes('candor draw 1');

/** When rounds of a beacon are published: the first at its genesis. */
export interface RoundTimes {
  genesis_ms: number;
  period_ms: number;
}

/** A ticket in its list; the first has number 1. */
export const ticketLeaf = (number: number, orderId: string): TreeHash => hashOfLeaf(`${number} ${orderId}`);

/** Hex. */
export const rootOfTickets = (orderIds: readonly string[]): string =>
  bytesToHex(rootOf(orderIds.map((id, place) => ticketLeaf(place + 1, id))));

/** The inclusion proof of a ticket, in hex. */
export function proveTicket(orderIds: readonly string[], number: number): string[] {
  const leaves = orderIds.map((id, place) => ticketLeaf(place + 1, id));
  return inclusionRanges(number - 1, { from: 0, to: leaves.length }).map(({ from, to }) =>
    bytesToHex(rootOf(leaves.slice(from, to))),
  );
}

function rootOf(leaves: readonly TreeHash[]): TreeHash {
  const tree = createGrowingTree();
  for (const leaf of leaves) tree.push(leaf);
  return tree.root();
}

/** The first round that is published at this time or later. */
export const roundFrom = (ms: number, { genesis_ms: genesis, period_ms: period }: RoundTimes): number =>
  Math.max(0, Math.ceil((ms - genesis) / period)) + 1;

export const timeOfRound = (round: number, { genesis_ms: genesis, period_ms: period }: RoundTimes): number =>
  genesis + (round - 1) * period;

/** Of a round's signature, both in hex. */
export const randomnessOf = (signature: string): string => bytesToHex(sha256(hexToBytes(signature)));

export interface DrawCase {
  /** On the wire. */
  periodId: string;
  root: string;
  randomness: string;
  /** How many tickets are in the list. */
  size: number;
  winners: number;
}

/**
 * Numbers of the tickets that win, in the order of the draw: SHA-256 over domain, period, root, randomness and a counter, each a
 * number of 256 bits. Those from the largest multiple of the size on are left out, so that no ticket is likelier than another.
 */
export function drawWinners({ periodId, root, randomness, size, winners }: DrawCase): number[] {
  const seed = concatBytes(domain, bytesOfId(periodId), hexToBytes(root), hexToBytes(randomness));
  const count = BigInt(size);
  const fairBelow = (1n << 256n) - ((1n << 256n) % count);
  const drawn = new Set<number>();
  for (let counter = 0; drawn.size < Math.min(winners, size); counter++) {
    const value = BigInt(`0x${bytesToHex(sha256(concatBytes(seed, be32(counter))))}`);
    if (value < fairBelow) drawn.add(parseInt(String(value % count), 10) + 1);
  }
  return [...drawn];
}

function bytesOfId(periodId: string): Uint8Array {
  const uuid = parseWireId('period', periodId);
  if (uuid === undefined) throw new Error(`${periodId} is no period`);
  return hexToBytes(uuid.replaceAll('-', ''));
}

function be32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
