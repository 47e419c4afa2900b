// The bytes of one kind of transaction of the XRP Ledger: a payment of XRP with these fields and no other. A transaction has exactly one form,
// so that everything that could pay in another way (paths, partial payments, tokens, memos) is not read at all. All hex has small letters.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58xrp } from '@scure/base';
import { readBase58Check, writeBase58Check } from '../addresses/base58-check.ts';

export interface XrplTransaction {
  /** Classic addresses. */
  account: string;
  destination: string;
  tag: number | undefined;
  drops: bigint;
  fee: bigint;
  /** Number in the order of the account's transactions. */
  sequence: number;
  /** The last ledger that may contain it. */
  lastLedger: number;
  /** Undefined on networks with a number up to 1024, whose transactions don't name their network. */
  networkId: number | undefined;
  flags: number;
  /** Both undefined in an unsigned transaction. */
  publicKey: string | undefined;
  signature: string | undefined;
}

/** All XRP that ever existed. */
const dropsMax = 10n ** 17n;
/** The highest bits of an amount: XRP, and positive. */
const positiveXrp = 1n << 62n;
const classicPrefix = '00';

/** The fields in the only order that the network accepts; each name is followed by the field's value. */
const form = new RegExp(
  '^120000(?:21(?<networkId>[0-9a-f]{8}))?22(?<flags>[0-9a-f]{8})24(?<sequence>[0-9a-f]{8})(?:2e(?<tag>[0-9a-f]{8}))?' +
    '201b(?<lastLedger>[0-9a-f]{8})61(?<drops>[0-9a-f]{16})68(?<fee>[0-9a-f]{16})' +
    '(?:7321(?<publicKey>0[23][0-9a-f]{64})74(?<length>[0-9a-f]{2})(?<signature>(?:[0-9a-f]{2}){8,72}))?' +
    '8114(?<account>[0-9a-f]{40})8314(?<destination>[0-9a-f]{40})$',
);

/** Returns undefined for everything else, also for another order of the same fields. */
export function readXrplTransaction(hex: string): XrplTransaction | undefined {
  const found = form.exec(hex)?.groups as Partial<Record<string, string>> | undefined;
  if (!found) return undefined;
  const { signature, publicKey } = found;
  if (signature !== undefined && parseInt(found['length']!, 16) * 2 !== signature.length) return undefined;
  const drops = readDrops(found['drops']!);
  const fee = readDrops(found['fee']!);
  if (drops === undefined || fee === undefined) return undefined;
  return {
    account: addressOfId(found['account']!),
    destination: addressOfId(found['destination']!),
    tag: numberOf(found['tag']),
    drops,
    fee,
    sequence: numberOf(found['sequence'])!,
    lastLedger: numberOf(found['lastLedger'])!,
    networkId: numberOf(found['networkId']),
    flags: numberOf(found['flags'])!,
    publicKey,
    signature,
  };
}

/** Throws for values that no transaction can have. */
export function writeXrplTransaction(of: XrplTransaction): string {
  const { networkId, tag, publicKey, signature } = of;
  const hex = [
    '120000',
    networkId === undefined ? '' : `21${word(networkId)}`,
    `22${word(of.flags)}24${word(of.sequence)}`,
    tag === undefined ? '' : `2e${word(tag)}`,
    `201b${word(of.lastLedger)}61${writeDrops(of.drops)}68${writeDrops(of.fee)}`,
    publicKey === undefined ? '' : `7321${publicKey}`,
    signature === undefined ? '' : `74${(signature.length / 2).toString(16).padStart(2, '0')}${signature}`,
    `8114${idOfAddress(of.account)}8314${idOfAddress(of.destination)}`,
  ].join('');
  // The text with a key and without a signature is what is signed, and no transaction by itself.
  if (signature !== undefined || publicKey === undefined) {
    if (!form.test(hex)) throw new RangeError('no transaction has these values');
  }
  return hex;
}

/** Adds key and signature to unsigned bytes. The signature depends on nothing but the bytes and the key. */
export function signXrplTransaction(unsigned: XrplTransaction, privateKey: Uint8Array): string {
  const publicKey = bytesToHex(secp256k1.getPublicKey(privateKey));
  const signature = secp256k1.sign(signedHash({ ...unsigned, publicKey }), privateKey, {
    prehash: false,
    lowS: true,
    extraEntropy: false,
    format: 'der',
  });
  return writeXrplTransaction({ ...unsigned, publicKey, signature: bytesToHex(signature) });
}

/** True if the account's own master key signed it, in the one form of a signature that can't be changed by others. */
export function isSignedByAccount(transaction: XrplTransaction): boolean {
  const { publicKey, signature, account } = transaction;
  if (publicKey === undefined || signature === undefined) return false;
  const key = hexToBytes(publicKey);
  if (addressOfPublicKey(key) !== account) return false;
  try {
    const options = { prehash: false, lowS: true, format: 'der' } as const;
    return secp256k1.verify(hexToBytes(signature), signedHash(transaction), key, options);
  } catch {
    return false;
  }
}

export const xrplTxidOf = (signed: string): string => bytesToHex(half(hexToBytes(`54584e00${signed}`)));

export const addressOfPublicKey = (publicKey: Uint8Array): string =>
  addressOfId(bytesToHex(ripemd160(sha256(publicKey))));

export const addressOfId = (accountId: string): string =>
  writeBase58Check(base58xrp, hexToBytes(`${classicPrefix}${accountId}`));

/** Throws for a text that is no classic address. */
export function idOfAddress(address: string): string {
  const bytes = readBase58Check(base58xrp, address);
  if (typeof bytes === 'string' || bytes.length !== 21 || bytes[0] !== 0) throw new TypeError('no classic address');
  return bytesToHex(bytes.subarray(1));
}

const signedHash = (transaction: XrplTransaction): Uint8Array =>
  half(hexToBytes(`53545800${writeXrplTransaction({ ...transaction, signature: undefined })}`));
const half = (bytes: Uint8Array): Uint8Array => sha512(bytes).subarray(0, 32);

function word(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) throw new RangeError(`${value} has no 32 bits`);
  return value.toString(16).padStart(8, '0');
}
function writeDrops(drops: bigint): string {
  if (drops < 0n || drops > dropsMax) throw new RangeError(`${drops} drops can't exist`);
  return (positiveXrp | drops).toString(16);
}
function readDrops(hex: string): bigint | undefined {
  const drops = BigInt(`0x${hex}`) - positiveXrp;
  return drops >= 0n && drops <= dropsMax ? drops : undefined;
}
const numberOf = (hex: string | undefined): number | undefined => (hex === undefined ? undefined : parseInt(hex, 16));
