// Protocol Buffers, read so strictly that a signer can rely on it: numbers and bytes, and no other way to write them is taken for the same.
import { concatBytes } from '@noble/hashes/utils.js';
import { bytesField, numberField } from './protobuf.ts';

export type ProtoField = readonly [number: number, value: bigint | Uint8Array];

/** Writes the one canonical form: fields in the order given, without zeros and empty values. */
export const writeFields = (fields: readonly ProtoField[]): Uint8Array => concatBytes(...fields.map(writeField));

function writeField([field, value]: ProtoField): Uint8Array {
  if (typeof value !== 'bigint') return bytesField(field, value);
  if (value < 0n || value >= 1n << 63n) throw new RangeError('a number must have at most 63 bits');
  return numberField(field, value);
}

/** Throws on anything but numbers of at most 63 bits and bytes. Other ways to write the same fields are read too: compare with `writeFields`. */
export function readFields(bytes: Uint8Array): ProtoField[] {
  const fields: ProtoField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('a number is cut off or has more than 63 bits');
  };
  while (at < bytes.length) {
    const key = varint();
    const number = parseInt((key >> 3n).toString(), 10);
    if ((key & 7n) === 0n) fields.push([number, varint()]);
    else if ((key & 7n) === 2n) {
      const length = parseInt(varint().toString(), 10);
      if (length > bytes.length - at) throw new Error('a field is cut off');
      fields.push([number, bytes.subarray(at, (at += length))]);
    } else throw new Error('a field of another type');
  }
  return fields;
}
