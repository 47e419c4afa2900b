// Reads and writes the few forms of Protocol Buffers that TRON uses: whole numbers of 64 bits (varints), and bytes with a length.
// https://protobuf.dev/programming-guides/encoding/
import { concatBytes } from '@noble/hashes/utils.js';

export type FieldValue = bigint | Uint8Array;

export interface ProtobufFields {
  /** Returns the last value of a field, as later values replace earlier ones; 0 without a value of this type. */
  number(field: number): bigint;
  /** Returns the last value of a field; no bytes without a value of this type. */
  bytes(field: number): Uint8Array;
  /** Returns all values of a repeated field. */
  list(field: number): readonly Uint8Array[];
}

const wire = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 };
const varintBytesMax = 10;

/** Throws RangeError if the bytes are no message. A value of another type than a field has is ignored, as other implementations do. */
export function readMessage(bytes: Uint8Array): ProtobufFields {
  const all = readFields(bytes);
  const numbersOf = (field: number): readonly bigint[] =>
    all.flatMap(({ field: each, value }) => (each === field && typeof value === 'bigint' ? [value] : []));
  const list = (field: number): readonly Uint8Array[] =>
    all.flatMap(({ field: each, value }) => (each === field && value instanceof Uint8Array ? [value] : []));
  return {
    number: (field) => BigInt.asIntN(64, numbersOf(field).at(-1) ?? 0n),
    bytes: (field) => list(field).at(-1) ?? new Uint8Array(),
    list,
  };
}

interface Field {
  field: number;
  /** Undefined for a value of a type that TRON does not use. */
  value: FieldValue | undefined;
}

/** Reads what java-tron's library reads: also values of types that no message of TRON has, and groups, whose members are left out. */
function readFields(bytes: Uint8Array): Field[] {
  let at = 0;
  function varint(): bigint {
    let value = 0n;
    for (let place = 0; place < varintBytesMax; place++) {
      const [byte] = take(1);
      value |= BigInt(byte! & 0x7f) << BigInt(7 * place);
      if (byte! < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('a number is too long');
  }
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new RangeError('beyond the end');
    at += length;
    return bytes.subarray(at - length, at);
  }
  function value(type: number): FieldValue | undefined {
    if (type === wire.varint) return varint();
    if (type === wire.bytes) return take(shortOf(varint()));
    if (type === wire.fixed64) return void take(8);
    if (type === wire.fixed32) return void take(4);
    throw new RangeError('a field of an unknown type');
  }
  const fields: Field[] = [];
  const openGroups: number[] = [];
  while (at < bytes.length) {
    const tag = shortOf(varint());
    const [field, type] = [tag >>> 3, tag & 7];
    if (type === wire.groupStart) openGroups.push(field);
    else if (type !== wire.groupEnd) {
      const read = { field, value: value(type) };
      if (openGroups.length === 0) fields.push(read);
    } else if (openGroups.pop() !== field) throw new RangeError('a group ends that was not open');
  }
  if (openGroups.length > 0) throw new RangeError('a group does not end');
  return fields;
}

/** Lengths and tags have 32 bits, and other implementations ignore the bits above. */
const shortOf = (value: bigint): number => smallOf(BigInt.asUintN(32, value));

const smallOf = (value: bigint): number => parseInt(value.toString(), 10);

/** Writes a number; nothing for 0, which is what a missing field means. */
export const numberField = (field: number, value: bigint): Uint8Array =>
  value === 0n ? new Uint8Array() : concatBytes(varintOf(BigInt(field << 3)), varintOf(BigInt.asUintN(64, value)));

/** Writes bytes; nothing if there are none. */
export const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  value.length === 0 ? new Uint8Array() : messageField(field, value);

/** Writes a message, which exists even if it is empty. */
export const messageField = (field: number, value: Uint8Array): Uint8Array =>
  concatBytes(varintOf(BigInt((field << 3) | wire.bytes)), varintOf(BigInt(value.length)), value);

function varintOf(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(smallOf(left & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, smallOf(left)]);
}
