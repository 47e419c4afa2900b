// Finds payments by contracts to deposit addresses through balances; credits them after operators named the transaction and nodes confirmed it.
import type { DepositStore } from '@candor/chain';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import { hasBalances, type NodeSource } from '../chains/network-setup.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { compareBalances } from './compare-balances.ts';
import { proveClaims } from './prove-claims.ts';
import { searchPaidBlocks } from './search-paid-blocks.ts';

export interface Reached {
  source: NodeSource;
  /** Undefined if no second node is configured. */
  second: NodeSource | undefined;
  store: Pick<DepositStore, 'readAgainTo' | 'hashAt'>;
}

/** Pause after a node did not answer about balances. Deposits in blocks do not wait for it. */
const pauseMs = 600_000;

/** Runs one round after the chain was followed to its newest block. An error here does not delay other deposits. */
export function looksForPayments(followed: SetUpNetwork, { pool, clock }: { pool: Pool; clock: Clock }) {
  const { name: network } = followed.network;
  let pausedUntil = -Infinity;

  async function look({ source, second, store }: Reached): Promise<boolean> {
    // On networks without balances no contract can pay an address unseen.
    if (!hasBalances(source) || (second !== undefined && !hasBalances(second))) return true;
    const height = await store.readAgainTo();
    const hash = await store.hashAt(height);
    if (hash === undefined) return true;
    const parts = { pool, clock, source, second };
    const isAnswered =
      (await compareBalances(followed, { height, hash }, parts)) &&
      (await proveClaims(followed, { height, hash }, parts));
    if (isAnswered) await searchPaidBlocks(followed, parts);
    return isAnswered;
  }

  return async (reached: Reached): Promise<void> => {
    if (clock.now() < pausedUntil) return;
    try {
      if (!(await look(reached))) pausedUntil = clock.now() + pauseMs;
    } catch (error) {
      pausedUntil = clock.now() + pauseMs;
      log.error('balances of deposit addresses could not be compared', { network, error: reasonOf(error) });
    }
  };
}
