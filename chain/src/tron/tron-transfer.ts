// A transfer of TRON: the `raw_data` of its transaction, written and read to the letter. Two kinds are known: TRX, and a call of
// `transfer` of the token's contract. Field numbers are those of java-tron's Tron.proto.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { readBase58Check } from '../addresses/base58-check.ts';
import { parseTronAddress, writeTronAddress } from '../addresses/tron-address.ts';
import { readFields, writeFields, type ProtoField } from './strict-fields.ts';

export interface TronTransfer {
  asset: 'TRX' | 'USDT';
  from: string;
  to: string;
  units: bigint;
  reference: BlockReference;
  /** In milliseconds: no block whose predecessor is as late as this can contain the transaction. */
  expiration: number;
  /** In milliseconds. The network does not check it; it makes two equal transfers different. */
  timestamp: number;
  /** The most that may be paid for energy, in sun; zero for TRX, which needs none. */
  feeLimit: bigint;
}
/** A block of the chain on which the transaction is valid; no other chain has it. */
export interface BlockReference {
  /** The last two bytes of its number, in hex. */
  bytes: string;
  /** Bytes 8 to 15 of its id, in hex. */
  hash: string;
}

/** The network takes no transaction that expires later than this after its newest block (`MAXIMUM_TIME_UNTIL_EXPIRATION`). */
export const lifetimeMaxMs = 86_400_000;

/** `usdt` is the address of the token's contract in base 58. */
export function writeTronTransfer(transfer: TronTransfer, usdt: string): string {
  const { reference, expiration, timestamp, feeLimit } = transfer;
  const raw = writeFields([
    [1, hexToBytes(reference.bytes)],
    [4, hexToBytes(reference.hash)],
    [8, BigInt(expiration)],
    [11, transfer.asset === 'TRX' ? trxContract(transfer) : tokenContract(transfer, usdt)],
    [14, BigInt(timestamp)],
    [18, feeLimit],
  ]);
  return bytesToHex(raw);
}

/** Returns undefined for everything that is not one of the two transfers, to the letter. */
export function readTronTransfer(unsigned: string, usdt: string): TronTransfer | undefined {
  try {
    const transfer = readRaw(hexToBytes(unsigned), usdt);
    // Whatever was left out, repeated, or written in another way makes other bytes.
    return transfer && isSound(transfer, usdt) && writeTronTransfer(transfer, usdt) === unsigned ? transfer : undefined;
  } catch {
    return undefined;
  }
}

export const tronTxid = (unsigned: string): string => bytesToHex(sha256(hexToBytes(unsigned)));

const contracts = { trx: 1n, token: 31n };
const typeUrl = (name: string): Uint8Array => utf8ToBytes(`type.googleapis.com/protocol.${name}`);

const methods = { transfer: 'a9059cbb', balanceOf: '70a08231' } as const;

/** Returns the data of a call of the token's contract, in hex. */
export function tokenCallOf(method: keyof typeof methods, address: string, units?: bigint): string {
  const account = bytesToHex(bytesOfAddress(address).subarray(1)).padStart(64, '0');
  return `${methods[method]}${account}${units === undefined ? '' : units.toString(16).padStart(64, '0')}`;
}

function trxContract({ from, to, units }: TronTransfer): Uint8Array {
  const value: ProtoField[] = [
    [1, bytesOfAddress(from)],
    [2, bytesOfAddress(to)],
    [3, units],
  ];
  return contract(contracts.trx, 'TransferContract', value);
}

function tokenContract({ from, to, units }: TronTransfer, usdt: string): Uint8Array {
  const value: ProtoField[] = [
    [1, bytesOfAddress(from)],
    [2, bytesOfAddress(usdt)],
    [4, hexToBytes(tokenCallOf('transfer', to, units))],
  ];
  return contract(contracts.token, 'TriggerSmartContract', value);
}

function contract(type: bigint, name: string, value: readonly ProtoField[]): Uint8Array {
  const parameter = writeFields([
    [1, typeUrl(name)],
    [2, writeFields(value)],
  ]);
  return writeFields([
    [1, type],
    [2, parameter],
  ]);
}

function readRaw(bytes: Uint8Array, usdt: string): TronTransfer | undefined {
  const raw = new Map(readFields(bytes));
  const called = new Map(readFields(bytesIn(raw, 11)));
  const value = new Map(readFields(bytesIn(new Map(readFields(bytesIn(called, 2))), 2)));
  const common = {
    from: addressOfBytes(bytesIn(value, 1)),
    reference: { bytes: bytesToHex(bytesIn(raw, 1)), hash: bytesToHex(bytesIn(raw, 4)) },
    expiration: instantIn(raw, 8),
    timestamp: instantIn(raw, 14),
    feeLimit: numberIn(raw, 18),
  };
  const target = addressOfBytes(bytesIn(value, 2));
  const type = numberIn(called, 1);
  if (type === contracts.trx) return { ...common, asset: 'TRX', to: target, units: numberIn(value, 3) };
  if (type !== contracts.token || target !== usdt) return undefined;
  const data = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(bytesToHex(bytesIn(value, 4)));
  if (!data) return undefined;
  return { ...common, asset: 'USDT', to: writeTronAddress(hexToBytes(data[1]!)), units: BigInt(`0x${data[2]!}`) };
}

/** Payments of nothing, to the wallet itself, to the token's contract or to nobody are no payments. */
function isSound(transfer: TronTransfer, usdt: string): boolean {
  const { asset, from, to, units, reference, expiration, timestamp, feeLimit } = transfer;
  if (units <= 0n || to === from || to === usdt || !parseTronAddress(to).ok) return false;
  if (reference.bytes.length !== 4 || reference.hash.length !== 16) return false;
  if (expiration <= timestamp || expiration - timestamp > lifetimeMaxMs) return false;
  return asset === 'TRX' ? feeLimit === 0n : feeLimit > 0n;
}

/** Returns the 21 bytes of an address; throws if the text is none. */
function bytesOfAddress(address: string): Uint8Array {
  const bytes = readBase58Check(base58, address);
  if (typeof bytes !== 'string' && bytes.length === 21 && bytes[0] === 0x41) return bytes;
  throw new Error('not an address of TRON');
}

function addressOfBytes(bytes: Uint8Array): string {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('not an address of TRON');
  return writeTronAddress(bytes.subarray(1));
}

type Fields = ReadonlyMap<number, bigint | Uint8Array>;

function bytesIn(fields: Fields, number: number): Uint8Array {
  const value = fields.get(number);
  if (value instanceof Uint8Array) return value;
  throw new Error(`field ${number} has no bytes`);
}

function numberIn(fields: Fields, number: number): bigint {
  const value = fields.get(number) ?? 0n;
  if (typeof value === 'bigint') return value;
  throw new Error(`field ${number} is no number`);
}

function instantIn(fields: Fields, number: number): number {
  const value = numberIn(fields, number);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('not an instant');
  return parseInt(value.toString(), 10);
}

/** The whole `Transaction` with one signature, in hex, as `/wallet/broadcasthex` takes it. */
export function writeSigned(unsigned: string, signature: Uint8Array): string {
  const fields: ProtoField[] = [
    [1, hexToBytes(unsigned)],
    [2, signature],
  ];
  return bytesToHex(writeFields(fields));
}

/** Returns undefined for anything but `raw_data` and exactly one signature of 65 bytes. */
export function readSigned(signed: string): { unsigned: string; signature: Uint8Array } | undefined {
  try {
    const fields = new Map(readFields(hexToBytes(signed)));
    const [unsigned, signature] = [bytesToHex(bytesIn(fields, 1)), bytesIn(fields, 2)];
    return signature.length === 65 && writeSigned(unsigned, signature) === signed ? { unsigned, signature } : undefined;
  } catch {
    return undefined;
  }
}
