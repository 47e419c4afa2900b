// Lists as parameters in PostgreSQL's binary form: a long list costs the server a fraction of what it takes to read it as text.
// The forms are those of the types' own receive functions (array_recv, uuid_recv, numeric_recv and so on).
import type { Uuid, Wad } from '@candor/wire';

interface ElementType<Value> {
  /** As in pg_type. */
  oid: number;
  /** Bytes that a value takes at most. */
  sizeMax(value: Value): number;
  /** Returns how many bytes it wrote. */
  write(target: Buffer, value: Value, at: number): number;
}

/** Lists are written one behind the other into large pages: a buffer of its own costs more than what most of them hold. */
const pageSize = 2 ** 18;
let page = Buffer.allocUnsafeSlow(pageSize);
let used = 0;

/** A list for a parameter that the statement casts to an array of this type; null becomes NULL. */
const listOf =
  <Value>(type: ElementType<Value>) =>
  <Item>(items: readonly Item[], each: (item: Item) => Value | null): Buffer => {
    reserve(0, headerSize);
    let length = headerSize;
    let hasNulls = false;
    for (const item of items) {
      const value = each(item);
      reserve(length, 4 + (value === null ? 0 : type.sizeMax(value)));
      const at = used + length;
      const size = value === null ? -1 : type.write(page, value, at + 4);
      page.writeInt32BE(size, at);
      length += 4 + Math.max(size, 0);
      hasNulls ||= value === null;
    }
    if (items.length === 0) length = emptySize;
    const list = page.subarray(used, used + length);
    writeHeader(list, { oid: type.oid, count: items.length, hasNulls });
    used += length;
    return list;
  };

/** Makes room behind what is written of a list; one that the page has no room for goes on in a new one. */
function reserve(written: number, size: number): void {
  if (used + written + size <= page.length) return;
  const next = Buffer.allocUnsafeSlow(Math.max(pageSize, 2 * (written + size)));
  page.copy(next, 0, used, used + written);
  page = next;
  used = 0;
}

const headerSize = 20;
const emptySize = 12;

/** Of one dimension that counts from 1; an empty list has none. */
function writeHeader(
  target: Buffer,
  { oid, count, hasNulls }: { oid: number; count: number; hasNulls: boolean },
): void {
  target.writeInt32BE(count === 0 ? 0 : 1, 0);
  target.writeInt32BE(hasNulls ? 1 : 0, 4);
  target.writeInt32BE(oid, 8);
  if (count === 0) return;
  target.writeInt32BE(count, 12);
  target.writeInt32BE(1, 16);
}

export const uuids = listOf<Uuid>({
  oid: 2950,
  sizeMax: () => 16,
  write(target, value, at) {
    for (let place = 0, byte = at; byte < at + 16; byte++, place += 2) {
      if (value.charCodeAt(place) === dash) place++;
      target[byte] = (hexDigits[value.charCodeAt(place)]! << 4) | hexDigits[value.charCodeAt(place + 1)]!;
    }
    return 16;
  },
});

const dash = 45;
const zeroDigit = 48;
const hexDigits = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) {
  const character = digit.toString(16);
  hexDigits[character.charCodeAt(0)] = hexDigits[character.toUpperCase().charCodeAt(0)] = digit;
}

/** Amounts at 1e-18 for numeric. Its digits are to the base of ten thousand, of which 18 decimals fill five with two zeros behind. */
export const amounts = listOf<Wad>({
  oid: 1700,
  // A numeric(38, 18) has at most five such digits before the point and five behind; one more says so of what is too much.
  sizeMax: (value) => 8 + 2 * (12 + (value < tooMuch && value > -tooMuch ? 0 : value.toString().length)),
  write(target, value, at) {
    const isNegative = value < 0n;
    const text = `${isNegative ? -value : value}00`;
    const count = Math.max(Math.ceil(text.length / 4), fractionDigits);
    target.writeInt16BE(count, at);
    target.writeInt16BE(count - fractionDigits - 1, at + 2);
    target.writeUInt16BE(isNegative ? 0x4000 : 0, at + 4);
    target.writeInt16BE(18, at + 6);
    for (let place = 0; place < count; place++) {
      const end = text.length - 4 * (count - 1 - place);
      let digit = 0;
      for (let character = Math.max(end - 4, 0); character < end; character++) {
        digit = digit * 10 + text.charCodeAt(character) - zeroDigit;
      }
      target.writeInt16BE(digit, at + 8 + 2 * place);
    }
    return 8 + 2 * count;
  },
});
const fractionDigits = 5;
const tooMuch = 10n ** 38n;

/** Instants in milliseconds for timestamptz, which counts microseconds from the year 2000. */
export const instants = listOf<number>({
  oid: 1184,
  sizeMax: () => 8,
  write: (target, ms, at) => writeInt64(target, (ms - postgresEpochMs) * 1000, at),
});
const postgresEpochMs = Date.UTC(2000, 0, 1);

export const bigints = listOf<number>({ oid: 20, sizeMax: () => 8, write: writeInt64 });
export const integers = listOf<number>({ oid: 23, sizeMax: () => 4, write: (target, value, at) => target.writeInt32BE(whole(value), at) - at }); // oxfmt-ignore
export const smallints = listOf<number>({ oid: 21, sizeMax: () => 2, write: (target, value, at) => target.writeInt16BE(whole(value), at) - at }); // oxfmt-ignore
export const booleans = listOf<boolean>({ oid: 16, sizeMax: () => 1, write: (target, value, at) => target.writeUInt8(value ? 1 : 0, at) - at }); // oxfmt-ignore

export const bytes = listOf<Buffer>({
  oid: 17,
  sizeMax: (value) => value.length,
  write: (target, value, at) => value.copy(target, at),
});

/** Values as JSON text. */
export const jsonTexts = listOf<string>({
  oid: 114,
  sizeMax: (value) => 3 * value.length,
  write: (target, value, at) => target.write(value, at),
});

export const texts = listOf<string>({
  oid: 25,
  sizeMax: (value) => 3 * value.length,
  write: (target, value, at) => target.write(value, at),
});

/** What is not a number would be written as 0. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
  return value;
}

function writeInt64(target: Buffer, value: number, at: number): number {
  const high = Math.floor(whole(value) / 2 ** 32);
  target.writeInt32BE(high, at);
  return target.writeUInt32BE(value - high * 2 ** 32, at + 4) - at;
}
