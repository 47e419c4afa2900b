// Gives back a payment that can't be made any more: because another transaction used its place, after two operators decided it and the engine
// verified it; or because final blocks prove that its transactions have expired. The amount returns to the customer.
import { findGiveBack } from './give-back-store.ts';
import type { PaymentStatus } from './network-payer.ts';
import { storeBroadcast, storeNever } from './pay-store.ts';
import { readTransactions } from './replace-payment.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { placed, type Payer } from './sign-and-send.ts';
import { Trouble } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * Delay after the decision, and after the node first said that a payment can't be made any more. Several nodes may share one URL: one node may
 * report the final block, while the next one lags and does not know the block that holds the payment yet.
 */
export const giveBackAfterMs = 3_600_000;

/** `done`: the amount was given back. `waits`: it was decided, but can't be done now. `none`: it was not decided. */
export async function giveBackIfDecided(withdrawal: Withdrawal, payer: Payer): Promise<'done' | 'waits' | 'none'> {
  if (withdrawal.state !== 'signed' && withdrawal.state !== 'broadcast') return 'none';
  const { pool, clock, by } = payer;
  const decidedAt = await findGiveBack(pool, withdrawal);
  if (decidedAt === undefined) return 'none';
  if (clock.now() - decidedAt < giveBackAfterMs) return 'waits';
  const payment = placed(withdrawal);
  // Keep this order: if the payment itself used the place, its block is already final when its transactions are looked up.
  if (!(await by.isPlaceUsed(payment))) return 'waits';
  const { transactions } = await readTransactions(withdrawal, payer);
  if (await isMined(() => by.statusOf(payment, transactions))) return 'waits';
  await settleAsFailed(withdrawal, payer);
  return 'done';
}

/** Returns false as well where the payer asks operators what used the place: they have decided. */
async function isMined(ask: () => Promise<PaymentStatus>): Promise<boolean> {
  try {
    return (await ask()).kind === 'mined';
  } catch (error) {
    if (error instanceof Trouble && error.trouble === 'place-used') return false;
    throw error;
  }
}

/** Gives back a sent payment of which the node says that it can't be made any more, once the node has said so for the delay. */
export async function giveBackIfNever(withdrawal: Withdrawal, payer: Payer): Promise<void> {
  const now = payer.clock.now();
  const saidAt = await storeNever(payer.pool, withdrawal, now);
  if (saidAt !== undefined && now - saidAt >= giveBackAfterMs) await settleAsFailed(withdrawal, payer);
}

/** Settles a payment as failed. A signed payment that was never sent is stored as sent first, because states must follow in order. */
async function settleAsFailed(withdrawal: Withdrawal, { pool, lanes, clock }: Payer): Promise<void> {
  const { accountId, withdrawalId, asset, book, currentTxid, txid } = withdrawal;
  if (withdrawal.state === 'signed') await storeBroadcast(pool, withdrawal, clock.now());
  const input = { accountId, withdrawalId, asset, txid: currentTxid ?? txid!, isGood: false };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
}
