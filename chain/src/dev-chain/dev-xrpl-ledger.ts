// Closed ledgers of the development ledger, with the hashes that the network computes: of the header, of all accounts and of the transactions.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { applyTransaction, type Accounts, type LedgerRules, type ReadTransaction } from './dev-xrpl-apply.ts';
import {
  addressOfKey,
  fieldsOfAccount,
  half,
  indexOfAccount,
  leafOfAccount,
  type Codec,
  type Fields,
} from './dev-xrpl-account.ts';

export interface DevLedger {
  height: number;
  /** In capital letters, as all hex that nodes of the network give. */
  hash: string;
  header: Buffer;
  closeTime: number;
  coins: bigint;
  accounts: Accounts;
  transactions: readonly LedgerTransaction[];
}

export interface LedgerTransaction {
  txid: string;
  blob: string;
  json: Fields;
  result: string;
  meta: Fields;
  metaBlob: string;
}

/** The ledger that is not closed yet. */
export interface OpenLedger {
  height: number;
  accounts: Accounts;
  transactions: readonly LedgerTransaction[];
}

const allCoins = 10n ** 17n;
const noHash = Buffer.alloc(32);

/** The first ledger, in which one account holds everything. */
export function genesisLedger(address: string, codec: Codec): DevLedger {
  const account = { address, drops: allCoins, sequence: 1, flags: 0, changedBy: '0'.repeat(64), changedIn: 0 };
  const accounts = new Map([[address, account]]);
  return sealLedger({ height: 1, accounts, transactions: [] }, { parent: undefined, closeTime: 0, codec });
}

export const openAfter = ({ height, accounts }: DevLedger): OpenLedger => ({
  height: height + 1,
  accounts,
  transactions: [],
});

/** Returns the ledger with the transaction if it comes into it, and the result in any case. */
export function addTransaction(
  open: OpenLedger,
  { blob, transaction, rules, codec }: { blob: string; transaction: ReadTransaction; rules: LedgerRules; codec: Codec },
): { result: string; open: OpenLedger } {
  const { result, accounts } = applyTransaction(transaction, { accounts: open.accounts, height: open.height, rules });
  if (!accounts) return { result, open };
  const affected = [...accounts.keys()].filter((address) => accounts.get(address) !== open.accounts.get(address));
  const meta = {
    AffectedNodes: affected.map((address) => affectedNode(address, { before: open.accounts, after: accounts })),
    TransactionIndex: open.transactions.length,
    TransactionResult: result,
  };
  const { txid, json } = transaction;
  const applied = { txid, blob, json, result, meta, metaBlob: codec.encode(meta) };
  return { result, open: { ...open, accounts, transactions: [...open.transactions, applied] } };
}

export function sealLedger(
  { height, accounts, transactions }: OpenLedger,
  { parent, closeTime, codec }: { parent: DevLedger | undefined; closeTime: number; codec: Codec },
): DevLedger {
  const coins = transactions.reduce(
    (left, { json }) => left - BigInt(json['Fee'] as string),
    parent?.coins ?? allCoins,
  );
  const header = Buffer.alloc(118);
  header.writeUInt32BE(height, 0);
  header.writeBigUInt64BE(coins, 4);
  Buffer.from(parent?.hash ?? '0'.repeat(64), 'hex').copy(header, 12);
  treeHash(transactions.map(leafOfTransaction)).copy(header, 44);
  treeHash([...accounts.values()].map((account) => leafOfAccount(account, codec))).copy(header, 76);
  header.writeUInt32BE(parent?.closeTime ?? 0, 108);
  header.writeUInt32BE(closeTime, 112);
  // The resolution of closing times in seconds; the flags say that all agreed on it.
  header.writeUInt8(10, 116);
  const hash = half('LWR\0', header).toString('hex').toUpperCase();
  return { height, hash, header, closeTime, coins, accounts, transactions };
}

/** Returns undefined for bytes that are no transaction with a good signature: real nodes do not even look at those. */
export function readTransaction(blob: string, codec: Codec): ReadTransaction | undefined {
  try {
    const json = codec.decode(blob) as Fields;
    const { TxnSignature, SigningPubKey, ...rest } = json;
    if (codec.encode(json) !== blob || typeof TxnSignature !== 'string' || typeof SigningPubKey !== 'string')
      return undefined;
    const publicKey = Buffer.from(SigningPubKey, 'hex');
    const signed = half('STX\0', Buffer.from(codec.encode({ ...rest, SigningPubKey }), 'hex'));
    const options = { prehash: false, lowS: true, format: 'der' } as const;
    if (!secp256k1.verify(Buffer.from(TxnSignature, 'hex'), signed, publicKey, options)) return undefined;
    const txid = half('TXN\0', Buffer.from(blob, 'hex')).toString('hex').toUpperCase();
    return { txid, json, signer: addressOfKey(publicKey) };
  } catch {
    return undefined;
  }
}

function affectedNode(address: string, { before, after }: { before: Accounts; after: Accounts }): Fields {
  const [last, next] = [before.get(address), after.get(address)!];
  const node = { LedgerEntryType: 'AccountRoot', LedgerIndex: indexOfAccount(address) };
  if (!last) {
    const { drops, sequence } = next;
    return { CreatedNode: { ...node, NewFields: { Account: address, Balance: String(drops), Sequence: sequence } } };
  }
  const [fieldsBefore, fieldsAfter] = [fieldsOfAccount(last), fieldsOfAccount(next)];
  const changed = Object.entries(fieldsBefore).filter(([name, value]) => value !== fieldsAfter[name]);
  const changedLast = { PreviousTxnID: last.changedBy, PreviousTxnLgrSeq: last.changedIn };
  return {
    ModifiedNode: { ...node, FinalFields: fieldsAfter, PreviousFields: Object.fromEntries(changed), ...changedLast },
  };
}

interface Leaf {
  key: string;
  hash: Buffer;
}

function leafOfTransaction({ txid, blob, metaBlob }: LedgerTransaction): Leaf {
  const parts = [blob, metaBlob].flatMap((hex) => [lengthOf(hex), Buffer.from(hex, 'hex')]);
  return { key: txid, hash: half('SND\0', ...parts, Buffer.from(txid, 'hex')) };
}

function lengthOf(hex: string): Uint8Array {
  const length = hex.length / 2;
  if (length <= 192) return Uint8Array.of(length);
  if (length > 12_480) throw new RangeError('longer than what this ledger knows');
  return Uint8Array.of(193 + Math.floor((length - 193) / 256), (length - 193) % 256);
}

/** Each branch has sixteen places, by the next digit of the key. */
function treeHash(leaves: readonly Leaf[], depth = 0): Buffer {
  if (leaves.length === 0) return noHash;
  const [only] = leaves;
  if (leaves.length === 1 && depth > 0) return only!.hash;
  const places = Map.groupBy(leaves, ({ key }) => parseInt(key[depth]!, 16));
  const children = Array.from({ length: 16 }, (_, digit) => treeHash(places.get(digit) ?? [], depth + 1));
  return half('MIN\0', ...children);
}
