// Gives back a payment that was not made and can't be made any more: another transaction used its place, its transactions have expired, or its
// transaction failed in a block. The amount returns to the customer.
import { log } from '../kit/log.ts';
import { findGiveBack } from './give-back-store.ts';
import type { PaymentStatus, PlacedPayment, SentTransaction } from './network-payer.ts';
import { storeBroadcast, storeNever, storeTrouble } from './pay-store.ts';
import { readTransactions } from './replace-payment.ts';
import { mayGiveBack, secondWordOnFailure, secondWordOnPlace } from './second-word.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { placed, type Payer } from './sign-and-send.ts';
import { Trouble } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Delay after the decision, and after the node first said that a payment can't be made any more. Several nodes may share one URL: one node may
 * report the final block, while the next one lags and does not know the block that holds the payment yet.
 */
export const giveBackAfterMs = 3_600_000;

/** What two operators decided about giving a payment back; `recent` until the delay is over. */
export type GiveBackDecision = 'none' | 'recent' | 'ripe';

export async function readGiveBackDecision(withdrawal: Withdrawal, { pool, clock }: Payer): Promise<GiveBackDecision> {
  if (withdrawal.state !== 'signed' && withdrawal.state !== 'broadcast') return 'none';
  const decidedAt = await findGiveBack(pool, withdrawal);
  if (decidedAt === undefined) return 'none';
  return clock.now() - decidedAt < giveBackAfterMs ? 'recent' : 'ripe';
}

/** Gives back a payment whose place another transaction used, after two operators decided it. Returns false if the node says otherwise now. */
export async function giveBackIfPlaceUsed(withdrawal: Withdrawal, payer: Payer): Promise<boolean> {
  const { by } = payer;
  const payment = placed(withdrawal);
  // Keep this order: if the payment itself used the place, its block is already final when its transactions are looked up.
  if (!(await by.isPlaceUsed(payment))) return false;
  const { transactions } = await readTransactions(withdrawal, payer);
  if (await isIncludedOrNever(() => by.statusOf(payment, transactions))) return false;
  const word = await secondWordOnPlace({ payment, transactions }, payer);
  if (!mayGiveBack({ word, isDecided: true, mode: payer.mode })) throw new Trouble('nodes-disagree');
  await settleAsFailed(withdrawal, payer);
  return true;
}

/** Returns false as well where the payer asks operators what used the place, because they have decided. */
async function isIncludedOrNever(ask: () => Promise<PaymentStatus>): Promise<boolean> {
  try {
    return (await ask()).kind !== 'pending';
  } catch (error) {
    if (error instanceof Trouble && error.trouble === 'place-used') return false;
    throw error;
  }
}

/** Returns true once the node has said for the delay, without a break, that a sent payment can't be made any more. */
export async function hasStayedNever(withdrawal: Withdrawal, { pool, clock }: Payer): Promise<boolean> {
  const now = clock.now();
  const since = await storeNever(pool, withdrawal, now);
  return since !== undefined && now - since >= giveBackAfterMs;
}

interface FailedPayment {
  payment: PlacedPayment;
  transactions: readonly SentTransaction[];
  isDeep: (mined: Extract<PaymentStatus, { kind: 'mined' }>) => boolean;
  /** The transaction that failed in a block; undefined if all have expired. */
  txid: string | undefined;
  decision: GiveBackDecision;
}

/** Gives back a sent payment that the node calls failed, if somebody else says so too. Otherwise operators see why it waits. */
export async function giveBackFailed({ txid, decision, ...failed }: FailedPayment, payer: Payer): Promise<void> {
  const { payment } = failed;
  const word = await secondWordOnFailure(failed, payer);
  if (mayGiveBack({ word, isDecided: decision === 'ripe', mode: payer.mode }))
    return settleAsFailed(payment, payer, txid);
  const trouble = word === 'contradicts' ? 'nodes-disagree' : 'failure-unconfirmed';
  log.error('a failed payment is not given back', { withdrawal: payment.withdrawalId, trouble });
  await storeTrouble(payer.pool, payment, trouble);
}

/** Settles a payment as failed. A signed payment that was never sent is stored as sent first, because states must follow in order. */
async function settleAsFailed(
  withdrawal: Withdrawal,
  { pool, lanes, clock }: Payer,
  failedTxid?: string,
): Promise<void> {
  const { accountId, withdrawalId, asset, book, currentTxid, txid } = withdrawal;
  if (withdrawal.state === 'signed') await storeBroadcast(pool, withdrawal, clock.now());
  const input = { accountId, withdrawalId, asset, txid: failedTxid ?? currentTxid ?? txid!, isGood: false };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
}
