// Computes the receipts root of a block: a Merkle-Patricia trie (Ethereum yellow paper, appendix D) whose keys are indexes in the block.
// Written here because libraries with such a trie are megabytes large, and this trie is built once and never read.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** Bytes, or a list of such items, as RLP encodes them. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Keys are nibbles (half bytes), so a branch has sixteen children and a value of its own. */
interface Leaf {
  nibbles: readonly number[];
  value: Uint8Array;
}

const none = new Uint8Array();

/** Returns the root as `0x` and 64 digits; the values are encoded receipts in the order of their transactions. */
export function rootOf(values: readonly Uint8Array[]): string {
  const leaves = values.map((value, place) => ({ nibbles: nibblesOf(encode(bytesOf(BigInt(place)))), value }));
  const top = leaves.length === 0 ? none : nodeOf(leaves, 0);
  return `0x${bytesToHex(keccak_256(encode(top)))}`;
}

export function encode(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    return item.length === 1 && item[0]! < 0x80 ? item : concatBytes(lengthOf(item.length, 0x80), item);
  }
  const body = concatBytes(...item.map(encode));
  return concatBytes(lengthOf(body.length, 0xc0), body);
}

/** Encodes a number without leading zeros; zero has no bytes. */
export function bytesOf(value: bigint): Uint8Array {
  const digits = value === 0n ? '' : value.toString(16);
  return Uint8Array.from(digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? [], (pair) =>
    parseInt(pair, 16),
  );
}

function lengthOf(length: number, offset: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length);
  const bytes = bytesOf(BigInt(length));
  return concatBytes(Uint8Array.of(offset + 55 + bytes.length), bytes);
}

/** Returns the node of these leaves, which share the first `depth` nibbles of their keys. */
function nodeOf(leaves: readonly Leaf[], depth: number): RlpItem {
  const [first] = leaves;
  if (!first) return none;
  if (leaves.length === 1) return [pathOf(first.nibbles.slice(depth), true), first.value];
  const shared = sharedFrom(leaves, depth);
  if (shared > depth) return [pathOf(first.nibbles.slice(depth, shared), false), referenceTo(nodeOf(leaves, shared))];
  const ways = Array.from({ length: 16 }, (_, nibble) => leaves.filter(({ nibbles }) => nibbles[depth] === nibble));
  const own = leaves.find(({ nibbles }) => nibbles.length === depth);
  return [...ways.map((way) => referenceTo(nodeOf(way, depth + 1))), own?.value ?? none];
}

/** Embeds a node of less than 32 bytes in its parent; a longer node is replaced by its hash. */
function referenceTo(node: RlpItem): RlpItem {
  if (node instanceof Uint8Array) return node;
  const encoded = encode(node);
  return encoded.length < 32 ? node : keccak_256(encoded);
}

function sharedFrom([first, ...others]: readonly Leaf[], depth: number): number {
  let at = depth;
  while (at < first!.nibbles.length && others.every(({ nibbles }) => nibbles[at] === first!.nibbles[at])) at++;
  return at;
}

/** Encodes a path: the first nibble says whether a value follows, and whether the number of nibbles is odd. */
function pathOf(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const all = nibbles.length % 2 === 1 ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, at) => all[2 * at]! * 16 + all[2 * at + 1]!);
}

const nibblesOf = (bytes: Uint8Array): number[] => [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
