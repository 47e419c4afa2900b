// The two steps of a payment that call other programs: the signer signs the bytes, and a node of the network accepts them.
import { isSignatureOf, NodeError, senderOf, txidOf, type Approval, type Network } from '@candor/chain';
import type { WithdrawalTrouble } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { Means } from './open-payer.ts';
import { readApprovals } from './store.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface Payer extends Omit<Means, 'addBlock'> {
  network: Network;
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  mode: 'demo' | 'production';
}

/** Reason why a payment waits: the wallet, the network or the signer prevents it, and an operator must look at it. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly trouble: WithdrawalTrouble;
  constructor(trouble: WithdrawalTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

export const approvalsOf = async ({ accountId, withdrawalId }: Withdrawal, pool: Pool): Promise<Approval[]> =>
  (await readApprovals(pool, accountId, withdrawalId)).map(({ person, signature }) => ({ person, signature }));

/** Verifies the signer's answer, because another program could answer in its place. */
export async function signBytes(
  withdrawal: Withdrawal,
  unsigned: string,
  { pool, signer, wallet }: Payer,
): Promise<{ signed: string; txid: string }> {
  const approvals = await approvalsOf(withdrawal, pool);
  const { signed, txid } = await signer.sign({ payment: paymentOf(withdrawal), unsigned, approvals });
  const isRight =
    txid === txidOf(signed) && (await senderOf(signed)) === wallet && (await isSignatureOf(signed, unsigned));
  if (!isRight) throw new Trouble('signature-false');
  return { signed, txid };
}

/**
 * Sends the bytes, which may be sent any number of times. If the node refuses them, checks whether another transaction used the nonce: then the
 * bytes can never get into a block.
 */
export async function sendBytes(
  { nonce, wallet, signed, txid }: { nonce: number; wallet: string; signed: string; txid: string },
  payer: Payer,
): Promise<void> {
  const { sender } = payer;
  try {
    await sender.send(signed);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn('the node takes no transaction', { txid, error: reasonOf(error) });
    throw new Trouble((await isPlaceUsed({ nonce, wallet }, payer)) ? 'place-used' : 'node-refuses');
  }
}

/** Returns true if a final block holds a transaction of the wallet with this nonce; it may be an earlier transaction of the same payment. */
export async function isPlaceUsed(
  { nonce, wallet }: { nonce: number; wallet: string },
  { sender }: Payer,
): Promise<boolean> {
  const used = await sender.finalNonceOf(wallet);
  return used !== undefined && used > BigInt(nonce);
}
