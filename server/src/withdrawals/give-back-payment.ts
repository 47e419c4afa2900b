// A payment that can't be made any more, as its place in the wallet's order was used by something else: after a decision of two operators the
// amount is the customer's again, once the engine has verified it.
import { findGiveBack } from './give-back-store.ts';
import { findMined } from './find-mined.ts';
import { storeBroadcast } from './pay-store.ts';
import { readTransactions } from './replace-payment.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { isPlaceUsed, type Payer } from './sign-and-send.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * The decision rests for an hour. Of several nodes behind one address, one may know of the final block and the next one, which lags, may not yet
 * know the block that holds the payment.
 */
export const giveBackAfterMs = 3_600_000;

/** `done`: the amount was given back. `waits`: it was decided and can't be done now. `none`: nobody decided it. */
export async function giveBackIfDecided(withdrawal: Withdrawal, payer: Payer): Promise<'done' | 'waits' | 'none'> {
  if (withdrawal.state !== 'signed' && withdrawal.state !== 'broadcast') return 'none';
  const { pool, clock } = payer;
  const decidedAt = await findGiveBack(pool, withdrawal);
  if (decidedAt === undefined) return 'none';
  if (clock.now() - decidedAt < giveBackAfterMs) return 'waits';
  // In this order: if the payment itself had used the place, its block would be final already when its transactions are asked for.
  if (!(await isPlaceUsed({ nonce: withdrawal.nonce!, wallet: withdrawal.wallet! }, payer))) return 'waits';
  const { txids } = await readTransactions(withdrawal, payer);
  if (await findMined(txids, payer)) return 'waits';
  await settleAsFailed(withdrawal, payer);
  return 'done';
}

/** A payment that was signed and never sent is stored as sent first, since each state follows from the one before. */
async function settleAsFailed(withdrawal: Withdrawal, { pool, lanes, clock }: Payer): Promise<void> {
  const { accountId, withdrawalId, asset, book, currentTxid, txid } = withdrawal;
  if (withdrawal.state === 'signed') await storeBroadcast(pool, withdrawal, clock.now());
  const input = { accountId, withdrawalId, asset, txid: currentTxid ?? txid!, isGood: false };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
}
