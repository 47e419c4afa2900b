// Deposit jobs of the engine: the leading engine follows each chain, and runs the demo's own chain as a child process.
import { networkNames, superviseDevChain, type BaseUnits } from '@candor/chain';
import { testCoinsDailyLimit, type AssetCode, type Uuid } from '@candor/wire';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { reachesNode } from '../chains/reach-node.ts';
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
type DevChainSupervisor = ReturnType<typeof superviseDevChain> | undefined;

export function depositsEngine(parts: {
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  chains: ChainSettings;
}): EnginePart {
  const { pool, clock, chains } = parts;
  const setUp = setUpNetworks(chains);
  const { devDirectory } = chains;
  const devChain = devDirectory === undefined ? undefined : superviseDevChain(devDirectory);
  const followed = networkNames.flatMap((name) => {
    const [network, reach] = [setUp.get(name), reachesNode(chains, { name, devChain })];
    return network && reach ? [{ ...network, watch: watchNetwork(network, { ...parts, reach }) }] : [];
  });
  const sendTestCoins = testCoinSender({ pool, clock, devChain });

  return {
    jobs: followed.map(({ watch }) => watch),
    answers: {
      async 'deposits.test-coins'(asked) {
        const sent = await sendTestCoins(asked);
        for (const { network, watch } of followed) if (network.name === 'ethereum') watch.wake();
        return sent;
      },
    },
    async start() {
      for (const { network, isTest } of followed)
        await sayOfNetwork(pool, { network: network.name, state: 'starting', reason: '', node: '', isTest });
    },
    stop: () => devChain?.close(),
  };
}

function testCoinSender({ pool, clock, devChain }: { pool: Pool; clock: Clock; devChain: DevChainSupervisor }) {
  /** Times of sends since this engine started, by account. A transaction on its way has no row yet. */
  const sentAt = new Map<Uuid, number[]>();
  return async ({ accountId, asset, address, units }: AskedTestCoins): Promise<{ txid: string }> => {
    if (!devChain || (asset !== 'ETH' && asset !== 'USDT')) return refuse('network-off', { reason: 'not-set-up' });
    const since = clock.now() - dayMs;
    const sent = (sentAt.get(accountId) ?? []).filter((at) => at > since);
    sentAt.set(accountId, [...sent, clock.now()]);
    const seen = await countSince(pool, { accountId, network: 'ethereum', since });
    if (Math.max(seen, sent.length) >= testCoinsDailyLimit)
      refuse('test-coins-limit', { limit: String(testCoinsDailyLimit) });
    const chain = await devChain.open().catch(() => refuse('network-off', { reason: 'no-node' }));
    return { txid: await chain.send({ asset, to: address, units }) };
  };
}
