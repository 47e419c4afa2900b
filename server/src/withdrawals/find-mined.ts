// Whether a block holds a transaction of a payment.
import type { TransactionStatus } from '@candor/chain';
import type { Payer } from './sign-and-send.ts';

type Mined = Extract<TransactionStatus, { kind: 'mined' }> & { txid: string };

/** Returns undefined if no block holds any. At most one is in a block: they have one place in the wallet's order. */
export async function findMined(txids: readonly string[], { sender }: Payer): Promise<Mined | undefined> {
  for (const txid of txids) {
    const status = await sender.statusOf(txid);
    if (status.kind === 'mined') return { ...status, txid };
  }
  return undefined;
}
