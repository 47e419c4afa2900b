// What is paid on a made-up chain, and what such a chain offers.
import type { AskNode } from '@candor/chain';

export interface MadePayment {
  to: string;
  tag?: number;
  /** In base units, as decimal text: messages between processes are JSON. */
  units: string;
}

export interface MadeChain {
  ask: AskNode;
  /** Adds a block with these payments and `others` transactions of strangers. */
  add(payments: readonly MadePayment[], others: number): void;
}
