// What contracts paid to deposit addresses: found by their balances, and credited once operators have named the transaction and nodes confirm it.
import type { DepositStore } from '@candor/chain';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { compareBalances } from './compare-balances.ts';
import { proveClaims, type ProvingParts } from './prove-claims.ts';

/** One round, after the chain was followed up to its newest block. What goes wrong here keeps no other deposit waiting. */
export async function lookForPayments(
  followed: SetUpNetwork,
  { store, ...parts }: ProvingParts & { store: Pick<DepositStore, 'readAgainTo' | 'hashAt'> },
): Promise<void> {
  try {
    const height = await store.readAgainTo();
    const hash = await store.hashAt(height);
    if (hash === undefined) return;
    await compareBalances(followed, { height, hash }, parts);
    await proveClaims(followed, { height, hash }, parts);
  } catch (error) {
    const { name: network } = followed.network;
    log.error('balances of deposit addresses could not be compared', { network, error: reasonOf(error) });
  }
}
