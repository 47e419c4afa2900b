// Finds the block that holds a transaction of a payment.
import type { TransactionStatus } from '@candor/chain';
import type { Payer } from './sign-and-send.ts';

type Mined = Extract<TransactionStatus, { kind: 'mined' }> & { txid: string };

/** Returns undefined if no block holds any of the transactions. At most one can be in a block, because all have the same nonce. */
export async function findMined(txids: readonly string[], { sender }: Payer): Promise<Mined | undefined> {
  for (const txid of txids) {
    const status = await sender.statusOf(txid);
    if (status.kind === 'mined') return { ...status, txid };
  }
  return undefined;
}
