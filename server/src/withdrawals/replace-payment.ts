// Handles a sent payment that no block holds yet. Its bytes are sent again, because a restarted node has forgotten them. After a while the
// payment is signed again with a higher fee for the same places, where the network allows it. Each step is stored before the next one, as for the
// first bytes.
import type { PlacedPayment, SentTransaction } from './network-payer.ts';
import {
  readReplacements,
  storeReplacement,
  storeReplacementSent,
  storeReplacementSigned,
  type StoredReplacement,
} from './replacement-store.ts';
import { sendBytes, signBytes, type Payer } from './sign-and-send.ts';
import { Trouble } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Throws Trouble if an operator has to look at the payment. */
export async function keepWaiting(
  payment: PlacedPayment,
  replacements: readonly StoredReplacement[],
  payer: Payer,
): Promise<void> {
  const sent = replacements.findLast(({ sentAt }) => sentAt !== null);
  const newest = sent ?? { ...payment, sentAt: payment.broadcastAt };
  const sendAgain = (): Promise<void> => sendBytes(payment, { signed: newest.signed!, txid: newest.txid! }, payer);
  const unfinished = replacements.find(({ sentAt }) => sentAt === null);
  if (unfinished) return finishOrWait(payment, unfinished, { payer, sendAgain });
  await sendAgain();
  const { replacing } = payer.by;
  if (!replacing?.isDue(newest.sentAt!, payer.clock.now())) return;
  const next = await replacing.next(payment, newest.unsigned);
  if (!next) return;
  const stored = await storeReplacement(payer.pool, payment, { turn: replacements.length + 1, ...next });
  if (stored) await finish(payment, stored, payer);
}

/** A replacement may wait for an offline signer for days. Meanwhile the bytes that were sent last are sent again. */
async function finishOrWait(
  payment: PlacedPayment,
  replacement: StoredReplacement,
  { payer, sendAgain }: { payer: Payer; sendAgain: () => Promise<void> },
): Promise<void> {
  try {
    await finish(payment, replacement, payer);
  } catch (error) {
    if (error instanceof Trouble && error.trouble === 'waits-for-signature') await sendAgain();
    throw error;
  }
}

async function finish(payment: PlacedPayment, replacement: StoredReplacement, payer: Payer): Promise<void> {
  const { turn } = replacement;
  const signed = replacement.signed === null ? await sign(payment, replacement, payer) : replacement;
  if (!signed) return;
  const txid = signed.txid!;
  await sendBytes(payment, { signed: signed.signed!, txid }, payer);
  await storeReplacementSent(payer.pool, payment, { turn, txid, at: payer.clock.now() });
}

/** Returns undefined if another payer has stored the signature in the meantime. */
const sign = async (
  payment: PlacedPayment,
  { turn, unsigned }: StoredReplacement,
  payer: Payer,
): Promise<StoredReplacement | undefined> =>
  storeReplacementSigned(payer.pool, payment, { turn, ...(await signBytes(payment, unsigned, payer)) });

/** Returns all transactions that may pay the withdrawal, the first one first, and its replacements. */
export async function readTransactions(
  { unsigned, signed, txid, ...withdrawal }: Withdrawal,
  { pool }: Payer,
): Promise<{ transactions: SentTransaction[]; replacements: StoredReplacement[] }> {
  const replacements = await readReplacements(pool, withdrawal);
  const transactions = [{ unsigned, signed, txid }, ...replacements].flatMap((each) =>
    each.unsigned !== null && each.signed !== null && each.txid !== null
      ? [{ unsigned: each.unsigned, signed: each.signed, txid: each.txid }]
      : [],
  );
  return { transactions, replacements };
}
