// What a payer asks a node of TRON: what a payment costs, sending, balances, and what became of a transaction.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parseTronAddress } from '../addresses/tron-address.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import type { TransactionStatus } from './evm-sender.ts';
import type { Payment } from './payment.ts';
import {
  answerOf,
  blockAt,
  hasResult,
  headOf,
  isContract,
  isKnown,
  parametersOf,
  resultOf,
  tryCall,
  trxOf,
  wordsOf,
  type TronHead,
} from './tron-node.ts';
import { readTronPayment, tronPrices, writeTronPayment, type TronChain, type TronTerms } from './tron-payment.ts';
import { readSigned, tokenCallOf, tronTxid } from '../tron/tron-transfer.ts';

/** `never`: no block has the transaction, and none can take it any more. */
export type TronStatus = TransactionStatus | { kind: 'never' };

export interface TronSender {
  /** The id of the chain's first block: transactions of TRON name no chain, so the payer compares it at each start. */
  chainId(): Promise<string>;
  /**
   * Returns undefined if the cheapest way costs more than `feeMax`, or may cost more because the network has raised its prices. Rejects with
   * NodeError if the contract would refuse the payment, and with another error if the node lags.
   */
  terms(payment: Payment, of: { wallet: string; now: number; feeMax: bigint }): Promise<TronTerms | undefined>;
  /** The same bytes may be sent any number of times. Rejects if the node neither takes nor holds them. */
  send(signed: string): Promise<void>;
  statusOf(txid: string, expiration: number): Promise<TronStatus>;
  balanceOf(address: string, asset: 'TRX' | 'USDT'): Promise<bigint>;
  /** Returns true for a contract, which can't be paid TRX. */
  isContract(address: string): Promise<boolean>;
}

/** How long a payment can be taken into a block. What is not in one by then is given back to its customer. */
export const tronLifetimeMs = 3_600_000;
/** A node whose newest final block differs more from the clock does not follow the chain. */
const lagMaxMs = 600_000;
/** Of several nodes behind one address, one may lag while another answers: so much later the transaction is asked for. */
const neverAfterMs = 120_000;

export function tronSender(ask: AskNode, { usdt }: TronChain): TronSender {
  return {
    chainId: async () => (await blockAt(ask, 'wallet', 0)).id,
    terms: (payment, of) => termsOf(ask, payment, { ...of, usdt }),
    send: (signed) => send(ask, signed),
    statusOf: (txid, expiration) => statusOf(ask, txid, expiration),
    async balanceOf(address, asset) {
      if (asset === 'TRX') return (await trxOf(ask, address)) ?? 0n;
      const data = tokenCallOf('balanceOf', address);
      const { returned } = await tryCall(ask, { from: address, contract: usdt, data });
      if (!/^[0-9a-fA-F]{64}$/.test(returned)) throw new Error('the contract answers no balance');
      return BigInt(`0x${returned}`);
    },
    isContract: (address) => isContract(ask, address),
  };
}

async function termsOf(
  ask: AskNode,
  payment: Payment,
  { wallet, now, feeMax, usdt }: { wallet: string; now: number; feeMax: bigint; usdt: string },
): Promise<TronTerms | undefined> {
  if (!parseTronAddress(payment.to).ok) throw new Error('the payee is not an address of TRON');
  const head = await referenceHead(ask, now);
  const price = await parametersOf(ask);
  if (!arePricesKnown(price)) return undefined;
  const common = { from: wallet, reference: referenceOf(head), ...timesOf(head, payment.id) };
  const costOf = (terms: TronTerms): bigint => {
    const unsigned = writeTronPayment(payment, terms, { usdt });
    return readTronPayment(unsigned, { chain: { usdt }, wallet })?.feeMax ?? feeMax + 1n;
  };
  if (payment.asset === 'TRX') return withinCap({ ...common, feeLimit: 0n }, costOf, feeMax);
  const data = tokenCallOf('transfer', payment.to, payment.units);
  const { energy } = await tryCall(ask, { from: wallet, contract: usdt, data });
  if (energy === 0n) throw new Error('the node does not say how much energy a payment uses');
  const feeLimit = energy * price('getEnergyFee');
  // A quarter more: the contract costs more as it is used more, and a payee that just spent all costs as much as a new one.
  const roomy = { ...common, feeLimit: (feeLimit * 5n + 3n) / 4n };
  const most = feeMax - (costOf(roomy) - roomy.feeLimit);
  if (roomy.feeLimit <= most) return roomy;
  return feeLimit <= most ? { ...common, feeLimit: most } : undefined;
}

const withinCap = (terms: TronTerms, costOf: (terms: TronTerms) => bigint, feeMax: bigint): TronTerms | undefined =>
  costOf(terms) <= feeMax ? terms : undefined;

/** The newest final block: one that a fork can drop would make the transaction invalid with it. */
async function referenceHead(ask: AskNode, now: number): Promise<TronHead> {
  const head = await headOf(ask, 'walletsolidity');
  if (Math.abs(now - head.timestamp) > lagMaxMs) throw new Error('the node does not follow the chain');
  return head;
}

const referenceOf = ({ height, id }: TronHead): TronTerms['reference'] => ({
  bytes: (height & 0xffff).toString(16).padStart(4, '0'),
  hash: id.slice(16, 32),
});

/** Two equal payments by the same block need different bytes, else one transaction would stand for both: the id of the payment decides. */
function timesOf({ timestamp }: TronHead, id: string): Pick<TronTerms, 'expiration' | 'timestamp'> {
  const number = parseInt(bytesToHex(sha256(utf8ToBytes(id))).slice(0, 12), 16);
  return { expiration: timestamp + tronLifetimeMs, timestamp: timestamp - (number % tronLifetimeMs) };
}

/** The signer bounds costs by prices that it has built in. If the network asks more, the bound would be false. */
function arePricesKnown(price: (name: string) => bigint): boolean {
  const activation = price('getCreateAccountFee') + price('getCreateNewAccountFeeInSystemContract');
  return price('getTransactionFee') <= tronPrices.byte && activation <= tronPrices.activation;
}

async function send(ask: AskNode, signed: string): Promise<void> {
  const read = readSigned(signed);
  if (!read) throw new Error('not a signed transaction');
  const txid = tronTxid(read.unsigned);
  try {
    const answer = await answerOf(ask, 'wallet/broadcasthex', { transaction: signed });
    if (answer['result'] === true && (answer['txid'] ?? txid) === txid) return;
    throw new NodeError('broadcasthex', wordsOf(answer));
  } catch (error) {
    // Codes decide nothing: a node answers DUP_TRANSACTION_ERROR also for bytes that it was sent before and refused.
    if (!(error instanceof NodeError) || !(await isKnown(ask, txid))) throw error;
  }
}

async function statusOf(ask: AskNode, txid: string, expiration: number): Promise<TronStatus> {
  // The heads are asked for first: what is asked later can only know more blocks.
  const solid = await headOf(ask, 'walletsolidity');
  const newest = await headOf(ask, 'wallet');
  const final = await resultOf(ask, 'walletsolidity', txid);
  const result = final ?? (await resultOf(ask, 'wallet', txid));
  if (result) {
    const confirmations = Math.max(1, newest.height - result.height + 1);
    return { kind: 'mined', ...result, confirmations, isFinal: final !== undefined };
  }
  const isOver = solid.timestamp > expiration + neverAfterMs;
  return isOver && !(await isHeld(ask, txid)) && (await keepsResults(ask, solid))
    ? { kind: 'never' }
    : { kind: 'pending' };
}

/** Asked for the transaction itself too: a node can be set up to keep no results. */
async function isHeld(ask: AskNode, txid: string): Promise<boolean> {
  const final = await answerOf(ask, 'walletsolidity/gettransactionbyid', { value: txid });
  return Object.keys(final).length > 0 || (await isKnown(ask, txid));
}

/** Returns true if the node knows the result of a transaction in one of its newest final blocks; false if they are all empty. */
async function keepsResults(ask: AskNode, head: TronHead): Promise<boolean> {
  for (let block = head; ; block = await blockAt(ask, 'walletsolidity', block.height - 1)) {
    const [txid] = block.txids;
    if (txid !== undefined) {
      if (await hasResult(ask, 'walletsolidity', txid)) return true;
      throw new Error('the node keeps no results of transactions');
    }
    if (block.height === 0 || block.height <= head.height - emptyBlocksMax) return false;
  }
}

const emptyBlocksMax = 20;
