// What a rule says of a typed address. Rules run in the app as one types and on the server before money leaves, so each is a file of
// its own that takes little with it and reads no bytes in ways of Node alone.

/** Why a text is no address to pay to. */
export type AddressFault =
  /** Not made as addresses of this network are. */
  | 'form'
  /** A character is wrong, or two are swapped. */
  | 'checksum'
  /** Of another network that is known here: what is sent there is lost. */
  | 'other-network'
  /** Of the network's test chain, whose coins have no value. */
  | 'test-network'
  /** Nobody can hold its key. */
  | 'unspendable'
  /** The address is right, what follows it is no destination tag. */
  | 'tag';

/** `address` is in the one form that is stored and compared. */
export type ParsedAddress = { ok: true; address: string; tag?: number } | { ok: false; why: AddressFault };

/** `isTest`: of the demo's chain. Where a network writes the addresses of all its chains alike, it changes nothing. */
export type AddressRule = (text: string, isTest?: boolean) => ParsedAddress;

export const refuseAddress = (why: AddressFault): ParsedAddress => ({ ok: false, why });

/** Addresses of zeros burn what they receive: zero itself, one, 0x…dEaD, and the contracts that a chain has built in. */
export const isUnspendable = (hash: Uint8Array): boolean => hash.subarray(0, 18).every((byte) => byte === 0);
