// Reads a block of TRON from the JSON of a node. A block is accepted if its header has the id that the node gives and if each transaction has
// the txid of its bytes. The header commits to the transactions with their signatures and results, but not to what contracts logged.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { UnprovenBlockError } from './check-receipts.ts';
import type { BlockRef } from './deposit.ts';
import { fields, list, type Fields } from './node-answers.ts';
import { bytesField, messageField, numberField, readMessage, type ProtobufFields } from '../tron/protobuf.ts';
import { addressBytes, bytesOf, heightOf, id, integer } from './tron-answers.ts';
import { encodeResult } from './tron-result.ts';

export interface TronTransaction {
  txid: string;
  isGood: boolean;
  /** Undefined for contracts of other kinds, and for bytes that are no contract. */
  contract: TronContract | undefined;
}

/** Kinds of contracts that can pay, by the number of their type. TRON calls what a transaction does a contract. */
const contractKinds = { 1: 'TransferContract', 30: 'CreateSmartContract', 31: 'TriggerSmartContract' } as const;

export interface TronContract {
  kind: (typeof contractKinds)[keyof typeof contractKinds];
  /** Fields of the message with the name of the kind. */
  value: ProtobufFields;
}

export interface TronHeader extends BlockRef {
  parent: string;
  timeMs: bigint;
  root: string;
}

export interface TronBlock extends TronHeader {
  transactions: readonly TronTransaction[];
  /** False if the transactions, as the node shows them, do not make the root of the header. */
  isRootProven: boolean;
}

/** Reads the header of a block. Throws UnprovenBlockError if the header has another id. */
export function readTronHeader(block: Fields): TronHeader {
  const raw = fields(fields(block['block_header'])['raw_data']);
  const [height, hash] = [heightOf(raw['number']), id(block['blockID'])];
  if (idOf(height, encodeHeader(raw)) !== hash)
    throw new UnprovenBlockError(`block ${hash}: its header has another id`);
  const [parent, root] = [id(raw['parentHash']), id(raw['txTrieRoot'])];
  return { height, hash, parent, root, timeMs: integer(raw['timestamp']) };
}

/** Reads a block. Throws UnprovenBlockError if the header has another id, or a transaction another txid. */
export function readTronBlock(block: Fields): TronBlock {
  const header = readTronHeader(block);
  const shown = list(block['transactions'] ?? []).map((each) => readTransaction(fields(each), header));
  const leaves = shown.map(({ leaf }) => leaf);
  const isRootProven = leaves.every((leaf) => leaf !== undefined) && bytesToHex(merkleRoot(leaves)) === header.root;
  return { ...header, isRootProven, transactions: shown.map(({ transaction }) => transaction) };
}

/** The id of a block: eight bytes of its height, then the hash of its header from the ninth byte on. */
function idOf(height: number, header: Uint8Array): string {
  return height.toString(16).padStart(16, '0') + bytesToHex(sha256(header).subarray(8));
}

/** Field numbers as in java-tron's Tron.proto, message BlockHeader.raw. */
const encodeHeader = (raw: Fields): Uint8Array =>
  concatBytes(
    numberField(1, integer(raw['timestamp'])),
    bytesField(2, bytesOf(raw['txTrieRoot'])),
    bytesField(3, bytesOf(raw['parentHash'])),
    numberField(7, integer(raw['number'])),
    numberField(8, integer(raw['witness_id'])),
    bytesField(9, addressBytes(raw['witness_address'])),
    numberField(10, integer(raw['version'])),
    bytesField(11, bytesOf(raw['accountStateRoot'])),
  );

interface ShownTransaction {
  transaction: TronTransaction;
  /** Hash of the whole transaction; undefined if it has a part that the JSON does not show or that this program does not know. */
  leaf: Uint8Array | undefined;
}

function readTransaction(shown: Fields, { hash }: BlockRef): ShownTransaction {
  const raw = bytesOf(shown['raw_data_hex']);
  const txid = bytesToHex(sha256(raw));
  if (txid !== id(shown['txID'])) throw new UnprovenBlockError(`block ${hash}: ${txid} has another txid`);
  const results = list(shown['ret'] ?? []).map(fields);
  const encoded = results.map(encodeResult);
  const signatures = list(shown['signature'] ?? []).map((each) => messageField(2, bytesOf(each)));
  const leaf = encoded.every((result) => result !== undefined)
    ? sha256(concatBytes(messageField(1, raw), ...signatures, ...encoded.map((result) => messageField(5, result))))
    : undefined;
  // Whoever makes the block writes this member; the others are what the sender wrote there.
  const isGood = results[0]?.['contractRet'] === 'SUCCESS';
  return { transaction: { txid, isGood, contract: readContract(raw) }, leaf };
}

/** Reads the only contract of a transaction: messages Transaction.raw, Transaction.Contract and Any. A block has none with another number of them. */
function readContract(raw: Uint8Array): TronContract | undefined {
  try {
    const [first, ...others] = readMessage(raw).list(11);
    if (!first || others.length > 0) return undefined;
    const contract = readMessage(first);
    const kind = kindOf(contract.number(1));
    const any = readMessage(contract.bytes(2));
    const name = new TextDecoder().decode(any.bytes(1));
    return kind !== undefined && name.endsWith(`/protocol.${kind}`)
      ? { kind, value: readMessage(any.bytes(2)) }
      : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const kindOf = (type: bigint): TronContract['kind'] | undefined =>
  Object.entries(contractKinds).find(([number]) => BigInt(number) === type)?.[1];

/** A node without a neighbour moves up as it is, so no list has the root of another one with repeated transactions. */
function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place]!, level[place + 1]];
      next.push(right ? sha256(concatBytes(left, right)) : left);
    }
    level = next;
  }
  return level[0] ?? new Uint8Array(32);
}
