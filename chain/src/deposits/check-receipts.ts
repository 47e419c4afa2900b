// Checks that the receipts of a block are those that its header commits to. A node that is still indexing returns receipts without their logs,
// and a deposit whose log is missing would never be found later.
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { bloomOf } from './logs-bloom.ts';
import { digits, fields, hash, list, quantity, text, type Fields } from './node-answers.ts';
import { bytesOf, encode, rootOf, type RlpItem } from './receipts-root.ts';

/** Thrown if the receipts do not match the block: the node has not indexed the block yet, or returns altered data. The block is read again later. */
export class UnprovenBlockError extends Error {
  override readonly name = 'UnprovenBlockError';
}

interface Log {
  address: Uint8Array;
  topics: readonly Uint8Array[];
  data: Uint8Array;
}

/**
 * Returns the receipts in the order of the transactions. Throws UnprovenBlockError unless each transaction has exactly one receipt and the logs and
 * receipts make the bloom and the root of the header.
 */
export function checkReceipts(block: Fields, receipts: readonly Fields[]): readonly Fields[] {
  const transactions = list(block['transactions']).map((each) => hash(fields(each)['hash']));
  const byTxid = new Map(receipts.map((receipt) => [hash(receipt['transactionHash']), receipt]));
  const deny = (what: string): never => {
    throw new UnprovenBlockError(`block ${hash(block['hash'])}: ${what}`);
  };
  if (receipts.length !== transactions.length || byTxid.size !== transactions.length) {
    deny(`${receipts.length} receipts for ${transactions.length} transactions`);
  }
  const ordered = transactions.map((txid) => byTxid.get(txid) ?? deny(`no receipt of ${txid}`));
  if (bytesToHex(bloomOfReceipts(ordered)) !== digits(block['logsBloom']).toLowerCase()) {
    deny('its logs do not make its bloom');
  }
  if (rootOf(encodeReceipts(ordered)) !== hash(block['receiptsRoot'])) {
    deny('its receipts do not make its root');
  }
  return ordered;
}

const readLog = (log: Fields): Log => ({
  address: hexToBytes(text(log['address']).slice(2)),
  topics: list(log['topics']).map((topic) => hexToBytes(hash(topic).slice(2))),
  data: hexToBytes(digits(log['data'])),
});

const logsOf = (receipt: Fields): Log[] => list(receipt['logs']).map((log) => readLog(fields(log)));

const bloomOfLogs = (logs: readonly Log[]): Uint8Array =>
  bloomOf(logs.flatMap(({ address, topics }) => [address, ...topics]));

export const bloomOfReceipts = (receipts: readonly Fields[]): Uint8Array => bloomOfLogs(receipts.flatMap(logsOf));

/** Encodes a receipt as in EIP-2718: the transaction type comes first, except for type 0. */
export const encodeReceipts = (receipts: readonly Fields[]): Uint8Array[] =>
  receipts.map((receipt) => {
    const logs = logsOf(receipt);
    const rows = logs.map(({ address, topics, data }): RlpItem => [address, topics, data]);
    const [status, gas] = [quantity(receipt['status']), quantity(receipt['cumulativeGasUsed'])];
    const body = encode([bytesOf(status), bytesOf(gas), bloomOfLogs(logs), rows]);
    const type = receipt['type'] === undefined ? 0n : quantity(receipt['type']);
    return type === 0n ? body : concatBytes(bytesOf(type), body);
  });
