// Withdrawals where time decides: the one engine that decides pays what was approved, as a job.
import type { Network } from '@candor/chain';
import { setUpNetworks, type ChainSettings } from '../chains/chain-settings.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { NoMeansError, openPayer, type Means } from './open-payer.ts';
import { isPayingWanted, openWallet, readPayable, sayOfPaying } from './pay-store.ts';
import { payWithdrawals } from './pay-withdrawals.ts';

export interface WithdrawalsEngineParts {
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  chains: ChainSettings;
  signingKey: string;
}

const everyMs = { main: 5_000, test: 1_000 };

export function withdrawalsEngine(parts: WithdrawalsEngineParts): EnginePart {
  const { pool, chains, signingKey } = parts;
  const setUp = setUpNetworks(chains);
  if (setUp.pays('ethereum') !== '') return {};
  const { network, isTest } = setUp.get('ethereum')!;
  const opener = openPayer(chains, signingKey);
  const job = createJob({
    name: 'ethereum-withdrawals',
    role: 'engine',
    every: isTest ? everyMs.test : everyMs.main,
    runsAtStart: true,
    async run() {
      // Chain and signer of the demo are started for somebody.
      if (isTest && !(await isPayingWanted(pool, network.name))) return;
      try {
        await payOnce(network, await opener.open(), { ...parts, mode: isTest ? 'demo' : 'production' });
      } catch (error) {
        if (error instanceof NoMeansError) await sayOfPaying(pool, { network: network.name, state: 'off', reason: error.fault }); // oxfmt-ignore
        throw error;
      }
    },
  });
  return {
    jobs: [job],
    async start() {
      await sayOfPaying(pool, { network: network.name, state: 'starting', reason: '' });
    },
    stop: () => opener.close(),
  };
}

type PayParts = WithdrawalsEngineParts & { mode: 'demo' | 'production' };

async function payOnce(network: Network, means: Means, parts: PayParts): Promise<void> {
  const { pool } = parts;
  const { wallet, sender, usdt } = means;
  await sayOfPaying(pool, { network: network.name, state: 'on', reason: '' });
  const mined = parseInt((await sender.nonceOf(wallet)).toString(), 10);
  await openWallet(pool, { network: network.name, wallet, token: usdt, mined });
  await means.fund?.(await needsOf(network, pool));
  const waiting = await payWithdrawals({ network, ...parts, ...means });
  if (waiting > 0) await means.addBlock?.().catch((error: unknown) => log.warn('no block was added', { error: reasonOf(error) })); // oxfmt-ignore
}

async function needsOf({ name }: Network, pool: Pool): Promise<{ ETH: bigint; USDT: bigint }> {
  const payable = await readPayable(pool, name);
  const sumOf = (asset: string) => payable.reduce((sum, each) => (each.asset === asset ? sum + BigInt(each.units) : sum), 0n); // oxfmt-ignore
  return { ETH: sumOf('ETH'), USDT: sumOf('USDT') };
}
