// What a payer asks a node of the XRP Ledger: the wallet's next number, the fee, sending, and what became of a transaction.
import { NodeError } from '../networks/json-rpc.ts';
import {
  askAccount,
  askState,
  covers,
  drops,
  fields,
  good,
  number,
  text,
  type AskLedger,
  type Fields,
} from './xrpl-answers.ts';
import { askDestination, type DestinationNeeds } from './xrpl-destination.ts';
import type { XrplChain } from './xrpl-payment.ts';
import { readXrplTransaction, xrplTxidOf, type XrplTransaction } from './xrpl-transaction.ts';

export type XrplStatus =
  /** Not in a validated ledger, as far as the node says; it may still come into one. */
  | { kind: 'pending' }
  /** In a validated ledger, which is final. `isGood` if the whole amount was delivered; otherwise only the fee was paid. */
  | { kind: 'mined'; height: number; isGood: boolean; result: string; confirmations: number; isFinal: true }
  /** Its last ledger has passed, and no ledger contains it: it can't be paid any more, and its number is free again. */
  | { kind: 'never' }
  /** The wallet's number was used, but the node shows no such transaction: an operator must find out what was paid. */
  | { kind: 'place-used' };

export interface XrplWallet {
  /** The validated ledger of which all this is true. */
  ledger: number;
  /** The number that the wallet's next transaction must have. */
  sequence: number;
  drops: bigint;
  /** What can be paid, fees included: the network keeps the reserve. */
  spendable: bigint;
}

export interface XrplSender {
  /** Returns the number of the network that the node follows. */
  networkId(): Promise<number>;
  /** Returns undefined if a validated ledger has no such wallet: nobody has paid its reserve. */
  walletOf(address: string): Promise<XrplWallet | undefined>;
  /** Returns what a transaction costs now, in drops. */
  fees(): Promise<LedgerFees>;
  destinationOf(address: string, wallet: string): Promise<DestinationNeeds>;
  /** The same bytes may be sent any number of times. Rejects where the node neither accepts nor knows them; they may still be paid. */
  send(signed: string): Promise<void>;
  /** `fromLedger` is a validated ledger from before the bytes were signed; `firstLedgerOf` unless given. */
  statusOf(sent: { signed: string; fromLedger?: number }): Promise<XrplStatus>;
  /** Returns what became of a transaction of which only its unsigned bytes and its id are known. */
  statusOfTxid(sent: { unsigned: string; txid: string }): Promise<XrplStatus>;
}

export interface LedgerFees {
  /** To be in the next ledger. */
  next: bigint;
  /** To wait in the queue. */
  least: bigint;
}

/** How many ledgers a payment may wait, a quarter of an hour: fewer than a node searches for a transaction in one question, which is 1,000. */
export const ledgersToLive = 200;
const searchMax = 1_000;

/**
 * Returns the validated ledger of which the bytes were written, which is before their signature. It follows from the bytes, so nothing more has to be
 * stored. `ledgersToLive` may become larger, but never smaller: earlier bytes would then be searched from a ledger after their signature.
 */
export const firstLedgerOf = ({ lastLedger }: Pick<XrplTransaction, 'lastLedger'>): number =>
  Math.max(1, lastLedger - ledgersToLive);

/** Returns undefined if the cap does not even pay for the queue. Up to the cap a payment may wait; its last ledger ends the wait. */
export function feeWithin({ next, least }: LedgerFees, cap: bigint): bigint | undefined {
  if (next <= cap) return next;
  return least <= cap ? cap : undefined;
}

export function xrplSender(ask: AskLedger, chain: XrplChain): XrplSender {
  return {
    networkId: async () => (await askState(ask)).networkId,
    walletOf: (address) => walletOf(ask, address),
    async fees() {
      const fees = fields(good('fee', await ask('fee', {}))['drops']);
      const [next, least] = [drops(fees['open_ledger_fee']), drops(fees['minimum_fee'])];
      return { next: next < least ? least : next, least };
    },
    destinationOf: (address, wallet) => askDestination(ask, { address, wallet }),
    send: (signed) => send(ask, signed),
    async statusOf({ signed, fromLedger }) {
      const transaction = readXrplTransaction(signed);
      if (transaction?.signature === undefined) throw new TypeError('no signed payment');
      const from = fromLedger ?? firstLedgerOf(transaction);
      return statusOf(ask, { ...transaction, txid: xrplTxidOf(signed), fromLedger: from }, chain);
    },
    async statusOfTxid({ unsigned, txid }) {
      const transaction = readXrplTransaction(unsigned);
      if (!transaction) throw new TypeError('no payment');
      return statusOf(ask, { ...transaction, txid, fromLedger: firstLedgerOf(transaction) }, chain);
    },
  };
}

interface Sent extends XrplTransaction {
  txid: string;
  fromLedger: number;
}

const statusOf = async (ask: AskLedger, sent: Sent, chain: XrplChain): Promise<XrplStatus> =>
  (await minedStatus(ask, sent)) ?? absentStatus(ask, sent, chain);

async function walletOf(ask: AskLedger, address: string): Promise<XrplWallet | undefined> {
  const account = await askAccount(ask, address);
  if (!account) return undefined;
  const { reserves } = await askState(ask);
  const kept = reserves.account + BigInt(account.objects) * reserves.object;
  const { ledger, sequence, drops: held } = account;
  return { ledger, sequence, drops: held, spendable: held > kept ? held - kept : 0n };
}

async function send(ask: AskLedger, signed: string): Promise<void> {
  const txid = xrplTxidOf(signed);
  const answer = fields(await ask('submit', { tx_blob: signed.toUpperCase() }));
  const result = String(answer['engine_result'] ?? answer['error'] ?? 'no result').slice(0, 100);
  if (result === 'tesSUCCESS' || result === 'terQUEUED') {
    const hash = fields(answer['tx_json'] ?? {})['hash'];
    if (typeof hash === 'string' && hash.toLowerCase() === txid) return;
  }
  // All results of a submission are provisional, and those of a second one are about the second one. Whether the node holds the transaction
  // is asked instead; only a validated ledger, or the end of its last ledger, decides what became of it.
  if (!(await transactionOf(ask, txid))) throw new NodeError('submit', result);
}

/** Returns undefined while no validated ledger that the node knows contains it. Throws for what no payment can have become. */
async function minedStatus(ask: AskLedger, sent: Sent): Promise<XrplStatus | undefined> {
  const found = await transactionOf(ask, sent.txid);
  if (found?.['validated'] !== true) return undefined;
  const height = number(found['ledger_index']);
  if (height > sent.lastLedger)
    throw new NodeError('tx', 'the transaction is said to be in a ledger after its last one');
  const meta = fields(found['meta']);
  const result = text(meta['TransactionResult'], /^(tesSUCCESS|tec[A-Z_]{1,60})$/);
  const isGood = result === 'tesSUCCESS';
  // A payment that could deliver a part of its amount is never signed, so that this is a node's mistake and no failure.
  if (isGood && drops(meta['delivered_amount']) !== sent.drops)
    throw new NodeError('tx', 'another amount was delivered');
  const { validated } = await askState(ask);
  const confirmations = Math.max(1, validated - height + 1);
  return { kind: 'mined', height, isGood, result, confirmations, isFinal: true };
}

/** Without an answer that leaves no doubt, it is pending: what is not known is no failure. */
async function absentStatus(ask: AskLedger, sent: Sent, chain: XrplChain): Promise<XrplStatus> {
  const { fromLedger: first, lastLedger: last } = sent;
  const before = await askState(ask);
  if (before.networkId !== chain.networkId) throw new NodeError('server_state', 'the node follows another network');
  if (before.validated <= last || first > last || last - first >= searchMax) return { kind: 'pending' };
  if (!covers(before.complete, { first, last: before.validated })) return { kind: 'pending' };
  const range = { transaction: sent.txid.toUpperCase(), binary: false, min_ledger: first, max_ledger: last };
  const answer = fields(await ask('tx', range));
  if (answer['error'] !== 'txnNotFound' || answer['searched_all'] !== true) return { kind: 'pending' };
  // A node deletes old ledgers while it runs: what it still holds after the search it held during it.
  const after = await askState(ask);
  if (after.networkId !== chain.networkId || !covers(after.complete, { first, last: before.validated }))
    return { kind: 'pending' };
  // A node that hides the payment must lie about the wallet too: the network counts each transaction there.
  const wallet = await askAccount(ask, sent.account);
  if (!wallet || wallet.ledger <= last) return { kind: 'pending' };
  return { kind: wallet.sequence > sent.sequence ? 'place-used' : 'never' };
}

/** Returns undefined if the node does not know the transaction. */
async function transactionOf(ask: AskLedger, txid: string): Promise<Fields | undefined> {
  const answer = fields(await ask('tx', { transaction: txid.toUpperCase(), binary: false }));
  if (answer['error'] === 'txnNotFound') return undefined;
  const found = good('tx', answer);
  if (text(found['hash'], /^[0-9a-fA-F]{64}$/).toLowerCase() === txid) return found;
  throw new NodeError('tx', 'the answer is about another transaction');
}
