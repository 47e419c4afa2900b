// The ledger of the development chain of TRON: what java-tron checks of a transaction, and what transfers do to balances. It knows the two
// transfers of tron-transfer.ts and no other transaction. Nobody has free bandwidth or energy: every transaction pays.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { readBase58Check } from '../../addresses/base58-check.ts';
import { writeTronAddress } from '../../addresses/tron-address.ts';
import { signerOf } from '../../tron/tron-signature.ts';
import { lifetimeMaxMs, readSigned, readTronTransfer, tronTxid, type TronTransfer } from '../../tron/tron-transfer.ts';
import { makeBlock, type DevBlock, type DevEntry } from './dev-block.ts';

/** Prices of the main network in 2026, in sun: a byte, a unit of energy, a new account. */
export const devPrices = { byte: 1_000n, energy: 100n, createAccount: 100_000n, createInContract: 1_000_000n };
/** What a transfer of USDT uses on the main network: to an address that holds some, to one that holds none, and one that is refused. */
const energies = { held: 64_285n, empty: 130_285n, refused: 5_000n };
const resultBytes = 64n;
const supplies = { trx: 10n ** 17n, usdt: 10n ** 15n };
/** A block is final once so many follow it. */
const finalAfter = 2;
/** A transaction may name one of so many newest blocks. */
const referencesMax = 65_536;

export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'OTHER_ERROR';
export interface Refusal {
  code: RefusalCode;
  message: string;
}

export interface DevLedger {
  /** The contract of USDT in base 58. */
  readonly usdt: string;
  /** The account of the bank, which made the first block and signs all blocks. */
  readonly bank: string;
  newest(): DevBlock;
  newestFinal(): DevBlock;
  blockAt(height: number): DevBlock | undefined;
  placeOf(txid: string): { block: DevBlock; entry: DevEntry } | undefined;
  /** Returns undefined if no such account exists. */
  trxOf(address: string): bigint | undefined;
  tokensOf(address: string): bigint;
  /** What a transfer of USDT would use now, and whether the contract would refuse it. */
  tryTransfer(from: string, to: string, units: bigint): { energy: bigint; isRefused: boolean };
  /** Why the network would not take these bytes into a block of this time. */
  judge(signed: string, timestamp: number): Refusal | undefined;
  /** Adds a block. Throws if one of the transactions is not valid in it. */
  add(block: { timestamp: number; signed: readonly string[] }): DevBlock;
}

export function openLedger({ timestamp, bank }: { timestamp: number; bank: string }): DevLedger {
  const witness = concatBytes(Uint8Array.of(0x41), accountBytes(bank));
  const first = makeBlock({ height: -1, id: '0'.repeat(64) }, { timestamp, witness, entries: [] });
  const blocks: DevBlock[] = [first];
  const usdt = writeTronAddress(keccak_256(concatBytes(hexToBytes(first.id), witness)).subarray(12));
  const trx = new Map([[bank, supplies.trx]]);
  const tokens = new Map([[bank, supplies.usdt]]);
  const places = new Map<string, { block: DevBlock; entry: DevEntry }>();
  const ledger: DevLedger = {
    usdt,
    bank,
    newest: () => blocks.at(-1)!,
    newestFinal: () => blocks[Math.max(0, blocks.length - 1 - finalAfter)]!,
    blockAt: (height) => blocks[height],
    placeOf: (txid) => places.get(txid),
    trxOf: (address) => trx.get(address),
    tokensOf: (address) => tokens.get(address) ?? 0n,
    tryTransfer(from, to, units) {
      if (ledger.tokensOf(from) < units) return { energy: energies.refused, isRefused: true };
      return { energy: ledger.tokensOf(to) > 0n ? energies.held : energies.empty, isRefused: false };
    },
    judge: (signed, at) => judge(ledger, signed, at),
    add({ timestamp: at, signed }) {
      if (at <= ledger.newest().timestamp) throw new Error('a block must be later than the one before it');
      const entries = signed.map((each) => {
        const refusal = judge(ledger, each, at);
        if (refusal) throw new Error(`${refusal.code}: ${refusal.message}`);
        return carryOut(ledger, each, { trx, tokens });
      });
      const block = makeBlock(ledger.newest(), { timestamp: at, witness, entries });
      blocks.push(block);
      for (const entry of entries) places.set(entry.txid, { block, entry });
      return block;
    },
  };
  return ledger;
}

/** In the order of java-tron: reference, expiration, repetition, signature, then what the contract itself asks. */
function judge(ledger: DevLedger, signed: string, timestamp: number): Refusal | undefined {
  const read = readSigned(signed);
  const transfer = read && readTronTransfer(read.unsigned, ledger.usdt);
  if (!read || !transfer) {
    return refusal('OTHER_ERROR', 'Error: this chain takes transfers of TRX and of its USDT only.');
  }
  if (!isReference(ledger, transfer)) return refusal('TAPOS_ERROR', 'Tapos check error.');
  const head = ledger.newest().timestamp;
  const { expiration } = transfer;
  if (expiration <= head || expiration > head + lifetimeMaxMs || expiration < timestamp) {
    return refusal('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  }
  if (ledger.placeOf(tronTxid(read.unsigned))) return refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  if (signerOf(read) !== transfer.from) {
    return refusal('SIGERROR', 'Validate signature error: it is not signed by the owner of the account');
  }
  return judgeFunds(ledger, transfer, signed);
}

function judgeFunds(ledger: DevLedger, transfer: TronTransfer, signed: string): Refusal | undefined {
  const balance = ledger.trxOf(transfer.from);
  if (balance === undefined)
    return refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : account does not exist');
  const way = wayFeeOf(ledger, transfer, signed);
  if (balance < way) return refusal('BANDWITH_ERROR', 'Account resource insufficient error.');
  if (transfer.asset === 'TRX' && balance < way + transfer.units) {
    return refusal('CONTRACT_VALIDATE_ERROR', 'Contract validate error : balance is not sufficient.');
  }
  return undefined;
}

const refusal = (code: RefusalCode, message: string): Refusal => ({ code, message });

/** The number's last two bytes name one of the newest 65,536 blocks. */
function isReference(ledger: DevLedger, { reference }: TronTransfer): boolean {
  const newest = ledger.newest().height;
  const behind = (newest - parseInt(reference.bytes, 16)) & (referencesMax - 1);
  return ledger.blockAt(newest - behind)?.id.slice(16, 32) === reference.hash;
}

function wayFeeOf(ledger: DevLedger, { asset, to }: TronTransfer, signed: string): bigint {
  if (asset === 'TRX' && ledger.trxOf(to) === undefined) return devPrices.createAccount + devPrices.createInContract;
  return (BigInt(signed.length / 2) + resultBytes) * devPrices.byte;
}

interface Balances {
  trx: Map<string, bigint>;
  tokens: Map<string, bigint>;
}

function carryOut(ledger: DevLedger, signed: string, balances: Balances): DevEntry {
  const { unsigned, signature } = readSigned(signed)!;
  const transfer = readTronTransfer(unsigned, ledger.usdt)!;
  const wayFee = wayFeeOf(ledger, transfer, signed);
  const entry = { txid: tronTxid(unsigned), unsigned, signature, transfer, wayFee };
  move(balances.trx, transfer.from, -wayFee);
  if (transfer.asset === 'USDT') return { ...entry, ...carryOutCall(ledger, transfer, balances) };
  pay(balances.trx, transfer);
  return { ...entry, outcome: 'SUCCESS', energy: 0n, energyFee: 0n };
}

/** A call that fails still costs the energy that it used, or all that it was allowed. */
function carryOutCall(
  ledger: DevLedger,
  transfer: TronTransfer,
  { trx, tokens }: Balances,
): Pick<DevEntry, 'outcome' | 'energy' | 'energyFee'> {
  const { from, to, units, feeLimit } = transfer;
  const { energy, isRefused } = ledger.tryTransfer(from, to, units);
  const affordable = smaller(feeLimit, ledger.trxOf(from)!) / devPrices.energy;
  const used = smaller(energy, affordable);
  move(trx, from, -used * devPrices.energy);
  const spent = { energy: used, energyFee: used * devPrices.energy };
  if (used < energy) return { ...spent, outcome: 'OUT_OF_ENERGY' };
  if (isRefused) return { ...spent, outcome: 'REVERT' };
  pay(tokens, transfer);
  return { ...spent, outcome: 'SUCCESS' };
}

function pay(balances: Map<string, bigint>, { from, to, units }: TronTransfer): void {
  move(balances, from, -units);
  move(balances, to, units);
}

function move(balances: Map<string, bigint>, address: string, units: bigint): void {
  const next = (balances.get(address) ?? 0n) + units;
  if (next < 0n) throw new Error('a balance would fall below zero');
  balances.set(address, next);
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function accountBytes(address: string): Uint8Array {
  const bytes = readBase58Check(base58, address);
  if (typeof bytes === 'string') throw new Error('not an address of TRON');
  return bytes.subarray(1);
}
