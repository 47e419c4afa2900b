// Deposit jobs of the engine: the leading engine follows each chain, and runs the demo's own chains as child processes.
import { networkNames, superviseDevChain } from '@candor/chain';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import { reachesNode } from '../chains/reach-node.ts';
import { testCoinSender, type AskedTestCoins } from './send-test-coins.ts';
import { sayOfNetwork } from './store.ts';
import { watchNetwork } from './watch-network.ts';

declare module '../kit/link.ts' {
  interface Questions {
    /** Answered with the transaction once it is in a block; refused as the call is. */
    'deposits.test-coins': { ask: AskedTestCoins; answer: { txid: string } };
  }
}

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
  const followed = networkNames.flatMap((name) => {
    const [network, reach] = [setUp.get(name), reachesNode(chains, name)];
    return network && reach ? [{ ...network, watch: watchNetwork(network, { ...parts, reach }) }] : [];
  });
  const sendTestCoins = testCoinSender({ pool, clock, devDirectory });

  return {
    jobs: followed.map(({ watch }) => watch),
    answers: {
      async 'deposits.test-coins'(asked) {
        const sent = await sendTestCoins(asked);
        for (const { network, watch } of followed) if (network.name === asked.network) watch.wake();
        return sent;
      },
    },
    async start() {
      for (const { network, isTest } of followed)
        await sayOfNetwork(pool, { network: network.name, state: 'starting', reason: '', node: '', isTest });
    },
    stop() {
      if (devDirectory === undefined) return;
      for (const { network } of followed) superviseDevChain(devDirectory, network.name).close();
    },
  };
}
