// Ids on the wire are TypeIDs (github.com/jetify-com/typeid): a prefix that a person recognises, then a UUIDv7 in Crockford's base 32.

/** A UUID in its canonical text form, as the database stores it. */
export type Uuid = string & { readonly kind: 'uuid' };
/** An id as it crosses the network, e.g. `opt_01kaj3…`. */
export type WireId = string & { readonly kind: 'wire-id' };

export const idPrefixes = {
  account: 'acc',
  session: 'ses',
  option: 'opt',
  contract: 'cfd',
  swap: 'swp',
  entry: 'ent',
  pledge: 'plg',
  purchase: 'pur',
  transfer: 'trf',
  loan: 'lon',
  deposit: 'dep',
  depositAddress: 'adr',
  contractPayment: 'cpm',
  withdrawal: 'wdr',
  withdrawalAddress: 'wad',
  ticket: 'tkt',
  supportTicket: 'sup',
  supportMessage: 'smg',
  period: 'prd',
  alert: 'alt',
  alertMessage: 'msg',
  proposal: 'prp',
  operator: 'opr',
  securityEvent: 'evt',
  passkey: 'pky',
  picture: 'pic',
  identityCase: 'idc',
  notification: 'ntf',
  dataExport: 'dex',
  refill: 'rfl',
} as const;
export type IdKind = keyof typeof idPrefixes;

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isUuid = (text: string): text is Uuid => uuidForm.test(text);

/** Two digits for ten bits: an answer has many ids, and a number of 128 bits would be made for each. */
const pairs = Array.from({ length: 1_024 }, (_, value) => digits[value >> 5]! + digits[value & 31]!);

export function wireId(kind: IdKind, id: Uuid): WireId {
  const hex = id.replaceAll('-', '');
  // 26 digits have two bits more than a UUID, which are 0 and come first.
  let base32 = pairs[parseInt(hex.slice(0, 2), 16)]!;
  for (let place = 2; place < 32; place += 5) {
    const bits = parseInt(hex.slice(place, place + 5), 16);
    base32 += pairs[bits >> 10]! + pairs[bits & 1_023]!;
  }
  return `${idPrefixes[kind]}_${base32}` as WireId;
}

/** The UUID inside a wire id of the expected kind; undefined if the text is not one. */
export function parseWireId(kind: IdKind, text: string): Uuid | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  if (!text.startsWith(prefix) || text.length !== prefix.length + 26) return undefined;
  let value = 0n;
  for (const digit of text.slice(prefix.length)) {
    const place = digits.indexOf(digit);
    if (place < 0) return undefined;
    value = (value << 5n) | BigInt(place);
  }
  if (value >> 128n !== 0n) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Uuid;
}

/** A random UUID; crypto.randomUUID does not exist in pages delivered over plain http by another machine. */
export function newUuid(): Uuid {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-') as Uuid;
}
