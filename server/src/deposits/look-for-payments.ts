// What contracts paid to deposit addresses: found by their balances, and credited once operators have named the transaction and nodes confirm it.
import type { DepositStore } from '@candor/chain';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import { hasBalances, type NodeSource } from '../chains/node-reader.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { compareBalances } from './compare-balances.ts';
import { proveClaims } from './prove-claims.ts';

export interface Reached {
  source: NodeSource;
  /** Undefined if no second node is configured. */
  second: NodeSource | undefined;
  store: Pick<DepositStore, 'readAgainTo' | 'hashAt'>;
}

/** A node that says nothing about balances is left alone for so long: deposits of blocks don't wait for it. */
const pauseMs = 600_000;

/** One round, after the chain was followed up to its newest block. What goes wrong here keeps no other deposit waiting. */
export function looksForPayments(followed: SetUpNetwork, { pool, clock }: { pool: Pool; clock: Clock }) {
  const { name: network } = followed.network;
  let pausedUntil = -Infinity;

  async function look({ source, second, store }: Reached): Promise<boolean> {
    // No contract pays on the others.
    if (!hasBalances(source) || (second !== undefined && !hasBalances(second))) return true;
    const height = await store.readAgainTo();
    const hash = await store.hashAt(height);
    if (hash === undefined) return true;
    const parts = { pool, clock, source, second };
    return (
      (await compareBalances(followed, { height, hash }, parts)) &&
      (await proveClaims(followed, { height, hash }, parts))
    );
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
