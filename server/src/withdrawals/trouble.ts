// Reasons why payments wait: of one payment, or of all payments of a network.
import type { WithdrawalFault, WithdrawalTrouble } from '@candor/wire';

/** Reason why a payment waits: the wallet, the network or the signer prevents it, and an operator must look at it. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly trouble: WithdrawalTrouble;
  constructor(trouble: WithdrawalTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** Why nothing can be paid. */
export class NoMeansError extends Error {
  readonly fault: WithdrawalFault;
  constructor(fault: WithdrawalFault, cause?: unknown) {
    super(`nothing can be paid: ${fault}`, { cause });
    this.name = 'NoMeansError';
    this.fault = fault;
  }
}
