// The two steps of a payment that meet others: the signer signs its bytes, and a node of the network takes them.
import {
  isSignatureOf,
  NodeError,
  senderOf,
  txidOf,
  type Approval,
  type EvmSender,
  type Network,
  type Signer,
} from '@candor/chain';
import type { WithdrawalTrouble } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { readApprovals } from './store.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface Payer {
  network: Network;
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  signer: Signer;
  sender: EvmSender;
  /** As the signer says them. */
  wallet: string;
  chainId: bigint;
  feeMax: bigint;
  usdt: string;
  mode: 'demo' | 'production';
}

/** Why a payment waits: the wallet, the network or the signer is in its way, and people must look at it. */
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

/** The answer is checked, whoever says that he is the signer. */
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
 * The same bytes may be sent any number of times. A node that refuses them is asked whether the wallet's place is used up by something else:
 * then they can never come into a block.
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

/** True once blocks that can't be replaced hold a transaction at this place of the wallet, which may be an earlier one than pays today. */
export async function isPlaceUsed(
  { nonce, wallet }: { nonce: number; wallet: string },
  { sender }: Payer,
): Promise<boolean> {
  const used = await sender.finalNonceOf(wallet);
  return used !== undefined && used > BigInt(nonce);
}
