// What the demo's own chains are made of, for everybody: their coins have no value, and each says what validates them.
import type { NetworkName } from '@candor/chain';
import type { NetworkState } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { readStatuses } from './store.ts';

export interface TestChain {
  network: NetworkName;
  state: NetworkState;
  /** As the node calls itself; '' until it has been asked. */
  node: string;
}

export const readTestChains = async (pool: Pool): Promise<TestChain[]> =>
  (await readStatuses(pool))
    .filter(({ isTest }) => isTest)
    .map(({ network, state, node }) => ({ network, state, node }))
    .toSorted((one, other) => one.network.localeCompare(other.network));
