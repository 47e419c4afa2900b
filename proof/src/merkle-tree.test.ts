// The tree against the definitions of RFC 6962, 2.1, written down here once more as they stand there.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import {
  consistencyRanges,
  createGrowingTree,
  emptyRoot,
  hashOfLeaf,
  hashOfRange,
  inclusionRanges,
  isConsistent,
  isIncluded,
  type TreeHash,
  type TreeNode,
} from './merkle-tree.ts';

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const split = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

function mth(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha();
  if (leaves.length === 1) return sha(Buffer.of(0), leaves[0]!);
  const k = split(leaves.length);
  return sha(Buffer.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

function path(m: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))];
}

function subproof(m: number, leaves: readonly Uint8Array[], isWhole: boolean): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [mth(leaves)];
  const k = split(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isWhole), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))];
}

/** The inputs and roots that implementations of the RFC share. */
const knownLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hex = (hashes: readonly Uint8Array[]): string[] => hashes.map((hash) => bytesToHex(hash));

function grow(leaves: readonly Uint8Array[]): { root: TreeHash; hashOf: (node: TreeNode) => TreeHash } {
  const tree = createGrowingTree();
  for (const leaf of leaves) tree.push(hashOfLeaf(leaf));
  return {
    root: tree.root(),
    hashOf: ({ level, index }) => mth(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  };
}

const rangeHashes = (leaves: readonly Uint8Array[], ranges: ReturnType<typeof consistencyRanges>): TreeHash[] =>
  ranges.map((range) => hashOfRange(range, grow(leaves).hashOf));

test('the roots that implementations of the RFC agree on', () => {
  for (const [size, root] of knownRoots.entries()) {
    const leaves = knownLeaves.slice(0, size).map((text) => hexToBytes(text));
    assert.equal(bytesToHex(grow(leaves).root), root);
    assert.equal(bytesToHex(hashOfRange({ from: 0, to: size }, grow(leaves).hashOf)), root);
  }
  assert.equal(bytesToHex(emptyRoot), knownRoots[0]);
});

test("the proofs of the RFC's example of seven leaves", () => {
  const ranges = (list: { from: number; to: number }[]): string[] => list.map(({ from, to }) => `${from}-${to}`);
  const all = { from: 0, to: 7 };
  assert.deepEqual(ranges(inclusionRanges(0, all)), ['1-2', '2-4', '4-7']);
  assert.deepEqual(ranges(inclusionRanges(3, all)), ['2-3', '0-2', '4-7']);
  assert.deepEqual(ranges(inclusionRanges(4, all)), ['5-6', '6-7', '0-4']);
  assert.deepEqual(ranges(inclusionRanges(6, all)), ['4-6', '0-4']);
  assert.deepEqual(ranges(consistencyRanges(3, 7)), ['2-3', '3-4', '0-2', '4-7']);
  assert.deepEqual(ranges(consistencyRanges(4, 7)), ['4-7']);
  assert.deepEqual(ranges(consistencyRanges(6, 7)), ['4-6', '6-7', '0-4']);
});

const someLeaves = fc.array(fc.uint8Array({ maxLength: 5 }), { minLength: 1, maxLength: 40 });

test('roots and proofs are those of the definitions, and verify', () => {
  fc.assert(
    fc.property(someLeaves, fc.nat(), fc.nat(), (leaves, oneNumber, otherNumber) => {
      const [index, olderSize, size] = [oneNumber % leaves.length, otherNumber % (leaves.length + 1), leaves.length];
      const { root } = grow(leaves);
      assert.deepEqual(hex([root]), hex([mth(leaves)]));
      const inclusion = rangeHashes(leaves, inclusionRanges(index, { from: 0, to: size }));
      assert.deepEqual(hex(inclusion), hex(path(index, leaves)));
      assert.ok(isIncluded(hashOfLeaf(leaves[index]!), { index, size, root }, inclusion));
      const older = { size: olderSize, root: mth(leaves.slice(0, olderSize)) };
      const consistency = rangeHashes(leaves, consistencyRanges(olderSize, size));
      if (olderSize > 0) assert.deepEqual(hex(consistency), hex(subproof(olderSize, leaves, true)));
      assert.ok(isConsistent(older, { size, root }, consistency));
    }),
  );
});

test('a proof with any byte changed, one hash more or one less proves nothing', () => {
  const leaves = Array.from({ length: 13 }, (_, place) => Uint8Array.of(place));
  const { root } = grow(leaves);
  const size = leaves.length;
  for (let index = 0; index < size; index++) {
    const proof = rangeHashes(leaves, inclusionRanges(index, { from: 0, to: size }));
    const check = (steps: TreeHash[], at = index, leaf = leaves[index]!): boolean =>
      isIncluded(hashOfLeaf(leaf), { index: at, size, root }, steps);
    for (const changed of spoiltForms(proof)) assert.ok(!check(changed), `inclusion of ${index}`);
    assert.ok(!check(proof, (index + 1) % size));
    assert.ok(!check(proof, index, Uint8Array.of(99)));
  }
  for (let first = 1; first < size; first++) {
    const proof = rangeHashes(leaves, consistencyRanges(first, size));
    const older = { size: first, root: mth(leaves.slice(0, first)) };
    for (const changed of spoiltForms(proof)) {
      assert.ok(!isConsistent(older, { size, root }, changed), `consistency since ${first}`);
    }
    const rewritten = mth(leaves.slice(0, first).with(0, Uint8Array.of(77)));
    assert.ok(!isConsistent({ ...older, root: rewritten }, { size, root }, proof));
    assert.ok(!isConsistent({ ...older, size: first + 1 }, { size, root }, proof) || first + 1 === size);
  }
});

test('sizes that cannot be are refused', () => {
  const root = mth([Uint8Array.of(1)]);
  for (const [index, size] of [
    [1, 1],
    [-1, 1],
    [0.5, 1],
    [0, NaN],
    [0, 2 ** 53],
  ] as const) {
    // oxfmt-ignore
    assert.ok(!isIncluded(root, { index, size, root }, []), `${index} of ${size}`);
  }
  assert.ok(!isConsistent({ size: 2, root }, { size: 1, root }, []));
  assert.ok(!isConsistent({ size: 1, root }, { size: 2, root }, []));
});

/** Each byte of the first and last hash changed, one hash left out, one added. */
function spoiltForms(proof: readonly TreeHash[]): TreeHash[][] {
  const changed = proof.flatMap((hash, place) =>
    Array.from(hash.keys(), (at) => proof.with(place, hash.with(at, hash[at]! ^ 1))),
  );
  const shorter = proof.map((_, place) => proof.toSpliced(place, 1));
  return [...changed, ...shorter, [...proof, emptyRoot]];
}
