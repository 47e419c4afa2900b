// When a payment that waits is signed again, and what it then pays for its way. Pure.
import { feeOf, raisedFee } from '@candor/chain';

export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Fifty blocks of Ethereum. Its fees were chosen to last through six full blocks. */
export const replaceAfterMs = 10 * 60_000;
/** From then on people are told that it waits. */
export const stuckAfterMs = 30 * 60_000;

/** What the newest bytes of a payment pay. */
export interface WaitingPayment {
  fees: Fees;
  /** Nothing else of the wallet has to come into a block before it. */
  isNext: boolean;
}

/** `sentAt` is when its newest bytes were sent. */
export const hasWaited = (sentAt: number, now: number): boolean => now - sentAt >= replaceAfterMs;

export type Replacement = { kind: 'wait' } | { kind: 'too-dear' } | { kind: 'replace'; fees: Fees };

/**
 * `network` is what a transfer pays that is sent now; `feeMax` is the most in wei that the signer allows for one transfer. If the network asks more,
 * all that is allowed is paid: a chain may take it once fees fall a little.
 */
export function chooseReplacement(
  { fees, isNext }: WaitingPayment,
  { network, feeMax }: { network: Fees; feeMax: bigint },
): Replacement {
  if (!isNext) return { kind: 'wait' };
  const maxPriorityFeePerGas = larger(raisedFee(fees.maxPriorityFeePerGas), network.maxPriorityFeePerGas);
  const least = larger(raisedFee(fees.maxFeePerGas), maxPriorityFeePerGas);
  const most = feeMax / feeOf({ maxFeePerGas: 1n });
  if (least > most) return { kind: 'too-dear' };
  const wanted = larger(least, network.maxFeePerGas);
  return { kind: 'replace', fees: { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas } };
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
