// Decides when a waiting payment of Ethereum is signed again, and with which fee. Pure.
import { feeOf, raisedFee } from '@candor/chain';

export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** About fifty blocks of Ethereum. The first fees are chosen to last through six full blocks. */
export const replaceAfterMs = 10 * 60_000;

/** Returns true if the newest bytes, sent at `sentAt`, have waited long enough for a replacement. */
export const hasWaited = (sentAt: number, now: number): boolean => now - sentAt >= replaceAfterMs;

/** Fees of the newest bytes of a payment. */
export interface WaitingPayment {
  fees: Fees;
  /** True if no earlier transaction of the wallet is still waiting. */
  isNext: boolean;
}

export type Replacement = { kind: 'wait' } | { kind: 'too-dear' } | { kind: 'replace'; fees: Fees };

/**
 * `network` are the current fees of a transfer; `feeMax` is the highest fee of one transfer, in wei, that the signer allows. If the network asks
 * for more, the allowed maximum is paid, which may be enough once fees fall a little.
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
