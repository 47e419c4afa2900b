// What contracts of a block of TRON logged, from the infos of its transactions. No header commits to them, so they are compared with what the
// transactions prove: which there are, which of them succeeded, and which of them call the transfer of the coin.
import { bytesToHex } from '@noble/hashes/utils.js';
import { writeTronAddress } from '../addresses/tron-address.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Credit } from './deposit.ts';
import { fields, list, type Fields } from './node-answers.ts';
import { accountOf, addressBytes, bytesOf, heightOf, id, integer } from './tron-answers.ts';
import type { TronBlock, TronContract, TronTransaction } from './tron-block.ts';

/** `Transfer(address,address,uint256)`, hashed. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** First four bytes of a call of `transfer(address,uint256)` and of `transferFrom(address,address,uint256)`. */
const transferCalls = ['a9059cbb', '23b872dd'];

/**
 * Returns the infos in the order of the transactions. Infos of another block have transactions, a height or a time that this one doesn't have.
 * Throws UnprovenBlockError if there are not exactly as many infos as transactions.
 */
export function orderInfos(block: TronBlock, answer: unknown): readonly Fields[] | 'of another block' {
  const { height, hash, timeMs, transactions } = block;
  // Nodes answer `{}` for the first block, whose transactions have no infos, and may do so for a block without transactions.
  if (height === 0) return transactions.map(() => ({}));
  const infos = Array.isArray(answer) ? list(answer).map(fields) : [];
  const byTxid = new Map(infos.map((info) => [id(info['id']), info]));
  const isOfBlock = (info: Fields): boolean =>
    heightOf(info['blockNumber']) === height && integer(info['blockTimeStamp']) === timeMs;
  const txids = new Set(transactions.map(({ txid }) => txid));
  if (!infos.every((info) => isOfBlock(info) && txids.has(id(info['id'])))) return 'of another block';
  if (infos.length !== transactions.length || byTxid.size !== transactions.length) {
    throw new UnprovenBlockError(`block ${hash}: ${infos.length} infos for ${transactions.length} transactions`);
  }
  return transactions.map(({ txid }) => byTxid.get(txid)!);
}

interface Logged {
  usdt: string;
  /** Says what is wrong with the transaction. */
  deny: (what: string) => never;
}

/** Returns what the contract of USDT logged in a transaction that succeeded. */
export function transfersIn({ txid, contract }: TronTransaction, info: Fields, { usdt, deny }: Logged): Credit[] {
  if (contract === undefined || contract.kind === 'TransferContract') return [];
  if (fields(info['receipt'])['result'] !== 'SUCCESS' || info['result'] === 'FAILED')
    deny('has another result in its info');
  // Counted from the transaction's first log, so that the same transaction has the same ordinals in every block.
  const credits = list(info['log'] ?? []).flatMap((each, ordinal): Credit[] => {
    const transfer = readTransfer(fields(each), usdt);
    return transfer ? [{ txid, ordinal, asset: 'USDT', ...transfer }] : [];
  });
  if (credits.length === 0 && callsTransfer(contract, usdt)) deny('moved USDT, but its info has no log of that');
  return credits;
}

/** Returns undefined for other logs, and for logs of other contracts, whatever they call themselves. */
function readTransfer(log: Fields, usdt: string): Pick<Credit, 'address' | 'units'> | undefined {
  const address = accountOf(addressBytes(log['address']));
  if (address === undefined || bytesToHex(address) !== usdt) return undefined;
  const topics = list(log['topics'] ?? []).map(id);
  if (topics[0] !== transferTopic || topics.length !== 3) return undefined;
  const to = writeTronAddress(bytesOf(topics[2]).subarray(12));
  return { address: to, units: BigInt(`0x${id(log['data'])}`) as BaseUnits };
}

/** Message TriggerSmartContract. USDT logs each transfer that succeeds. */
function callsTransfer({ kind, value }: TronContract, usdt: string): boolean {
  if (kind !== 'TriggerSmartContract') return false;
  const called = accountOf(value.bytes(2));
  const selector = bytesToHex(value.bytes(4).subarray(0, 4));
  return called !== undefined && bytesToHex(called) === usdt && transferCalls.includes(selector);
}
