// The answers of the development chain of TRON, in the JSON of java-tron's HTTP API. Zeros and empty lists are left out, as there.
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { readBase58Check } from '../../addresses/base58-check.ts';
import { tokenCallOf, type TronTransfer } from '../../tron/tron-transfer.ts';
import type { DevBlock, DevEntry } from './dev-block.ts';
import type { DevLedger } from './dev-ledger.ts';

/** Addresses are in base 58 if the question has `visible`, else in hex. */
export type WriteAddress = (address: string) => string;
export const hexAddress: WriteAddress = (address) => {
  const bytes = readBase58Check(base58, address);
  if (typeof bytes === 'string') throw new Error('not an address of TRON');
  return bytesToHex(bytes);
};

/** `Transfer(address,address,uint256)`, hashed. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export function blockAnswer(block: DevBlock, ledger: DevLedger, write: WriteAddress): object {
  const { id, height, parent, timestamp, root, entries } = block;
  const raw = {
    ...(height > 0 && { number: height }),
    txTrieRoot: root,
    witness_address: write(ledger.bank),
    parentHash: parent,
    timestamp,
  };
  const transactions = entries.map((entry) => transactionAnswer(entry, ledger, write));
  return { blockID: id, block_header: { raw_data: raw }, ...(entries.length > 0 && { transactions }) };
}

export function transactionAnswer(entry: DevEntry, { usdt }: DevLedger, write: WriteAddress): object {
  const { txid, unsigned, signature, transfer, outcome } = entry;
  const { reference, expiration, timestamp, feeLimit } = transfer;
  const raw = {
    contract: [contractAnswer(transfer, usdt, write)],
    ref_block_bytes: reference.bytes,
    ref_block_hash: reference.hash,
    expiration,
    ...(feeLimit > 0n && { fee_limit: feeLimit }),
    timestamp,
  };
  const ret = [{ contractRet: outcome }];
  return { ret, signature: [bytesToHex(signature)], txID: txid, raw_data: raw, raw_data_hex: unsigned };
}

function contractAnswer(transfer: TronTransfer, usdt: string, write: WriteAddress): object {
  const { asset, from, to, units } = transfer;
  const owner = { owner_address: write(from) };
  const [type, value] =
    asset === 'TRX'
      ? ['TransferContract', { amount: units, ...owner, to_address: write(to) }]
      : ['TriggerSmartContract', { data: tokenCallOf('transfer', to, units), ...owner, contract_address: write(usdt) }];
  return { parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type };
}

export function infoAnswer({ block, entry }: { block: DevBlock; entry: DevEntry }, { usdt }: DevLedger): object {
  const { txid, transfer, outcome, wayFee, energy, energyFee } = entry;
  const common = {
    id: txid,
    fee: wayFee + energyFee,
    blockNumber: block.height,
    blockTimeStamp: block.timestamp,
    contractResult: [outcome === 'SUCCESS' && transfer.asset === 'USDT' ? '0'.repeat(64) : ''],
  };
  if (transfer.asset === 'TRX') return { ...common, receipt: { net_fee: wayFee } };
  const receipt = { energy_fee: energyFee, energy_usage_total: energy, net_fee: wayFee, result: outcome };
  const called = { ...common, contract_address: hexAddress(usdt), receipt };
  if (outcome === 'SUCCESS') return { ...called, log: [logOf(transfer, usdt)] };
  return { ...called, result: 'FAILED', resMessage: hexOf(failures[outcome]) };
}

const failures = { REVERT: 'REVERT opcode executed', OUT_OF_ENERGY: 'Not enough energy for the call' };

/** Logs name an account by its twenty bytes alone. */
function logOf({ from, to, units }: TronTransfer, usdt: string): object {
  const account = (address: string): string => hexAddress(address).slice(2);
  const topics = [transferTopic, account(from).padStart(64, '0'), account(to).padStart(64, '0')];
  return { address: account(usdt), topics, data: units.toString(16).padStart(64, '0') };
}

/** Texts of java-tron's messages are bytes, and so hex, in some answers. */
export const hexOf = (text: string): string => bytesToHex(utf8ToBytes(text));

/** Amounts are numbers in java-tron's JSON, also those with more digits than a `number` holds exactly. */
export function writeJson(answer: unknown): string {
  const marked = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `#${value}#` : value);
  return JSON.stringify(answer, marked).replaceAll(/"#(\d+)#"/g, '$1');
}

export const isHexBytes = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' &&
  new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`).test(value) &&
  hexToBytes(value).length === bytes;
