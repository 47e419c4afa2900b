// Deposits where time decides: the chain is followed by the one engine that decides, and the demo's own chain is its child.
import { superviseDevChain, type BaseUnits } from '@candor/chain';
import { testCoinsDailyLimit, type AssetCode, type Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { countSince, sayOfNetwork } from './store.ts';
import { watchNetwork } from './watch-network.ts';

declare module '../kit/link.ts' {
  interface Questions {
    /** Answered with the transaction once it is in a block; refused as the call is. */
    'deposits.test-coins': { ask: AskedTestCoins; answer: { txid: string } };
  }
}

export interface AskedTestCoins {
  accountId: Uuid;
  asset: AssetCode;
  address: string;
  units: BaseUnits;
}

const dayMs = 86_400_000;

export function depositsEngine(parts: {
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  chains: ChainSettings;
}): EnginePart {
  const { pool, clock, chains } = parts;
  const followed = setUpNetworks(chains).get('ethereum');
  if (!followed) return {};
  const { devDirectory, ethereum } = chains;
  const devChain = devDirectory === undefined ? undefined : superviseDevChain(devDirectory);
  const watch = watchNetwork(followed, {
    ...parts,
    reach: async () => devChain?.open() ?? ethereum!,
  });
  /** Sent since this engine began, by account: what is on its way has no row yet. */
  const sentAt = new Map<Uuid, number[]>();

  return {
    jobs: [watch],
    answers: {
      'deposits.test-coins': async ({ accountId, asset, address, units }) => {
        if (!devChain || (asset !== 'ETH' && asset !== 'USDT')) return refuse('network-off', { reason: 'not-set-up' });
        const since = clock.now() - dayMs;
        const sent = (sentAt.get(accountId) ?? []).filter((at) => at > since);
        sentAt.set(accountId, [...sent, clock.now()]);
        const seen = await countSince(pool, { accountId, network: 'ethereum', since });
        if (Math.max(seen, sent.length) >= testCoinsDailyLimit) refuse('test-coins-limit', { limit: String(testCoinsDailyLimit) }); // oxfmt-ignore
        const chain = await devChain.open().catch(() => refuse('network-off', { reason: 'no-node' }));
        const txid = await chain.send({ asset, to: address, units });
        watch.wake();
        return { txid };
      },
    },
    async start() {
      const { name } = followed.network;
      await sayOfNetwork(pool, { network: name, state: 'starting', reason: '', node: '', isTest: followed.isTest });
    },
    stop: () => devChain?.close(),
  };
}
