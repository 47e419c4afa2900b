// Reads the XRP Ledger through the API of rippled or Clio. Only validated ledgers are read: they are final. Credits are what payments deliver to the one
// account that all customers share, in XRP; the amount that a payment wants to deliver counts for nothing.
import { base58xrp, hex } from '@scure/base';
import { readBase58Check } from '../addresses/base58-check.ts';
import type { BaseUnits } from '../networks/amounts.ts';
import type { AskNode } from '../networks/json-rpc.ts';
import { RippledError } from '../networks/rippled-rpc.ts';
import type { ChainSource } from './chain-source.ts';
import { UnprovenBlockError } from './check-receipts.ts';
import type { Block, BlockRef, Credit } from './deposit.ts';
import { fields, matching, type Fields } from './node-answers.ts';
import { dropsOf, numberOf, readXrplFields, type XrplFields } from './xrpl-fields.ts';
import { proveTransactions, readXrplHeader, type HashedXrplTransaction, type XrplHeader } from './xrpl-ledger.ts';

export interface XrplSourceOptions {
  ask: AskNode;
  /** Classic address of the account that all customers share. */
  account: string;
}

/** Fields by type and number. */
const names = { kind: '1.2', tag: '2.14', amount: '6.1', delivered: '6.18', destination: '8.3' } as const;
/** Transactions that can pay XRP with a destination tag: Payment, and AccountDelete, which pays what is left in an account. */
const kinds = { payment: 0, accountDelete: 21 } as const;
/** Metadata ends with the result: type 16, number 3, and 0 for `tesSUCCESS`. */
const resultHeader = [0x03, 0x10] as const;

export function xrplSource({ ask, account }: XrplSourceOptions): ChainSource {
  const own = idOf(account);
  const tip = async (): Promise<BlockRef> => {
    const ledger = await readLedger(ask, 'validated', {});
    if (!ledger) throw new Error('the node has no validated ledger');
    return { height: ledger.header.height, hash: ledger.header.hash };
  };
  const ledgerAt = async (height: number, parts: object) => {
    const ledger = await readLedger(ask, height, parts);
    // A node that answers with another ledger than the one that was asked for does not have it.
    return ledger?.header.height === height ? ledger : undefined;
  };
  return {
    tip,
    final: tip,
    hashAt: async (height) => (await ledgerAt(height, {}))?.header.hash,
    async block(height) {
      const ledger = await ledgerAt(height, { transactions: true, expand: true });
      return ledger && blockOf(ledger.header, transactionsOf(ledger), { address: account, id: own });
    },
  };
}

interface ReadLedger {
  header: XrplHeader;
  said: Fields;
}

/** Returns undefined if the node does not have the ledger, or does not have it validated. */
async function readLedger(ask: AskNode, index: number | 'validated', parts: object): Promise<ReadLedger | undefined> {
  try {
    const found = fields(await ask('ledger', { ledger_index: index, binary: true, ...parts }));
    if (found['validated'] !== true) return undefined;
    const said = fields(found['ledger']);
    return { header: readXrplHeader(bytesOf(said['ledger_data'])), said };
  } catch (error) {
    if (error instanceof RippledError && error.token === 'lgrNotFound') return undefined;
    throw error;
  }
}

/** Throws UnprovenBlockError if the node leaves out transactions, or any of their parts. */
function transactionsOf({ header, said }: ReadLedger): HashedXrplTransaction[] {
  const deny = (): never => {
    throw new UnprovenBlockError(`ledger ${header.hash}: the node leaves out transactions or their metadata`);
  };
  const listed = said['transactions'] ?? [];
  if (!Array.isArray(listed)) return deny();
  const transactions = listed.map((each: unknown) => {
    // Version 2 of the API names the metadata otherwise.
    const { tx_blob: bytes, meta, meta_blob: metadata = meta } = fields(each);
    return { bytes: bytesOf(bytes ?? deny()), metadata: bytesOf(metadata ?? deny()) };
  });
  return proveTransactions(header, transactions);
}

interface Own {
  address: string;
  id: Uint8Array;
}

const blockOf = (
  { height, hash, parent }: XrplHeader,
  transactions: readonly HashedXrplTransaction[],
  own: Own,
): Block => ({ height, hash, parent, credits: transactions.flatMap((each) => creditsOf(each, own)) });

/**
 * Bytes that can't be read are of a form that the network added later, since the header proves that they are whole. They pay no XRP in a form that is
 * known here, and whoever sends such a transaction must not stop the network.
 */
function creditsOf(transaction: HashedXrplTransaction, own: Own): Credit[] {
  try {
    return paidBy(transaction, own);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function paidBy({ txid, bytes, metadata }: HashedXrplTransaction, { address, id }: Own): Credit[] {
  const paid = readXrplFields(bytes);
  const destination = paid.get(names.destination);
  if (!destination || Buffer.compare(destination, id) !== 0 || !isSuccess(metadata)) return [];
  const units = deliveredBy(paid, readXrplFields(metadata));
  if (units === undefined) return [];
  const tag = paid.get(names.tag);
  const tagged = tag ? { tag: numberOf(tag) } : {};
  return [{ txid, ordinal: 0, asset: 'XRP', address, ...tagged, units: units as BaseUnits }];
}

/** The metadata names what was delivered, if that is not the whole amount of the payment. Returns undefined if no XRP was delivered. */
function deliveredBy(paid: XrplFields, metadata: XrplFields): bigint | undefined {
  const kind = numberOf(paid.get(names.kind) ?? Uint8Array.of());
  if (kind !== kinds.payment && kind !== kinds.accountDelete) return undefined;
  const delivered = metadata.get(names.delivered) ?? (kind === kinds.payment ? paid.get(names.amount) : undefined);
  return delivered && dropsOf(delivered);
}

/** Throws UnprovenBlockError for metadata of a form that the network added later: whether it paid is not known, and must not be guessed. */
function isSuccess(metadata: Uint8Array): boolean {
  const [type, number, result] = metadata.subarray(-3);
  if (type !== resultHeader[0] || number !== resultHeader[1])
    throw new UnprovenBlockError('metadata of a payment does not end with its result');
  return result === 0;
}

function idOf(account: string): Uint8Array {
  const bytes = readBase58Check(base58xrp, account);
  if (typeof bytes === 'string' || bytes.length !== 21) throw new Error('an account of the XRP Ledger is expected');
  return bytes.subarray(1);
}

const bytesOf = (value: unknown): Uint8Array => hex.decode(matching(value, /^(?:[0-9a-fA-F]{2})+$/).toLowerCase());
