// Handles a sent payment that no block holds yet. Its bytes are sent again, because a restarted node has forgotten them. After a while the
// payment is signed again with a higher fee and the same nonce. Each step is stored before the next one, as for the first bytes.
import { feeOf, readTransfer, writeTransfer } from '@candor/chain';
import { chooseReplacement, hasWaited } from './replacement.ts';
import {
  readReplacements,
  storeReplacement,
  storeReplacementSent,
  storeReplacementSigned,
  type StoredReplacement,
} from './replacement-store.ts';
import { sendBytes, signBytes, Trouble, type Payer } from './sign-and-send.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

/** Throws Trouble if an operator has to look at the payment. */
export async function keepWaiting(
  withdrawal: Withdrawal,
  replacements: readonly StoredReplacement[],
  payer: Payer,
): Promise<void> {
  const unfinished = replacements.find(({ sentAt }) => sentAt === null);
  if (unfinished) return finish(withdrawal, unfinished, payer);
  const newest = replacements.at(-1) ?? { ...withdrawal, sentAt: withdrawal.broadcastAt };
  const { nonce, wallet } = withdrawal;
  await sendBytes({ nonce: nonce!, wallet: wallet!, signed: newest.signed!, txid: newest.txid! }, payer);
  if (!hasWaited(newest.sentAt!, payer.clock.now())) return;
  const unsigned = await replacementOf(withdrawal, newest.unsigned!, payer);
  if (unsigned === undefined) return;
  const stored = await storeReplacement(payer.pool, withdrawal, { turn: replacements.length + 1, unsigned });
  if (stored) await finish(withdrawal, stored, payer);
}

/** Returns the bytes of the next replacement; undefined while the payment may still wait. */
async function replacementOf(
  withdrawal: Withdrawal,
  unsigned: string,
  { sender, wallet, usdt, chainId, feeMax }: Payer,
): Promise<string | undefined> {
  const fees = await readTransfer(unsigned, usdt);
  if (!fees) throw new Error(`the bytes of ${withdrawal.withdrawalId} are no transfer`);
  const isNext = (await sender.nonceOf(wallet)) === BigInt(withdrawal.nonce!);
  const network = await sender.fees();
  const chosen = chooseReplacement({ fees, isNext }, { network, feeMax });
  if (chosen.kind === 'wait') return undefined;
  if (chosen.kind === 'too-dear') throw new Trouble('fees-too-high');
  const paid = withdrawal.asset === 'ETH' ? BigInt(withdrawal.units) : 0n;
  if ((await sender.balanceOf(wallet, 'ETH')) < paid + feeOf(chosen.fees)) throw new Trouble('wallet-short');
  return writeTransfer(paymentOf(withdrawal), { chainId, usdt, nonce: BigInt(withdrawal.nonce!), ...chosen.fees });
}

async function finish(withdrawal: Withdrawal, replacement: StoredReplacement, payer: Payer): Promise<void> {
  const { turn } = replacement;
  const { nonce, wallet } = withdrawal;
  const signed = replacement.signed === null ? await sign(withdrawal, replacement, payer) : replacement;
  if (!signed) return;
  const txid = signed.txid!;
  await sendBytes({ nonce: nonce!, wallet: wallet!, signed: signed.signed!, txid }, payer);
  await storeReplacementSent(payer.pool, withdrawal, { turn, txid, at: payer.clock.now() });
}

/** Returns undefined if another payer has stored the signature in the meantime. */
const sign = async (
  withdrawal: Withdrawal,
  { turn, unsigned }: StoredReplacement,
  payer: Payer,
): Promise<StoredReplacement | undefined> =>
  storeReplacementSigned(payer.pool, withdrawal, { turn, ...(await signBytes(withdrawal, unsigned, payer)) });

/** Returns the hashes of all transactions that may pay the withdrawal, the first one first, and its replacements. */
export async function readTransactions(
  withdrawal: Withdrawal,
  { pool }: Payer,
): Promise<{ txids: string[]; replacements: StoredReplacement[] }> {
  const replacements = await readReplacements(pool, withdrawal);
  return { txids: [withdrawal.txid!, ...replacements.flatMap(({ txid }) => txid ?? [])], replacements };
}
