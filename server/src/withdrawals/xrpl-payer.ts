// Pays on the XRP Ledger: one payment at a time, signed once, with a last ledger after which it can't be made any more.
import {
  askLedger,
  destinationFault,
  feeWithin,
  ledgersToLive,
  NodeError,
  paymentsOn,
  readXrplPlace,
  writeXrplPayment,
  xrplPlaceOf,
  xrplSender,
  type BaseUnits,
  type ChainPayments,
  type Signer,
  type XrplSender,
  type XrplStatus,
  type XrplWallet,
} from '@candor/chain';
import type { Database, Pool } from '../kit/postgres.ts';
import type {
  NetworkPayer,
  Payee,
  PayeeFault,
  PaymentStatus,
  PlacedPayment,
  SentTransaction,
  StatusSource,
  TakePlaces,
} from './network-payer.ts';
import { lockNextNonce, openWallet, readPayable } from './pay-store.ts';
import { withoutTag } from './saved-address.ts';
import { Trouble } from './trouble.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';
import { readSignedAt, readUsedSequence } from './xrpl-sequences.ts';

export interface XrplMeans {
  pool: Pool;
  signer: Signer;
  sender: XrplSender;
  /** Classic address of the paying wallet. The signer names it, its network and its highest fee. */
  wallet: string;
  networkId: number;
  feeMax: bigint;
  /** The account that customers deposit to. */
  sharedAddress: string;
}

interface Parts extends XrplMeans {
  payments: ChainPayments;
}

export function xrplPayer(means: XrplMeans): NetworkPayer {
  const { signer, sender, wallet, networkId } = means;
  const parts: Parts = { ...means, payments: paymentsOn('xrpl', { networkId }) };
  return {
    signer,
    wallet,
    // The next payment gets its place when the one before has ended, so a payment without a place stops no other.
    isOrdered: false,
    openWallet: (pool) => openWallet(pool, { network: 'xrpl', wallet, token: null, mined: 0 }),
    prepare: (withdrawal, onTheirWay) => prepare(withdrawal, onTheirWay, parts),
    payeeFault: (payee) => payeeFault(payee, parts),
    verify: (signed, of) => parts.payments.verify(signed, of),
    send: (signed) => sender.send(signed),
    statusOf: (payment, transactions) => statusOf(payment, transactions, parts),
    isPlaceUsed: (payment) => isPlaceUsed(payment, parts),
    statusBy: (ask) => statusBy(xrplSender(askLedger(ask), { networkId }), parts),
  };
}

async function prepare(
  withdrawal: Withdrawal,
  onTheirWay: readonly PlacedPayment[],
  parts: Parts,
): Promise<TakePlaces | undefined> {
  const { sender, wallet, networkId, feeMax, pool } = parts;
  const account = await sender.walletOf(wallet);
  if (!account) throw new Trouble('wallet-short');
  if (await isUnderWay(onTheirWay, account, parts)) return undefined;
  // A node that lags expects a sequence that was used: such a payment could only expire.
  if ((await readUsedSequence(pool, wallet)) >= account.sequence) throw new Trouble('node-refuses');
  const fee = feeWithin(await sender.fees(), feeMax);
  if (fee === undefined) throw new Trouble('fees-too-high');
  const payment = paymentOf(withdrawal);
  if (account.spendable < payment.units + fee) throw new Trouble('wallet-short');
  await requirePayable(payment.to, payment.units, parts);
  const { sequence } = account;
  const lastLedger = account.ledger + ledgersToLive;
  const unsigned = writeXrplPayment(payment, { chain: { networkId }, wallet, sequence, lastLedger, fee });
  return async (database: Database) => {
    if ((await lockNextNonce(database, { network: 'xrpl', wallet })) === undefined) return undefined;
    // Another payer may have stored a payment since.
    if (await isUnderWay(await readPayable(database, 'xrpl'), account, parts)) return undefined;
    return { unsigned, nonce: null, places: [xrplPlaceOf({ sequence, lastLedger })] };
  };
}

/**
 * Returns true while a payment has a sequence that the validated ledger does not know as used, and has not expired. The sequence of one that has
 * expired is used again; if the node was wrong about that, the network still accepts one of both, and the other one expires.
 */
async function isUnderWay(
  payments: readonly Pick<Withdrawal, 'wallet' | 'unsigned' | 'withdrawalId'>[],
  account: XrplWallet,
  parts: Parts,
): Promise<boolean> {
  for (const { wallet, unsigned, withdrawalId } of payments) {
    if (wallet !== parts.wallet || unsigned === null) continue;
    const { sequence, lastLedger } = await placeOf({ wallet, unsigned, withdrawalId }, parts);
    if (sequence >= account.sequence && lastLedger >= account.ledger) return true;
  }
  return false;
}

async function requirePayable(address: string, units: BaseUnits, parts: Parts): Promise<void> {
  const fault = await payeeFault({ address, units }, parts).catch((error: unknown) => {
    throw error instanceof NodeError ? new Trouble('node-refuses') : error;
  });
  if (fault) throw new Trouble('payee-refuses');
}

async function payeeFault(
  { address, units }: Payee,
  { sender, wallet, sharedAddress }: Parts,
): Promise<PayeeFault | undefined> {
  const account = withoutTag(address);
  if (account === wallet || account === sharedAddress) return { why: 'ours' };
  const needs = await sender.destinationOf(account, wallet);
  const fault = destinationFault(needs, { to: address, units: units ?? needs.dropsMin });
  if (!fault) return undefined;
  switch (fault.why) {
    case 'needs-tag':
      return { why: 'needs-tag' };
    case 'below-reserve':
      return { why: 'too-little', unitsMin: String(fault.dropsMin) };
    case 'disallows-xrp':
    case 'refuses-wallet':
      return { why: 'refuses' };
  }
}

/** A payment has one transaction. */
async function statusOf(
  payment: PlacedPayment,
  [first]: readonly SentTransaction[],
  parts: Parts,
): Promise<PaymentStatus> {
  if (!first) return { kind: 'pending' };
  const status = await parts.sender.statusOf({ signed: first.signed });
  if (status.kind !== 'place-used') return statusAsTold(status, first);
  if (!(await isUsedByOwn(payment, parts))) throw new Trouble('place-used');
  return { kind: 'never' };
}

/** The second node may know already that the next payment used the sequence, so that this one can't be made any more. */
const statusBy = (sender: XrplSender, parts: Parts): StatusSource => ({
  async statusOf(_payment, [first]) {
    if (!first) return { kind: 'pending' };
    const status = await sender.statusOf({ signed: first.signed });
    return status.kind === 'place-used' ? { kind: 'never' } : statusAsTold(status, first);
  },
  isPlaceUsed: (payment) => isPlaceUsed(payment, { ...parts, sender }),
});

function statusAsTold(status: Exclude<XrplStatus, { kind: 'place-used' }>, { txid }: SentTransaction): PaymentStatus {
  if (status.kind !== 'mined') return { kind: status.kind };
  const { height, isGood, confirmations, isFinal } = status;
  return { kind: 'mined', txid, height, isGood, confirmations, isFinal };
}

/** Returns true if a validated ledger holds another payment of ours with the same sequence: the network accepts no second one. */
async function isUsedByOwn(payment: PlacedPayment, parts: Parts): Promise<boolean> {
  const { wallet, withdrawalId } = payment;
  const { sequence } = await placeOf(payment, parts);
  for (const signed of await readSignedAt(parts.pool, { wallet, sequence, besides: withdrawalId }))
    if ((await parts.sender.statusOf({ signed })).kind === 'mined') return true;
  return false;
}

async function isPlaceUsed(payment: PlacedPayment, parts: Parts): Promise<boolean> {
  const [account, { sequence }] = [await parts.sender.walletOf(payment.wallet), await placeOf(payment, parts)];
  return account !== undefined && account.sequence > sequence;
}

async function placeOf(
  { wallet, unsigned, withdrawalId }: Pick<PlacedPayment, 'wallet' | 'unsigned' | 'withdrawalId'>,
  { payments }: Parts,
): Promise<{ sequence: number; lastLedger: number }> {
  const place = readXrplPlace((await payments.read(unsigned, wallet))?.places[0] ?? '');
  if (!place) throw new Error(`the bytes of ${withdrawalId} are no payment of its wallet`);
  return place;
}
