// The two steps of a payment that call other programs: the signer signs the bytes, and a node of the network accepts them.
import { NodeError, type Approval, type Network } from '@candor/chain';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import type { NetworkPayer, PlacedPayment, StatusSource } from './network-payer.ts';
import { readApprovals } from './store.ts';
import { Trouble } from './trouble.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface Payer {
  network: Network;
  by: NetworkPayer;
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  /** In a demo coins have no value. */
  mode: 'demo' | 'production';
  /** Reaches a second node; undefined if none is configured, or if the payer of the network asks none. */
  second?: (() => Promise<StatusSource>) | undefined;
}

export const approvalsOf = async ({ accountId, withdrawalId }: Withdrawal, pool: Pool): Promise<Approval[]> =>
  (await readApprovals(pool, accountId, withdrawalId)).map(({ person, signature }) => ({ person, signature }));

/** Narrows a row to one whose bytes are stored; the database has a wallet wherever it has bytes. */
export function placed(withdrawal: Withdrawal): PlacedPayment {
  const { wallet, unsigned } = withdrawal;
  if (wallet === null || unsigned === null) throw new Error(`${withdrawal.withdrawalId} has no bytes`);
  return { ...withdrawal, wallet, unsigned };
}

/** Verifies the signer's answer, because another program could answer in its place. */
export async function signBytes(
  payment: PlacedPayment,
  unsigned: string,
  { pool, by }: Payer,
): Promise<{ signed: string; txid: string }> {
  const approvals = await approvalsOf(payment, pool);
  const { signed, txid } = await by.signer.sign({ payment: paymentOf(payment), unsigned, approvals });
  const verified = await by.verify(signed, { unsigned, wallet: payment.wallet });
  if (verified === undefined || verified !== txid) throw new Trouble('signature-false');
  return { signed, txid };
}

/**
 * Sends the bytes, which may be sent any number of times. If the node refuses them, checks whether another transaction used their place: then
 * the bytes can never get into a block.
 */
export async function sendBytes(
  payment: PlacedPayment,
  { signed, txid }: { signed: string; txid: string },
  { by }: Payer,
): Promise<void> {
  try {
    await by.send(signed);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn('the node takes no transaction', { txid, error: reasonOf(error) });
    throw new Trouble((await by.isPlaceUsed(payment)) ? 'place-used' : 'node-refuses');
  }
}
