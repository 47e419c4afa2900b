// Reads fields of transactions and metadata of the XRP Ledger from their bytes. Fields are in ascending order of type and number, and what a payment needs
// comes before all objects and lists, so types that are added to the network later need not be known here.

/** Fields by type and number, such as `2.14` for the destination tag. */
export type XrplFields = ReadonlyMap<string, Uint8Array>;

/** Lengths of the types that always have the same: whole numbers of 2, 4 and 8 bytes, and hashes of 16 and 32. */
const lengths: Readonly<Record<number, number>> = { 1: 2, 2: 4, 3: 8, 4: 16, 5: 32 };
const amountType = 6;
const blobType = 7;
const accountType = 8;

/** Reads the fields up to the first one of a type above that of accounts. Throws RangeError if the bytes end within a field. */
export function readXrplFields(bytes: Uint8Array): XrplFields {
  const found = new Map<string, Uint8Array>();
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError('beyond the end');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const next = (): number => take(1)[0]!;
  const lengthOf = (type: number): number | undefined => {
    if (type === amountType) return amountLength(bytes[at]);
    if (type === blobType || type === accountType) return readLength(next);
    return lengths[type];
  };
  while (at < bytes.length) {
    const header = next();
    const type = header >> 4 || next();
    const number = header & 0x0f || next();
    const length = lengthOf(type);
    if (length === undefined) break;
    found.set(`${type}.${number}`, take(length));
  }
  return found;
}

/** An amount of XRP has 8 bytes, one of a token that an account issues 48, and one of a multi-purpose token 33. */
function amountLength(first = 0): number {
  if ((first & 0x80) !== 0) return 48;
  return (first & 0x20) !== 0 ? 33 : 8;
}

/** Reads the length of a blob, which has one to three bytes. */
function readLength(next: () => number): number {
  const first = next();
  if (first <= 192) return first;
  if (first <= 240) return 193 + (first - 193) * 256 + next();
  if (first <= 254) return 12_481 + (first - 241) * 65_536 + next() * 256 + next();
  throw new RangeError('no length begins so');
}

/** Writes the length of a blob as `readLength` reads it. */
export function writeLength(length: number): Uint8Array {
  if (length <= 192) return Uint8Array.of(length);
  if (length <= 12_480) return Uint8Array.of(193 + ((length - 193) >> 8), (length - 193) & 0xff);
  if (length > 918_744) throw new RangeError('a blob is too long');
  const rest = length - 12_481;
  return Uint8Array.of(241 + (rest >> 16), (rest >> 8) & 0xff, rest & 0xff);
}

/** Returns an amount in drops; undefined for an amount of anything but XRP. */
export function dropsOf(amount: Uint8Array): bigint | undefined {
  if (amount.length !== 8) return undefined;
  const value = new DataView(amount.buffer, amount.byteOffset, 8).getBigUint64(0);
  const isPositive = value >> 62n === 1n;
  return isPositive ? value & ((1n << 62n) - 1n) : undefined;
}

export const numberOf = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);
