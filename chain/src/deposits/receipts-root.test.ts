// Expected roots were computed once with @ethereumjs/mpt for the same values. The library is too large to keep as a dependency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOf, rootOf } from './receipts-root.ts';

const values = (count: number, bytes: number): Uint8Array[] =>
  Array.from({ length: count }, (_, place) =>
    Uint8Array.from({ length: bytes }, (__, at) => (place * 7 + at * 13 + count + 1) % 256),
  );

test('the root of a list is that of another library, for lists that need each kind of node', () => {
  for (const [count, root] of [
    [0, '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'],
    [1, '0xfacfbb67560843409178f704a39aa084eb44f9459f9255ec826936fc489aca96'],
    [3, '0x7dccc9d31098ad1af68a89443d477580c1635ac47302b4dbfe58dd855ba6b58c'],
    [130, '0x79e69d0148c38b0f0303d85b82bdfdd32e34ae736b4cd2bee9238a2263b8745b'],
    [300, '0xcc1edb406509bddb910072246b97b05f9e13b980ca603984289a001a567f6eff'],
  ] as const) {
    assert.equal(rootOf(values(count, 33)), root, String(count));
  }
});

test('a value that is changed, left out or in another place makes another root', () => {
  const places = fc.tuple(fc.integer({ min: 2, max: 140 }), fc.nat(), fc.nat());
  fc.assert(
    fc.property(places, ([count, one, other]) => {
      const list = values(count, 40).map((value, place) => Uint8Array.of(...bytesOf(BigInt(place + 1)), ...value));
      const [first, second] = [one % count, other % count];
      const without = list.toSpliced(first, 1);
      const changed = list.with(first, Uint8Array.of(...list[first]!.slice(0, -1), list[first]!.at(-1)! ^ 1));
      assert.notEqual(rootOf(without), rootOf(list));
      assert.notEqual(rootOf(changed), rootOf(list));
      const swapped = list.with(first, list[second]!).with(second, list[first]!);
      assert.equal(rootOf(swapped) === rootOf(list), first === second);
    }),
    { numRuns: 30 },
  );
});
