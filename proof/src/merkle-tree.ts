// The Merkle tree of RFC 6962 and RFC 9162, part 2.1: hashes, roots, and the two proofs with their verification.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A hash of 32 bytes. */
export type TreeHash = Uint8Array;

/** A node over 2^level leaves, all of them there; level 0 are the leaves. */
export interface TreeNode {
  level: number;
  index: number;
}

/** The leaves from `from` up to `to`, without it. */
export interface LeafRange {
  from: number;
  to: number;
}

export const emptyRoot: TreeHash = sha256(new Uint8Array());

export const hashOfLeaf = (leaf: string | Uint8Array): TreeHash =>
  sha256(concatBytes(Uint8Array.of(0), typeof leaf === 'string' ? utf8ToBytes(leaf) : leaf));

export const hashOfNode = (left: TreeHash, right: TreeHash): TreeHash =>
  sha256(concatBytes(Uint8Array.of(1), left, right));

/** Takes hashes of leaves in their order and knows the root over all so far, in a logarithm of space. */
export interface GrowingTree {
  readonly size: number;
  push: (leaf: TreeHash) => void;
  root: () => TreeHash;
}

export function createGrowingTree(): GrowingTree {
  /** Over ever fewer leaves: one for each binary digit of the size. */
  const complete: TreeHash[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(leaf) {
      let hash = leaf;
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) hash = hashOfNode(complete.pop()!, hash);
      complete.push(hash);
      size++;
    },
    root: () => joinRight(complete) ?? emptyRoot,
  };
}

/** The ranges whose hashes are the inclusion proof of a leaf, in its order. */
export function inclusionRanges(index: number, { from, to }: LeafRange): LeafRange[] {
  if (to - from <= 1) return [];
  const middle = from + largestPowerBelow(to - from);
  return index < middle
    ? [...inclusionRanges(index, { from, to: middle }), { from: middle, to }]
    : [...inclusionRanges(index, { from: middle, to }), { from, to: middle }];
}

/** The ranges whose hashes are the proof that the tree of `second` leaves begins with the one of `first`, in its order. */
export const consistencyRanges = (first: number, second: number): LeafRange[] =>
  first === 0 ? [] : rangesSince(first, { from: 0, to: second }, true);

/** `isKnown`: who verifies has the hash over what is left of the older tree. */
function rangesSince(first: number, { from, to }: LeafRange, isKnown: boolean): LeafRange[] {
  if (first === to) return isKnown ? [] : [{ from, to }];
  const middle = from + largestPowerBelow(to - from);
  return first <= middle
    ? [...rangesSince(first, { from, to: middle }, isKnown), { from: middle, to }]
    : [...rangesSince(first, { from: middle, to }, false), { from, to: middle }];
}

/** The complete nodes that a range of a tree is made of, those over most leaves first. */
export function nodesOfRange({ from, to }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash over a range, from those of its nodes. */
export function hashOfRange(range: LeafRange, hashOf: (node: TreeNode) => TreeHash): TreeHash {
  return joinRight(nodesOfRange(range).map(hashOf)) ?? emptyRoot;
}

/** Whether a proof shows that a leaf is at `index` of the tree of this size and root. */
export function isIncluded(
  leaf: TreeHash,
  { index, size, root }: { index: number; size: number; root: TreeHash },
  proof: readonly TreeHash[],
): boolean {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  let [place, last] = [index, size - 1];
  let hash = leaf;
  for (const step of proof) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = hashOfNode(step, hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else hash = hashOfNode(hash, step);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** Whether a proof shows that the newer tree begins with all leaves of the older one, in their order. */
export function isConsistent(
  older: { size: number; root: TreeHash },
  newer: { size: number; root: TreeHash },
  proof: readonly TreeHash[],
): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSame(older.root, emptyRoot);
  const steps = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof];
  let [place, last] = [older.size - 1, newer.size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  const start = steps.shift();
  if (!start) return false;
  let [olderHash, newerHash] = [start, start];
  for (const step of steps) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      olderHash = hashOfNode(step, olderHash);
      newerHash = hashOfNode(step, newerHash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else newerHash = hashOfNode(newerHash, step);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && isSame(olderHash, older.root) && isSame(newerHash, newer.root);
}

/** Complete subtrees from the largest to the smallest, as one tree; undefined of none. */
const joinRight = (hashes: readonly TreeHash[]): TreeHash | undefined =>
  hashes.length === 0 ? undefined : hashes.reduceRight((right, left) => hashOfNode(left, right));

const half = (value: number): number => Math.floor(value / 2);
const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isPowerOfTwo = (value: number): boolean => 2 ** Math.floor(Math.log2(value)) === value;
const isSame = (one: TreeHash, other: TreeHash): boolean => bytesToHex(one) === bytesToHex(other);

/** Of two or more leaves, how many the left half has: the largest power of two that is less. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
